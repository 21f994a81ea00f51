"""Plans: which stages every document goes through, and what decides the result of each."""

import hashlib
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field

from gyges.errors import ConfigError, InputError
from gyges.records import Document, JsonValue, Subject
from gyges.runs._canonical import canonical, compact
from gyges.runs.workers import Remote

__all__ = ["Plan", "Stage", "Task", "unit_digest", "unit_digests"]

_SECRET = re.compile(r"(^|[_-])(api[_-]?key|password|passwd|secret|authorization|(access|auth|bearer)[_-]token)$", re.I)


@dataclass(frozen=True, slots=True)
class Task:
    """What the work of a stage is given.

    Attributes:
        document: The document.
        results: The values of the stages it needs, by name, as read back from the journal.
    """

    document: Document
    results: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of a plan.

    Attributes:
        name: Unique in its plan.
        work: Does the step for one document.
        settings: All that decides the result besides document and needed stages: the model, its temperature, the
            prompt, and a ``revision`` that is counted up when the code comes to answer differently. No keys or
            passwords: settings are written to ``plan.json``.
        needs: Names of earlier stages whose values the work is given.
        remote: Makes the same work in another process; None where it must be done in this one, as it asks models.
    """

    name: str
    work: Callable[[Task], Awaitable[JsonValue]]
    settings: Mapping[str, JsonValue] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    remote: Remote | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The stages that every document goes through, in order.

    Attributes:
        stages: The steps; each may need earlier ones.
        name: What kind of run it is, such as ``audit``; a folder belongs to one kind.
        settings: What a reader of ``plan.json`` should know besides; it decides no result.
        heads: What of each stage decides the names of its units; made here.

    Raises:
        ConfigError: Names collide, a needed stage does not come earlier, or settings cannot be written down.
    """

    stages: tuple[Stage, ...]
    name: str
    settings: Mapping[str, JsonValue] = field(default_factory=dict)
    heads: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.stages:
            raise ConfigError(f"the plan '{self.name}' has no stages", "give it at least one")
        _check_settings(f"the plan '{self.name}'", self.settings)
        earlier: set[str] = set()
        for stage in self.stages:
            _check_stage(stage, earlier)
            earlier.add(stage.name)
        object.__setattr__(self, "heads", tuple(map(_head, self.stages)))  # the same for all documents

    @property
    def step(self) -> str:
        """What is done, in a word or two: the stage where there is one, else the kind of run."""
        return self.stages[0].name if len(self.stages) == 1 else self.name

    @property
    def stage_names(self) -> tuple[str, ...]:
        """The names of the stages, in order."""
        return tuple(stage.name for stage in self.stages)


def unit_digest(stage: Stage, document: Document, upstream_digests: Mapping[str, str]) -> str:
    """Return the name of one stage of one document: SHA-256 over everything that decides its result.

    The version of Gyges is no part of it, or every upgrade would make users pay for everything again; a stage that
    comes to answer differently counts up a ``revision`` in its settings instead.

    Args:
        stage: The stage.
        document: The document, of which all parts count.
        upstream_digests: The digests of the needed stages, by name.

    Raises:
        InputError: The document holds something that JSON cannot express.
    """
    return _digest(_head(stage), _document_json(document), upstream_digests)


def unit_digests(plan: Plan, document: Document) -> tuple[str, ...]:
    """Return the digests of all stages of one document, in the order of the plan."""
    text = _document_json(document)
    digests: dict[str, str] = {}
    for stage, head in zip(plan.stages, plan.heads, strict=True):
        digests[stage.name] = _digest(head, text, {need: digests[need] for need in stage.needs})
    return tuple(digests.values())


def _head(stage: Stage) -> str:
    """Return what of a stage decides the names of its units."""
    return f"{canonical(stage.name)},{canonical(stage.settings)}"


def _digest(head: str, document_json: str, upstream_digests: Mapping[str, str]) -> str:
    parts = f"[{head},{canonical(document_json)},{canonical(upstream_digests)}]"
    return hashlib.sha256(parts.encode("ascii")).hexdigest()


def _document_json(document: Document) -> str:
    subjects, mentions = document.subjects, document.mentions
    try:
        return canonical(
            {
                "id": document.id,
                "text": document.text,
                "subjects": None if subjects is None else [_subject(subject) for subject in subjects],
                "mentions": None if mentions is None else [asdict(mention) for mention in mentions],
                "meta": document.meta,
            }
        )
    except (TypeError, ValueError) as error:
        raise InputError(
            f"the meta of document '{document.id}' cannot be written as JSON ({error})",
            "use only texts, numbers, true, false, null, lists and objects",
        ) from error


def _check_stage(stage: Stage, earlier: set[str]) -> None:
    if not stage.name.strip():
        raise ConfigError("a stage has no name", "name every stage")
    if stage.name in earlier:
        raise ConfigError(f"two stages are called '{stage.name}'", "give every stage a name of its own")
    for need in stage.needs:
        if need not in earlier:
            raise ConfigError(
                f"the stage '{stage.name}' needs '{need}', which does not come before it",
                f"use one of: {', '.join(sorted(earlier)) or 'nothing, it is the first'}",
            )
    _check_settings(f"the stage '{stage.name}'", stage.settings)


def _check_settings(owner: str, settings: Mapping[str, JsonValue]) -> None:
    try:
        compact(settings)
        canonical(settings)
    except (TypeError, ValueError) as error:
        raise ConfigError(
            f"the settings of {owner} cannot be written as JSON ({error})",
            "use only texts, finite numbers, true, false, null, lists and objects",
        ) from error
    for name in _names(settings):
        if _SECRET.search(name):
            raise ConfigError(
                f"the setting '{name}' of {owner} looks like a secret, and settings are written to plan.json",
                "hand secrets to the work itself",
            )


def _names(value: JsonValue) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield name
            yield from _names(inner)
    elif not isinstance(value, str | int | float | None):
        for inner in value:
            yield from _names(inner)


def _subject(subject: Subject) -> dict[str, JsonValue]:
    """Return a person as digests hold them: what nobody said is left out, so that digests outlive new fields."""
    row: dict[str, JsonValue] = asdict(subject)
    return row if subject.called else {name: value for name, value in row.items() if name != "called"}
