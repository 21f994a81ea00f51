"""Plan files: which data sets, methods, models and attackers a benchmark compares."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from gyges.errors import ConfigError, InputError
from gyges.records import JsonValue
from gyges.runs.benchmark._link_plan import LinkFile, LinkPlan
from gyges.runs.benchmark._plan_file import parse_plan
from gyges.scoring import Profile

__all__ = ["BenchmarkPlan", "DatasetChoice", "MethodChoice", "load_plan", "shipped_plans"]

_SUFFIX = ".yaml"


@dataclass(frozen=True, slots=True)
class DatasetChoice:
    """One data set of a plan.

    Attributes:
        name: ``bundled``, a benchmark by name, a path, or any name where `path` is given.
        path: File or folder to read.
        mentions: A second file that holds the mentions of the same documents, joined by id.
        split: Only documents of this part (``meta.split``).
        limit: Only so many documents, evenly spaced through the file.
        marked_only: Only documents whose mentions are annotated.
        text_field: Field or column with the text.
        id_field: Field or column with the id.
        reference: The data set whose published results stand beside; the name itself if empty.
    """

    name: str
    path: str = ""
    mentions: str = ""
    split: str = ""
    limit: int | None = None
    marked_only: bool = False
    text_field: str | None = None
    id_field: str | None = None
    reference: str = ""


@dataclass(frozen=True, slots=True)
class MethodChoice:
    """One method of a plan.

    Attributes:
        method: The method by its spec, as in ``gyges anonymize --method``.
        label: What it is called in tables; made from method and options if empty.
        models: Models that rewrite; empty for those of the plan, if the method needs one.
        attacker: Who attacks inside the method.
        judge: Who judges inside the method.
        options: Options of the method.
        protect: What must not be learned.
        preserve: What must stay.
        datasets: Only on these data sets; empty for all.
        optional: Whether the benchmark goes on without it where it cannot be used, and says so.
    """

    method: str
    label: str = ""
    models: tuple[str, ...] = ()
    attacker: str | None = None
    judge: str | None = None
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    protect: str = ""
    preserve: str = ""
    datasets: tuple[str, ...] = ()
    optional: bool = False

    @property
    def title(self) -> str:
        """What it is called in tables, the model left out."""
        if self.label:
            return self.label
        given = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.method} ({given})" if given else self.method


@dataclass(frozen=True, slots=True)
class BenchmarkPlan:
    """What a benchmark compares: data sets x methods x models x seeds, each read by every attacker.

    Attributes:
        name: What it is called.
        description: What it is for, in a sentence or two.
        datasets: The data sets.
        methods: The methods.
        models: The models of all methods that need one and name none.
        attackers: Who attacks; empty for the one of ``gyges.yaml``, else ``rules``.
        judge: The model asked about values that rules do not settle.
        utility_judge: The model that rates utility; the judge if None.
        matcher: Who says who is who, a model or ``rules``; see `AuditOptions.who_matches` if None.
        labeller: Who labels documents nobody annotated.
        answerer: The model that answers the questions of documents that have some (`meta.question`, `meta.options`,
            `meta.answer`) from the releases: task accuracy. ``judge`` is whoever judges.
        seeds: Seeds of methods that have a ``seed``.
        profile: Scoring rules.
        stages: Calls per text of an attack by a model.
        guess_all: Whether a model must guess every kind of fact but codes for everybody.
        examples: Whether a model that lists people is shown examples.
        references: Published tables to print besides those of the same data sets, by their source.
        linkage: How releases are attacked by linkage; None for not at all. A plan with it that names no attackers is
            about linkage alone.
        tables: Tables of papers whose shape the report takes besides its own.
    """

    name: str
    description: str = ""
    datasets: tuple[DatasetChoice, ...] = ()
    methods: tuple[MethodChoice, ...] = ()
    models: tuple[str, ...] = ()
    attackers: tuple[str, ...] = ()
    judge: str | None = None
    utility_judge: str | None = None
    matcher: str | None = None
    labeller: str | None = None
    answerer: str | None = None
    seeds: tuple[int, ...] = ()
    profile: Profile = "strict"
    stages: int = 3
    guess_all: bool = False
    examples: bool = False
    references: tuple[str, ...] = ()
    linkage: LinkPlan | None = None
    tables: tuple[str, ...] = ()

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
    ) -> "BenchmarkPlan":
        """Return the plan with what was said on the command line, which wins over the file.

        Raises:
            ConfigError: There is an embedding model and nothing in the plan that needs one.
        """
        if embedder is not None and self.linkage is None:
            raise ConfigError(f"the plan '{self.name}' links nothing by meaning", "leave --embedder out")
        shorter = [d.limit if limit is None else min(limit, d.limit or limit) for d in self.datasets]
        return replace(
            self,
            datasets=tuple(replace(d, limit=count) for d, count in zip(self.datasets, shorter, strict=True)),
            models=tuple(models) or self.models,
            attackers=tuple(attackers) or self.attackers,
            judge=judge or self.judge,
            utility_judge=utility_judge or self.utility_judge,
            matcher=matcher or self.matcher,
            answerer=answerer or self.answerer,
            profile=profile or self.profile,
            linkage=replace(self.linkage, embedder=embedder) if embedder and self.linkage else self.linkage,
        )


class _PlanRow(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class _Dataset(_PlanRow):
    name: str = Field(min_length=1)
    path: str = ""
    mentions: str = ""
    split: str = ""
    limit: int | None = Field(default=None, ge=1)
    marked_only: bool = False
    text_field: str | None = None
    id_field: str | None = None
    reference: str = ""


class _Method(_PlanRow):
    method: str = Field(min_length=1)
    label: str = ""
    model: str | tuple[str, ...] = ()
    attacker: str | None = None
    judge: str | None = None
    level: str = ""
    options: dict[str, Any] = {}
    protect: str = ""
    preserve: str = ""
    datasets: tuple[str, ...] = ()
    optional: bool = False


class _PlanFile(_PlanRow):
    """The keys of a plan; an unknown one is an error, so that a slip of the pen is not a silent default."""

    name: str = Field(min_length=1)
    description: str = ""
    datasets: tuple[_Dataset, ...] = Field(min_length=1)
    methods: tuple[_Method, ...] = Field(min_length=1)
    models: tuple[str, ...] = ()
    attackers: tuple[str, ...] = ()
    judge: str | None = None
    utility_judge: str | None = None
    matcher: str | None = None
    labeller: str | None = None
    answerer: str | None = None
    seeds: tuple[int, ...] = ()
    profile: Profile = "strict"
    stages: int = Field(default=3, ge=1, le=3)
    guess_all: bool = False
    examples: bool = False
    references: tuple[str, ...] = ()
    linkage: LinkFile | None = None
    tables: tuple[str, ...] = ()

    @field_validator("datasets", "methods", mode="before")
    @classmethod
    def _short_forms(cls, rows: Any, info: Any) -> Any:
        """Let a plain name stand for a data set or a method of that name."""
        key = "name" if info.field_name == "datasets" else "method"
        return [{key: row} if isinstance(row, str) else row for row in rows] if isinstance(rows, list) else rows


def shipped_plans() -> dict[str, str]:
    """Return the plans that ship, by name, each with its description.

    Example:
        >>> "demo" in shipped_plans()
        True
    """
    return {name: load_plan(name).description for name in _shipped()}


def load_plan(source: str | Path, *, also: Iterable[str] = ()) -> BenchmarkPlan:
    """Read a plan.

    Args:
        source: The path of a YAML file, or the name of a plan that ships.
        also: Names of plans of other kinds, for the message where there is none of this name.

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
    known = sorted({*names, *also})
    near = difflib.get_close_matches(str(source), known, n=1)
    remedy = f"did you mean {near[0]}?" if near else f"name a YAML file or one of {', '.join(known)}"
    raise InputError(f"there is no plan '{source}'", remedy)


