"""A stage: what is done to every document, and what decides the result."""

import hashlib
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field

from gyges.errors import ConfigError, InputError
from gyges.records import Document, JsonValue, Subject, UnreadableDocument
from gyges.runs._canonical import canonical, compact
from gyges.runs.workers import Remote

# A revision says what the answers of a stage mean: findings of an older reader must not be taken for those of this one.
# It is counted up, on purpose, in the commit that makes its stage answer differently: by code, a table or a prompt.
# A comment, a new name or a quicker loop leaves it as it is, so that nobody pays again for what is the same.
# ``tests/runs/test_stage_revisions.py`` fails when a stage answers differently under its old number. Replies of models
# are cached by what was asked, so a new revision costs no call that is still the same.
ATTACK_REVISION = 15
"""What attackers find in a text. It is part of how methods attack, so releases are made anew with it too."""

ANONYMIZE_REVISION = 23
"""What methods release, where it is not the attack inside them that changed."""

LINK_REVISION = 9
"""Which claims are taken out of a text, and how they are rated."""

_SECRET = re.compile(r"(^|[_-])(api[_-]?key|password|passwd|secret|authorization|(access|auth|bearer)[_-]token)$", re.I)


@dataclass(frozen=True, slots=True)
class Stage:
    """What is done to every document, and what decides the result.

    Attributes:
        name: What is done, in a word or two.
        work: Does it for one document.
        settings: All that decides the result besides the document: the model, its temperature, the prompt, and a
            ``revision`` that is counted up when the code comes to answer differently. No keys or passwords: settings
            are written to ``plan.json``.
        remote: Makes the same work in another process; None where it must be done in this one, as it asks models.
        head: What of it decides the names of its units; made here.

    Raises:
        ConfigError: It has no name, or settings that cannot be written down.
    """

    name: str
    work: Callable[[Document], Awaitable[JsonValue]]
    settings: Mapping[str, JsonValue] = field(default_factory=dict)
    remote: Remote | None = None
    head: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise ConfigError("a stage has no name", "name every stage")
        _check_settings(f"the stage '{self.name}'", self.settings)
        object.__setattr__(self, "head", f"{canonical(self.name)},{canonical(self.settings)}")


def unit_digest(stage: Stage, document: Document) -> str:
    """Return the name of one stage of one document: SHA-256 over everything that decides its result.

    The version of Gyges is no part of it, or every upgrade would make users pay for everything again; a stage that
    comes to answer differently counts up a ``revision`` in its settings instead.
    """
    # The empty object stood for stages that others needed; it stays, so that nothing is paid for again.
    parts = f"[{stage.head},{canonical(_document_json(document))},{{}}]"
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
                **({"unreadable": document.why} if isinstance(document, UnreadableDocument) else {}),
            }
        )
    except (TypeError, ValueError) as error:
        raise InputError(
            f"the meta of document '{document.id}' cannot be written as JSON ({error})",
            "use only texts, numbers, true, false, null, lists and objects",
        ) from error


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
    return {name: value for name, value in row.items() if value or name not in ("called", "special")}
