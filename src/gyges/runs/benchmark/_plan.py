"""Plan files: which data sets or tasks, methods, models and attackers a benchmark compares."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import yaml
from pydantic import BeforeValidator, ConfigDict, Field, PlainValidator, TypeAdapter, ValidationError

from gyges._yaml import parse_yaml
from gyges.attacks.linkage import LINKERS, MOST_KNOWN, Draw
from gyges.errors import ConfigError, InputError
from gyges.models import SampledRole, Sampling
from gyges.scoring import Profile
from gyges.scoring.semantic import SAMPLES, CategorySet

_RELEASES = "releases.jsonl"
_Item = TypeVar("_Item")

ROW = ConfigDict(extra="forbid", str_strip_whitespace=True)
"""How a file is read into records: an unknown key is an error, so that a slip of the pen is not a silent default."""

Some = Annotated[tuple[_Item, ...], Field(min_length=1)]
Named = Annotated[str, Field(min_length=1)]
JUDGE = "judge"
"""Stands for the judge of the plan where somebody makes claims or rewords them."""


@dataclass(frozen=True, slots=True)
class LinkSetting:
    """One attack: who links, how many claims are known, which, with which seed, and whether they are reworded."""

    linker: str = "bm25"
    draw: Draw = "random"
    known: int = 3
    seed: int = 0
    reworded: bool = False

    @property
    def label(self) -> str:
        """What it is called in lists."""
        seed = f", seed {self.seed}" if self.draw == "random" else ""
        return f"{self.linker}, {self.draw} {self.known}{seed}{', reworded' if self.reworded else ''}"


@dataclass(frozen=True, slots=True)
class LinkBlock:
    """Attacks that are crossed: every linker x draw x number of known claims x seed, plain or reworded."""

    __pydantic_config__ = ROW

    linkers: Some[str] = ("bm25",)
    draws: Some[Draw] = ("random",)
    known: Some[int] = (3,)
    seeds: Some[int] = (0,)
    reworded: Some[bool] = (False,)

    def settings(self) -> Iterator[LinkSetting]:
        """Yield the attacks; only a random draw is made with every seed, as the others would be the same again."""
        for linker, draw, known, reworded in product(self.linkers, self.draws, self.known, self.reworded):
            for seed in self.seeds if draw == "random" else self.seeds[:1]:
                yield LinkSetting(linker, draw, known, seed, reworded)


@dataclass(frozen=True, slots=True)
class SyntheticChoice:
    """A synthetic release of a data set: it belongs to no original, so it is evaluated as a set."""

    __pydantic_config__ = ROW

    dataset: Named  # the data set it was learned from
    path: Named  # the file of releases, or the folder of ``gyges synthesize``
    label: str = "data synthesis"  # what it is called in tables
    optional: bool = False  # whether the benchmark goes on without it where it is not there, and says so

    @property
    def file(self) -> Path:
        """The file of releases; the folder of ``gyges synthesize`` stands for the one in it."""
        path = Path(self.path)
        return path / _RELEASES if path.is_dir() else path


@dataclass(frozen=True, slots=True)
class LinkPlan:
    """How releases are attacked by linkage."""

    __pydantic_config__ = ROW

    attacks: Some[LinkBlock] = (LinkBlock(),)
    claims: str = "rules"  # who makes claims: ``rules``, a model, or ``judge`` for the judge of the plan
    rewords: str = JUDGE  # who rewords what is known: a model, or ``judge``
    analyzer: str = "default"  # how BM25 cuts words
    samples: Annotated[int, Field(ge=1)] = SAMPLES  # how often the judge is asked
    embedder: str | None = None  # the folder of an embedding model, for dense linkers and the embedding distance
    mauve: str | None = None  # the folder of a language model for MAUVE
    categories: Mapping[str, CategorySet] = field(default_factory=dict)
    tasks: Mapping[str, str] = field(default_factory=dict)  # the list of tasks that texts are sorted into, by data set
    synthetic: tuple[SyntheticChoice, ...] = ()  # synthetic releases to evaluate beside

    @property
    def settings(self) -> tuple[LinkSetting, ...]:
        """Every attack once, in the order of the plan."""
        return tuple(dict.fromkeys(setting for block in self.attacks for setting in block.settings()))

    def rewords_by(self, judge: str | None) -> str | None:
        """Return who rewords what is known; None for nobody."""
        return judge if self.rewords == JUDGE else self.rewords


def check_link_plan(linkage: LinkPlan, name: str, datasets: frozenset[str]) -> None:
    """Refuse attacks of a plan that cannot be made, and what is about other data sets than those of the plan."""
    for setting in linkage.settings:
        if setting.linker not in LINKERS:
            raise ConfigError(
                f"the plan '{name}' names the linker '{setting.linker}'", f"choose from {', '.join(LINKERS)}"
            )
        if not 1 <= setting.known <= MOST_KNOWN:
            raise ConfigError(f"the plan '{name}' has {setting.known} claims known", f"use 1 to {MOST_KNOWN}")
    named = {*linkage.categories, *linkage.tasks, *(row.dataset for row in linkage.synthetic)}
    if named - datasets:
        other = min(named - datasets)
        raise ConfigError(f"'linkage' of the plan '{name}' is for '{other}', no data set of it", "mend the file")


_BEFORE = {"paper": "profile", "attacker": "attackers", "models": "model", "tasks": "datasets"}
"""What keys were called in plans of tasks before there was one kind of plan."""

_SUFFIX = ".yaml"


def _row(key: str) -> Any:
    """Let a plain name stand for a record of that name."""
    return BeforeValidator(lambda row: {key: row} if isinstance(row, str) else row)


def _mapping(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise ValueError("Input should be a mapping with texts as keys")
    return value


def _method_row(row: Any) -> Any:
    """Let a plain name stand for a method, one model for several, and a level among the options for one beside them."""
    if not isinstance(row, dict):
        return {"method": row} if isinstance(row, str) else row
    given = dict(row)
    if sum(bool(given.get(name)) for name in ("method", "instruction", "learn")) != 1:
        raise ValueError("name one of method, instruction and learn")
    model, level = given.pop("model", ()), given.pop("level", "")
    if "models" in given:
        raise ValueError("the unknown key 'models'; did you mean model?")
    given["models"] = (model,) if isinstance(model, str) else model
    if level:
        options = given["options"] = dict(_mapping(given.get("options", {})))
        if options.setdefault("level", level) != level:
            raise ValueError("the method has two levels")
    return given


_Limit = Annotated[int | None, Field(ge=1)]
_Options = Annotated[Mapping[str, Any], PlainValidator(_mapping)]


@dataclass(frozen=True, slots=True)
class DatasetChoice:
    """One data set of a plan."""

    __pydantic_config__ = ROW

    name: Named  # ``bundled``, a benchmark by name, a path, or any name where `path` is given
    path: str = ""  # file or folder to read
    mentions: str = ""  # A second file that holds the mentions of the same documents, joined by id
    split: str = ""  # only documents of this part (``meta.split``)
    limit: _Limit = None  # only so many documents, evenly spaced through the file
    marked_only: bool = False  # only documents whose mentions are annotated
    text_field: str | None = None  # field or column with the text
    id_field: str | None = None  # field or column with the id
    reference: str = ""  # the data set whose published results stand beside; the name itself if empty


@dataclass(frozen=True, slots=True)
class TaskChoice:
    """One task of a plan, with privacy and utility of its own, as `gyges tune` has them."""

    __pydantic_config__ = ROW

    task: Named  # a task that ships by its name, or a YAML file
    documents: str | None = None  # where its documents are, instead of where the task says
    limit: _Limit = None  # so many test documents at most
    reference: str = ""  # the data set whose published results stand beside; the name of the task if empty
    optional: bool = False  # whether the benchmark goes on without it where it cannot be measured, and says so


@dataclass(frozen=True, slots=True)
class MethodChoice:
    """One method of a plan; on tasks also an instruction, given or learned first."""

    __pydantic_config__ = ROW

    method: str = ""  # the method by its spec, as in ``gyges anonymize --method``
    instruction: str = ""  # one of a task, a file, or a folder of ``gyges tune``; on tasks only
    learn: Literal["", "best"] = ""  # ``best``: an instruction is learned with each model and each seed; on tasks only
    label: str = ""  # what it is called in tables; made from method and options if empty
    models: tuple[str, ...] = ()  # models that rewrite; empty for those of the plan, if the method needs one
    attacker: str | None = None  # who attacks inside the method
    judge: str | None = None  # who judges inside the method
    options: _Options = field(default_factory=dict)  # options of the method
    protect: str = ""  # what must not be learned
    preserve: str = ""  # what must stay
    datasets: tuple[str, ...] = ()  # only on these data sets or tasks; empty for all
    optional: bool = False  # whether the benchmark goes on without it where it cannot be used, and says so

    @property
    def title(self) -> str:
        """What it is called in tables, the model left out."""
        if self.label:
            return self.label
        given = ", ".join(f"{name}={value}" for name, value in self.options.items())
        name = self.method or self.instruction or "learned"
        return f"{name} ({given})" if given else name


@dataclass(frozen=True, slots=True)
class BenchmarkPlan:
    """What a benchmark compares: data sets x methods x models x seeds, each read by every attacker; or tasks."""

    __pydantic_config__ = ROW

    name: Named  # what it is called
    description: str = ""  # what it is for, in a sentence or two
    datasets: tuple[Annotated[DatasetChoice, _row("name")], ...] = ()  # the data sets
    tasks: tuple[Annotated[TaskChoice, _row("task")], ...] = ()  # the tasks, in the place of data sets
    methods: tuple[Annotated[MethodChoice, BeforeValidator(_method_row)], ...] = ()  # the methods
    models: tuple[str, ...] = ()  # the models of all methods that need one and name none
    attackers: tuple[str, ...] = ()  # who attacks; empty for the one of ``gyges.yaml``, else ``rules``
    judge: str | None = None  # the model asked about values that rules do not settle
    utility_judge: str | None = None  # the model that rates utility; the judge if None
    matcher: str | None = None  # who says who is who, a model or ``rules``; see `AuditOptions.who_matches` if None
    labeller: str | None = None  # who labels documents nobody annotated
    answerer: str | None = None
    seeds: tuple[int, ...] = ()  # seeds of methods that have a ``seed``, and of searches on tasks
    transfer: bool = False  # whether what is learned with one model is also measured with the others
    learn: _Options = field(default_factory=dict)  # keys of the task file for searches
    profile: Profile = "strict"  # scoring rules
    as_made: bool = False  # whether releases are scored as methods made them: no floor, and none refused as garbled
    sampling: Mapping[SampledRole, Sampling] = field(default_factory=dict)  # how answers are drawn, by role
    stages: Annotated[int, Field(ge=1, le=3)] = 3  # calls per text of an attack by a model
    guess_all: bool = False  # whether a model must guess every kind of fact but codes for everybody
    examples: bool = False  # whether a model that lists people is shown examples
    references: tuple[str, ...] = ()  # published tables to print besides those of the same data sets, by their source
    linkage: LinkPlan | None = None
    tables: tuple[str, ...] = ()  # tables of papers whose shape the report takes besides its own
    coverage: Annotated[float | None, Field(ge=0, le=1)] = None

    def with_flags(
        self,
        *,
        models: Sequence[str] = (),
        attackers: Sequence[str] = (),
        judge: str | None = None,
        utility_judge: str | None = None,
        matcher: str | None = None,
        answerer: str | None = None,
        limit: int | None = None,
        profile: Profile | None = None,
        embedder: str | None = None,
        options: Sequence[tuple[str, str]] = (),
    ) -> "BenchmarkPlan":
        """Return the plan with what was said on the command line, which wins over the file."""
        if embedder is not None and self.linkage is None:
            raise ConfigError(f"the plan '{self.name}' links nothing by meaning", "leave --embedder out")
        if self.tasks and (utility_judge or matcher or answerer):
            flags = "--matcher, --answerer and --utility-judge"
            raise ConfigError(f"a plan of tasks does not take {flags}", "leave them out; the tasks name what they need")
        if self.tasks and len(attackers) > 1:
            raise ConfigError("a plan of tasks has one attacker", "join several with +, or run it once for each")
        return replace(
            self,
            datasets=tuple(replace(d, limit=_smaller(d.limit, limit)) for d in self.datasets),
            tasks=tuple(replace(t, limit=_smaller(t.limit, limit)) for t in self.tasks),
            methods=_with_options(self, options),
            models=tuple(models) or self.models,
            attackers=tuple(attackers) or self.attackers,
            judge=judge or self.judge,
            utility_judge=utility_judge or self.utility_judge,
            matcher=matcher or self.matcher,
            answerer=answerer or self.answerer,
            profile=profile or self.profile,
            linkage=replace(self.linkage, embedder=embedder) if embedder and self.linkage else self.linkage,
        )


def _with_options(plan: BenchmarkPlan, given: Sequence[tuple[str, str]]) -> tuple[MethodChoice, ...]:
    """Return the methods with options that were said as ``METHOD.NAME`` and a value."""
    rows = plan.methods
    for place, value in given:
        method, _, name = place.rpartition(".")
        if method not in {row.method.partition(":")[0] for row in rows}:
            raise ConfigError(f"the plan '{plan.name}' has no method '{method}'", "write --set METHOD.NAME=VALUE")
        rows = tuple(
            replace(row, options={**row.options, name: value}) if row.method.partition(":")[0] == method else row
            for row in rows
        )
    return rows


_PLAN = TypeAdapter(BenchmarkPlan)
_LIMIT: TypeAdapter[int | None] = TypeAdapter(_Limit)
_ROWS: Mapping[str, type] = {
    "datasets": DatasetChoice,
    "tasks": TaskChoice,
    "methods": MethodChoice,
    "linkage": LinkPlan,
}
_ROW_KEYS: Mapping[type, tuple[str, ...]] = {
    MethodChoice: ("method", "label", "model", "level"),
    BenchmarkPlan: ("limit",),
}
_NO_KEYS: Mapping[type, tuple[str, ...]] = {MethodChoice: ("method", "label", "models")}


def _smaller(one: int | None, two: int | None) -> int | None:
    return min((size for size in (one, two) if size is not None), default=None)


def shipped_plans() -> dict[str, str]:
    """Return the plans that ship, by name, each with its description."""
    return {name: load_plan(name).description for name in _shipped()}


def load_plan(source: str | Path) -> BenchmarkPlan:
    """Read a plan.

    Args:
        source: The path of a YAML file, or the name of a plan that ships.

    Raises:
        InputError: There is no such plan.
        ConfigError: The file is no plan.
    """
    path = Path(source)
    try:
        if path.is_file():
            return _parsed(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the plan {path} cannot be read ({error})", "name another file") from error
    names = _shipped()
    if str(source) in names:
        return _parsed((_folder() / f"{source}{_SUFFIX}").read_text(encoding="utf-8"), f"plan '{source}'")
    near = difflib.get_close_matches(str(source), names, n=1)
    remedy = f"did you mean {near[0]}?" if near else f"name a YAML file or one of {', '.join(names)}"
    raise InputError(f"there is no plan '{source}'", remedy)


def _folder() -> Any:
    return files("gyges.runs.benchmark") / "plans"


def _shipped() -> list[str]:
    return sorted(item.name.removesuffix(_SUFFIX) for item in _folder().iterdir() if item.name.endswith(_SUFFIX))


def _parsed(text: str, place: str) -> BenchmarkPlan:
    needed = "write name, datasets and methods"
    try:
        data = parse_yaml(text)
    except yaml.YAMLError as error:
        line = " ".join(str(error).split())
        raise ConfigError(f"{place} is not YAML ({line})", "mend the file") from error
    if data is None:
        raise ConfigError(f"{place} is empty", f"{needed}; 'gyges benchmark --list' shows plans")
    if not isinstance(data, dict):
        raise ConfigError(f"{place} is no plan", f"{needed} as keys of a mapping")
    for key in ("name", "methods"):
        if not data.get(key):
            raise ConfigError(f"{place} lacks '{key}'", "add it; docs/guides/benchmark.md has an example")
    limit = data.pop("limit", None)
    try:
        plan = _PLAN.validate_python(data)
        limit = _LIMIT.validate_python(limit)
    except ValidationError as error:
        raise _wrong(error, place) from error
    _check(plan)
    return plan.with_flags(limit=limit)


def _wrong(error: ValidationError, place: str) -> ConfigError:
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the file"
    if first["type"] == "unexpected_keyword_argument":
        kind = _ROWS.get(str(first["loc"][0]), BenchmarkPlan) if len(first["loc"]) > 1 else BenchmarkPlan
        known = [
            *_ROW_KEYS.get(kind, ()),
            *(one.name for one in fields(kind) if one.name not in _NO_KEYS.get(kind, ())),
        ]
        key = str(first["loc"][-1])
        near = [_BEFORE[key]] if _BEFORE.get(key) in known else difflib.get_close_matches(key, known, n=1)
        remedy = f"did you mean {near[0]}?" if near else f"use {', '.join(known)}"
        return ConfigError(f"{place} has the unknown key '{where}'", remedy)
    if first["type"] == "missing":
        return ConfigError(f"{place} lacks '{where}'", "add it; docs/guides/benchmark.md has an example")
    return ConfigError(f"{place}: {where}: {first['msg']}", "mend the file")


def _check(plan: BenchmarkPlan) -> None:
    """Refuse what no part of a plan shows by itself."""
    if not (plan.datasets or plan.tasks):
        remedy = "add it, or 'tasks'; docs/guides/benchmark.md has an example"
        raise ConfigError(f"the plan '{plan.name}' lacks 'datasets'", remedy)
    if plan.datasets and plan.tasks:
        raise ConfigError(f"the plan '{plan.name}' has both datasets and tasks", "make two plans of it")
    names = [one.name for one in plan.datasets]
    for kind, some in (("data sets", names), ("seeds", plan.seeds), ("models", plan.models)):
        if len(set(some)) != len(some):
            raise ConfigError(f"the plan '{plan.name}' names one of its {kind} twice", "leave one out or rename it")
    learned = [one.title for one in plan.methods if not one.method]
    if names and learned:
        raise ConfigError(f"'{learned[0]}' of the plan '{plan.name}' has no task", "name tasks, or use 'prompt:FILE'")
    unknown = sorted({name for one in plan.methods for name in one.datasets} - set(names))
    if names and unknown:
        raise ConfigError(
            f"a method of the plan '{plan.name}' is for '{unknown[0]}', no data set of it", "mend the file"
        )
    if plan.linkage is not None:
        check_link_plan(plan.linkage, plan.name, frozenset(names))