def _folder() -> Any:
    return files("gyges.runs.benchmark") / "plans"


def _shipped() -> list[str]:
    return sorted(item.name.removesuffix(_SUFFIX) for item in _folder().iterdir() if item.name.endswith(_SUFFIX))


def _parsed(text: str, place: str) -> BenchmarkPlan:
    return _plan(parse_plan(text, place, _PlanFile, {"datasets": _Dataset, "methods": _Method, "linkage": LinkFile}))


def _plan(file: _PlanFile) -> BenchmarkPlan:
    own = ("datasets", "methods", "linkage")
    shared = {name: getattr(file, name) for name in _PlanFile.model_fields if name not in own}
    datasets = tuple(DatasetChoice(**row.model_dump()) for row in file.datasets)
    methods = tuple(_method(row) for row in file.methods)
    for kind, names in (("data sets", [d.name for d in datasets]), ("seeds", file.seeds), ("models", file.models)):
        if len(set(names)) != len(names):
            raise ConfigError(f"the plan '{file.name}' names one of its {kind} twice", "leave one out or rename it")
    unknown = sorted({name for m in methods for name in m.datasets} - {d.name for d in datasets})
    if unknown:
        raise ConfigError(
            f"a method of the plan '{file.name}' is for '{unknown[0]}', no data set of it", "mend the file"
        )
    linkage = file.linkage.plan(file.name, frozenset(d.name for d in datasets)) if file.linkage else None
    return BenchmarkPlan(datasets=datasets, methods=methods, linkage=linkage, **shared)


def _method(row: _Method) -> MethodChoice:
    given = row.model_dump()
    model, level = given.pop("model"), given.pop("level")
    if level and given["options"].setdefault("level", level) != level:
        raise ConfigError(f"the method '{row.method}' has two levels", "leave one of them out")
    return MethodChoice(**given, models=(model,) if isinstance(model, str) else tuple(model))
