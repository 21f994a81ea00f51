"""Rows in files, checked with pydantic: our own keys and SPIA's, whose offsets count in UTF-16 units."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

from pydantic import AliasChoices, BaseModel, BeforeValidator, Field

from gyges.errors import InputError
from gyges.records import MAX_LEVEL, Document, Fact, IdentifierType, Mention, Release, Subject, taxonomy

_LAST_BMP = 0xFFFF
_TAXONOMIES_OF_FACTS = ("spia", "author", "special")
Level = Annotated[int, Field(ge=0, le=MAX_LEVEL)]


class Utf16Index:
    """Converts UTF-16 offsets into one text, and back."""

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._wide = [i for i, char in enumerate(text) if ord(char) > _LAST_BMP]
        self._wide_starts = [i + seen for seen, i in enumerate(self._wide)]

    def to_code_point(self, offset: int) -> int:
        """Return the code-point offset of a UTF-16 offset; an offset inside a character is an error."""
        before = bisect_left(self._wide_starts, offset)
        if before and self._wide_starts[before - 1] + 1 == offset:
            raise InputError(f"offset {offset} lies inside a character", "count offsets in UTF-16 units")
        point = offset - before
        if not 0 <= point <= self._length:
            raise InputError(f"offset {offset} lies outside the text", "check that offsets and text belong together")
        return point

    def to_unit(self, point: int) -> int:
        """Return the UTF-16 offset of a code-point offset."""
        return point + bisect_left(self._wide, point)


def find_surrogate(text: str) -> int | None:
    """Return where a text has half a character (an unpaired surrogate), which no UTF-8 file can hold."""
    if text.isascii():
        return None
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        return error.start
    return None


def spia_people_row(document: Document, annotator: str) -> dict[str, object]:
    """Return a document as a row of SPIA's files of people: each person has all tags, empty where nothing is known.

    What SPIA has no place for is left out: evidence, and the meta of the document.
    """
    people = document.subjects or ()
    numbered = _numbers(people)
    return {
        "metadata": {"data_id": document.id, "number_of_subjects": len(people), "annotator": annotator},
        "text": document.text,
        "subjects": [
            {"id": number, "description": person.description, "PIIs": _facts(person.facts)}
            for number, person in zip(numbered, people, strict=True)
        ],
    }


def spia_entity_row(document: Document, annotator: str) -> dict[str, object]:
    """Return a document as a row of SPIA's files of spans."""
    index = Utf16Index(document.text)
    return {
        "metadata": {"data_id": document.id},
        "text": document.text,
        "entities": [
            {
                "span_text": mention.text,
                "entity_type": mention.type,
                "start_offset": index.to_unit(mention.start),
                "end_offset": index.to_unit(mention.end),
                "span_id": str(number),
                "entity_id": mention.entity_id,
                "annotator": annotator,
                "identifier_type": mention.identifier.value,
            }
            for number, mention in enumerate(document.mentions or (), start=1)
        ],
    }


def _numbers(people: Sequence[Subject]) -> list[int]:
    """Return ids as SPIA has them: whole numbers. Ids that are none become places in the list."""
    plain = [person.id.isascii() and person.id.isdigit() and str(int(person.id)) == person.id for person in people]
    return [int(person.id) for person in people] if all(plain) else list(range(len(people)))


def _facts(facts: Sequence[Fact]) -> list[dict[str, object]]:
    tags = dict.fromkeys((*taxonomy("spia").names, *(fact.tag for fact in facts)))
    rows = []
    for tag in tags:
        held = [fact for fact in facts if fact.tag == tag] or [Fact(tag, "", 0, 0)]
        rows += [
            {"tag": tag, "keyword": fact.value, "certainty": fact.certainty, "hardness": fact.hardness} for fact in held
        ]
    return rows


def _tag_name(tag: object) -> str:
    name = _known_tag(tag) if isinstance(tag, str) else None
    if name is None:
        raise ValueError(f"unknown tag {tag!r}")
    return name


