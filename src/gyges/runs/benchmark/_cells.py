"""The cells of a benchmark: one method with one model and one seed on one data set."""

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import entry_points

from gyges.anonymizers import Purpose, Tools, find_method, is_built_in
from gyges.attacks import AttackOptions
from gyges.errors import ConfigError, GygesError
from gyges.models import ModelPool, parse_spec
from gyges.records import JsonValue
from gyges.runs._anonymize import open_for_purpose
from gyges.runs.benchmark._plan import BenchmarkPlan, MethodChoice

_PLUG_INS = "gyges.anonymizers"
_UNSAFE = re.compile(r"[^a-z0-9.]+")

ENDS_OF_THE_SCALE = frozenset({"none", "remove-all"})
"""Methods every attacker ranks last and first; they would make any two attackers agree."""

SEED_OPTIONS = ("seed", "sample")
"""Options by which a method gives other releases of one text; a seed of the plan goes into the first one it has."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One method with one model and one seed on one data set."""

    dataset: str  # the name of the data set
    choice: MethodChoice  # the method as the plan has it
    model: str | None = None  # the model that rewrites, None without one
    seed: int | None = None  # the seed, None where the method has none
    label: str = ""  # what it is called in tables; unlike all others of the data set
    slug: str = ""  # the same as the name of a folder
    without_seed: str = ""  # the label that all seeds of the method share

    @property
    def options(self) -> dict[str, JsonValue]:
        """The options of the method, the seed among them."""
        name = seed_option(self.choice.method)
        return {**self.choice.options, **({} if self.seed is None or name is None else {name: self.seed})}

    def tools(self, pool: ModelPool, attack: AttackOptions) -> Tools:
        """Return what the method works with."""
        choice = self.choice
        purpose = Purpose(choice.protect, choice.preserve)
        return Tools(pool, self.model, choice.attacker, choice.judge, purpose, attack=attack)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something the plan names and the benchmark does not do, with the reason."""

    what: str
    reason: str


def cells_of(plan: BenchmarkPlan) -> tuple[tuple[Cell, ...], tuple[LeftOut, ...]]:
    """Return the cells of a plan in the order of its file, and what was left out because it would be done twice."""
    cells: list[Cell] = []
    for dataset in (one.name for one in plan.datasets):
        crossed = (
            Cell(dataset, choice, model, seed)
            for choice in plan.methods
            if not choice.datasets or dataset in choice.datasets
            for model in _models(plan, choice)
            for seed in (plan.seeds if _is_seeded(choice) else ()) or (None,)
        )
        cells += _named(list(crossed))
    if not cells:
        raise ConfigError(f"the plan '{plan.name}' gives no method to run", "add a method for its data sets")
    seedless = dict.fromkeys(cell.choice.title for cell in cells if not _is_seeded(cell.choice))
    if len(plan.seeds) < 2 or not seedless:
        return tuple(cells), ()
    reason = f"no option '{SEED_OPTIONS[0]}' is open, so every seed would give the same releases; run once"
    return tuple(cells), (LeftOut(f"other seeds of {', '.join(seedless)}", reason),)


def _models(plan: BenchmarkPlan, choice: MethodChoice) -> Sequence[str | None]:
    if choice.models:
        return choice.models
    if not method_needs_model(choice.method):
        return (None,)
    if not plan.models:
        raise ConfigError(
            f"the method '{choice.method}' needs a model, and the plan '{plan.name}' leaves it open",
            "name one with --model, such as http://127.0.0.1:11434/v1#NAME",
        )
    return plan.models


def _is_seeded(choice: MethodChoice) -> bool:
    """Return True if each seed of the plan gives other releases."""
    name = seed_option(choice.method)
    return name is not None and name not in choice.options


def usable_cells(
    cells: Iterable[Cell], pool: ModelPool, attack: AttackOptions
) -> tuple[tuple[Cell, ...], tuple[LeftOut, ...]]:
    """Open every method once, so that what is missing shows before any text is sent or paid for."""
    usable: list[Cell] = []
    left_out: list[LeftOut] = []
    for cell in cells:
        try:
            open_for_purpose(cell.choice.method, cell.tools(pool, attack), cell.options)
        except GygesError as error:
            if not cell.choice.optional:
                raise
            left_out.append(LeftOut(f"{cell.label} on {cell.dataset}", str(error)))
        else:
            usable.append(cell)
    if not usable:
        raise ConfigError("no method of the plan can be used", left_out[0].reason)
    return tuple(usable), tuple(left_out)


def method_needs_model(spec: str) -> bool:
    """Whether a method that ships rewrites by a model; plug-ins that do name theirs in the plan."""
    name, _, argument = spec.partition(":")
    if not is_built_in(name.strip()):
        return False
    method = find_method(name.strip())
    return method.needs_model and not (method.argument_is_model and argument.strip())


def slug_of(name: str) -> str:
    """Return a name as the name of a folder."""
    return _UNSAFE.sub("-", name.lower()).strip("-.") or "unnamed"


def seed_option(spec: str) -> str | None:
    """Return the option by which a method gives other releases of one text; None where it has none."""
    known = _parameters(spec)
    return next((name for name in SEED_OPTIONS if name in known), None)


def _parameters(spec: str) -> Mapping[str, object]:
    name = spec.partition(":")[0].strip()
    if is_built_in(name):
        return inspect.signature(find_method(name).options).parameters
    added = [point for point in entry_points(group=_PLUG_INS) if point.name == spec.strip()]
    return inspect.signature(added[0].load()).parameters if added else {}


def _named(cells: Sequence[Cell]) -> list[Cell]:
    """Give the cells of one data set their names: method, model and seed."""
    labels = [_label(cell, _short) for cell in cells]
    if len(set(labels)) != len(labels):  # two models of one name at two addresses
        labels = [_label(cell, str) for cell in cells]
    twice = [label for label, count in Counter(labels).items() if count > 1]
    if twice:
        raise ConfigError(f"two methods of the plan are called '{twice[0]}'", "give each a 'label' of its own")
    named, taken = [], set[str]()
    for cell, label in zip(cells, labels, strict=True):
        slug = first = slug_of(label)
        number = 2
        while slug in taken:
            slug, number = f"{first}-{number}", number + 1
        taken.add(slug)
        shared = label.removesuffix(f" · seed {cell.seed}")
        named.append(replace(cell, label=label, slug=slug, without_seed=shared))
    return named


def _label(cell: Cell, shown: Callable[[str], str]) -> str:
    parts = [] if cell.model is None else [shown(cell.model)]
    parts += [] if cell.seed is None else [f"seed {cell.seed}"]
    return " · ".join([cell.choice.title, *parts])


def _short(model: str) -> str:
    """Return the name of a model as its maker writes it, without address and folder."""
    return parse_spec(model).model.rsplit("/", 1)[-1].removesuffix(".gguf")
