"""Findings that somebody else made: a model run elsewhere, a red team, a careful reader with a pencil."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import BaseModel, Field, ValidationError, model_validator

from gyges.attacks._attack import DEFAULT_OPTIONS, AttackOptions
from gyges.attacks._people import facts_of, subjects_of
from gyges.attacks._questions import FactRow, PersonRow, tag_named
from gyges.errors import BadRowError, InputError, NoReadingError
from gyges.reading import QuoteFinder
from gyges.records import MAX_LEVEL, WHO, Finding, JsonValue, Subject, Tag

_DIGEST = re.compile(r"[0-9a-f]{64}")
_SHOWN = 8  # signs of the hash of a file, which tells two states of it apart
_REMEDY = 'write {"digest": SHA-256 of the text, "people": [{"called": "", "description": "", "facts": [...]}]}'


class RecordedFact(BaseModel, extra="ignore"):
    """One fact, as somebody wrote it down."""

    tag: str
    value: str
    certainty: int = Field(default=MAX_LEVEL, ge=0, le=MAX_LEVEL)
    quotes: list[str] = []


class RecordedPerson(BaseModel, extra="ignore"):
    """One person, as somebody wrote them down."""

    called: str = ""
    description: str = ""
    how_many: int = Field(default=1, ge=1)
    facts: list[RecordedFact] = []


class RecordedReading(BaseModel, extra="ignore"):
    """One text, read: named by the hash of its UTF-8 bytes, or by the text itself.

    `who` says which listed person is which true one, where somebody who knew the truth said so afterwards: by the id
    of the true person, the place in `people`, counted from 0. Whoever is not in it was listed nowhere.
    """

    digest: str = ""
    text: str | None = None
    id: str | None = None
    people: list[RecordedPerson]
    who: dict[str, int] | None = None

    @model_validator(mode="after")
    def _names_its_text(self) -> "RecordedReading":
        if self.text is None and not _DIGEST.fullmatch(self.digest.lower()):
            raise ValueError("it names no text: give the SHA-256 of it as digest, or the text")
        places = list((self.who or {}).values())
        if len(set(places)) != len(places) or not set(places) <= set(range(len(self.people))):
            raise ValueError("who is who names somebody twice, or a place where nobody is listed")
        return self

    @property
    def of(self) -> str:
        """The digest of the text that was read."""
        return self.digest.lower() if self.text is None else text_digest(self.text)


@dataclass(frozen=True)
class RecordedAttack:
    """Looks up what was recorded about a text; a reading of another version of it is refused.

    Attributes:
        name: ``recorded:FILE`` with the beginning of the file's hash: a file that was changed is another attacker.
        readings: By the digest of the text.
        options: Only the taxonomy matters.
    """

    name: str
    readings: dict[str, RecordedReading] = field(repr=False)
    options: AttackOptions = DEFAULT_OPTIONS

    async def attack(self, text: str, *, id: str) -> Finding:
        """Return what was recorded about a text.

        Raises:
            NoReadingError: There is no reading of this very text.
        """
        finding = self.find(text, id)
        if finding is None:
            stale = any(one.id == id for one in self.readings.values())
            what = "another version of this text was read" if stale else "nobody recorded a reading of this text"
            raise NoReadingError(f"{what} ({self.name})", "have this text read, or leave it out")
        return finding

    def find(self, text: str, id: str) -> Finding | None:
        """Return what was recorded about a text; None where nobody read this very text."""
        reading = self.readings.get(text_digest(text))
        if reading is None:
            return None
        finder, tally = QuoteFinder(text), Counter[str]()
        people: list[Subject] = []
        first: list[str] = []  # by place in the reading, as a counted group is several people
        for person in reading.people:
            first.append(str(len(people)))
            people += self._subjects(person, finder, tally)
        numbered = tuple(replace(one, id=str(number)) for number, one in enumerate(people))
        notes: dict[str, JsonValue] = dict(tally)
        if reading.who is not None:
            notes[WHO] = {true: first[place] for true, place in reading.who.items()}
        return Finding(id, self.name, numbered, notes)

    def _subjects(self, person: RecordedPerson, finder: QuoteFinder, tally: Counter[str]) -> list[Subject]:
        tags = _tags(self.options)
        rows = [
            FactRow.model_construct(tag=fact.tag, quotes=fact.quotes, value=fact.value, certainty=fact.certainty)
            for fact in person.facts
        ]
        row = PersonRow.model_construct(called=person.called, description=person.description, how_many=person.how_many)
        return subjects_of(row, facts_of(rows, tags, finder, tally), finder, tally)


def text_digest(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, by which recorded readings name it."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def read_recorded(path: Path, options: AttackOptions = DEFAULT_OPTIONS) -> RecordedAttack:
    """Open recorded findings: JSON lines, one a text."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror})", "name a file of recorded readings") from error
    readings: dict[str, RecordedReading] = {}
    for number, reading in _rows(content, path, options):
        if reading.of in readings:
            raise BadRowError(f"{path}:{number} is a second reading of the same text", "put their people together")
        readings[reading.of] = reading
    if not readings:
        raise InputError(f"{path} holds no readings", _REMEDY)
    return RecordedAttack(f"recorded:{path.name}@{hashlib.sha256(content).hexdigest()[:_SHOWN]}", readings, options)


def _rows(content: bytes, path: Path, options: AttackOptions) -> Iterator[tuple[int, RecordedReading]]:
    tags = _tags(options)
    try:
        lines = content.decode("utf-8-sig").split("\n")  # other line ends may stand inside a value
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 ({error.reason} at byte {error.start})", "save it as UTF-8") from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            reading = RecordedReading.model_validate(json.loads(line))
        except (ValidationError, ValueError, RecursionError) as error:
            raise BadRowError(f"{path}:{number} is no reading ({_short(error)})", _REMEDY) from error
        strange = [fact.tag for person in reading.people for fact in person.facts if tag_named(fact.tag, tags) is None]
        if strange:
            names = ", ".join(tag.name for tag in tags)
            raise BadRowError(f"{path}:{number} has a fact of the unknown kind '{strange[0][:40]}'", f"use {names}")
        yield number, reading


def _tags(options: AttackOptions) -> tuple[Tag, ...]:
    """Return the kinds of facts a reading may tell; those of special categories are kept apart anyhow."""
    return replace(options, special=True).tags


def _short(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(str(part) for part in first['loc']) or 'the line'}: {first['msg']}"
    return "it is not JSON"
