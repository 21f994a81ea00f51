"""The shapes of rows in files, checked with pydantic; both our own keys and SPIA's are understood."""

from functools import lru_cache
from typing import Annotated

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field

from gyges.errors import InputError
from gyges.records import MAX_LEVEL, Document, Fact, IdentifierType, Mention, Release, Subject, taxonomy

__all__ = ["DocumentFactRow", "MentionRow", "SubjectRow", "document_row", "release_row"]

_TAXONOMIES_OF_FACTS = ("spia", "author")


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
Level = Annotated[int, Field(ge=0, le=MAX_LEVEL)]


class _SchemaRow(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


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
        facts = (row.to_fact() for row in self.facts)
        return Subject(self.id, self.description, tuple(fact for fact in facts if fact is not None))


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
            {"id": s.id, "description": s.description, "facts": [_fact_row(f) for f in s.facts]}
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