@lru_cache(maxsize=1024)  # the same few in every row
def _known_tag(tag: str) -> str | None:
    said = tag.strip().upper()
    known = [taxonomy(name) for name in _TAXONOMIES_OF_FACTS]
    if any(said in tags for tags in known):
        return said
    return next((one.name for tags in known for one in tags if said in one.aliases), None)


def _as_text(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


TagName = Annotated[str, BeforeValidator(_tag_name)]
TextOrNumber = Annotated[str, BeforeValidator(_as_text)]


class _SchemaRow(BaseModel, extra="ignore", frozen=True):
    pass


class DocumentFactRow(_SchemaRow):
    """A fact; SPIA calls the value ``keyword``."""

    tag: TagName
    value: TextOrNumber = Field(validation_alias=AliasChoices("value", "keyword"))
    certainty: Level = MAX_LEVEL
    hardness: Level = 0
    evidence: tuple[str, ...] = ()

    def to_fact(self) -> Fact | None:
        """Return the fact, or None for a blank value: nothing was inferred, whatever its certainty says."""
        value = self.value.strip()
        return Fact(self.tag, value, self.certainty, self.hardness, self.evidence) if value else None


class SubjectRow(_SchemaRow):
    """A person; SPIA calls the facts ``PIIs``."""

    id: TextOrNumber
    description: str = ""
    facts: tuple[DocumentFactRow, ...] = Field(default=(), validation_alias=AliasChoices("facts", "PIIs"))

    def to_subject(self) -> Subject:
        """Return the subject without its blank facts."""
        facts = [fact for row in self.facts if (fact := row.to_fact()) is not None]
        return Subject(self.id, self.description).told(facts)


class MentionRow(_SchemaRow):
    """A span; the long names are those of TAB and SPIA."""

    start: int = Field(validation_alias=AliasChoices("start", "start_offset"))
    end: int = Field(validation_alias=AliasChoices("end", "end_offset"))
    text: str | None = Field(default=None, validation_alias=AliasChoices("text", "span_text"))
    type: str = Field(validation_alias=AliasChoices("type", "entity_type"))
    identifier: IdentifierType = Field(
        default=IdentifierType.QUASI, validation_alias=AliasChoices("identifier", "identifier_type")
    )
    entity_id: TextOrNumber = ""

    def to_mention(self, text: str, start: int, end: int) -> Mention:
        """Return the mention at code-point offsets of its text."""
        kind = taxonomy("tab")[self.type].name
        if end > len(text):
            raise InputError(f"a mention at {start}-{end} ends after the text", "check that they belong together")
        surface = text[start:end] if self.text is None else self.text
        return Mention(start, end, surface, kind, self.identifier, self.entity_id)


def document_row(document: Document) -> dict[str, object]:
    """Return a document as the JSON object written to files."""
    row: dict[str, object] = {"id": document.id, "text": document.text}
    if document.subjects is not None:
        row["subjects"] = [
            {"id": s.id, "description": s.description, "facts": [_fact_row(f) for f in (*s.facts, *s.special)]}
            for s in document.subjects
        ]
    if document.mentions is not None:
        row["mentions"] = [
            {
                "start": m.start,
                "end": m.end,
                "text": m.text,
                "type": m.type,
                "identifier": m.identifier.value,
                "entity_id": m.entity_id,
            }
            for m in document.mentions
        ]
    if document.meta:
        row["meta"] = dict(document.meta)
    return row


def release_row(release: Release) -> dict[str, object]:
    """Return a release as the JSON object written to files."""
    return {"id": release.id, "text": release.text, "method": release.method, "trace": dict(release.trace)}


def _fact_row(fact: Fact) -> dict[str, object]:
    row: dict[str, object] = {
        "tag": fact.tag,
        "value": fact.value,
        "certainty": fact.certainty,
        "hardness": fact.hardness,
    }
    if fact.evidence:
        row["evidence"] = list(fact.evidence)
    return row
