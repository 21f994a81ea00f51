"""What a model answers when it is asked about the people of a text.

The order of the fields is the order in which a model writes them: quotes first, what it concludes from them after.
"""

import copy
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, TypeAlias, cast

from pydantic import BaseModel, Field

from gyges.models import DocumentText, Prompt
from gyges.records import MAX_LEVEL, TAXONOMIES, JsonValue, Tag, taxonomy

MOST_PEOPLE = 100
MOST_FACTS = 40
MOST_QUOTES = 4

Quote: TypeAlias = Annotated[str, Field(max_length=400)]
"""Words that should stand in the text."""


class FactRow(BaseModel):
    """One fact about a person."""

    tag: str = Field(max_length=40)
    quotes: list[Quote] = Field(max_length=MOST_QUOTES)
    value: str = Field(max_length=300)
    certainty: int = Field(ge=0, le=MAX_LEVEL)


class PersonRow(BaseModel):
    """A person, or several of a counted group whom the text does not tell apart."""

    called: str = Field(max_length=200)
    description: str = Field(max_length=400)
    how_many: int = Field(ge=1)


class People(BaseModel):
    """Everybody in a text."""

    people: list[PersonRow] = Field(max_length=MOST_PEOPLE)


class PersonFacts(BaseModel):
    """What was inferred about one person of the list that was given."""

    id: int
    facts: list[FactRow] = Field(max_length=MOST_FACTS)


class Facts(BaseModel):
    """What was inferred about all of them."""

    people: list[PersonFacts] = Field(max_length=MOST_PEOPLE)


class PersonWithFacts(PersonRow):
    """A person and what was inferred, in one go."""

    facts: list[FactRow] = Field(max_length=MOST_FACTS)


class PeopleWithFacts(BaseModel):
    """Everybody in a text, and everything about them."""

    people: list[PersonWithFacts] = Field(max_length=MOST_PEOPLE)


# Whole values only, whatever their case. Words that can be names by themselves (a band called Redacted) are
# placeholders only between brackets; short ones that are names (Na, Nil, Null) never are.
_NO_GUESS = frozenset(
    {
        "unknown", "not known", "unclear", "uncertain", "undetermined", "undisclosed", "unspecified", "unstated",
        "not stated", "not specified", "not given", "not mentioned", "not provided", "not disclosed", "not available",
        "not applicable", "not inferable", "not identifiable", "not determinable", "cannot be inferred",
        "cannot be determined", "no information", "no guess", "no idea", "none", "n/a", "n.a.",
    }
)  # fmt: skip
_BETWEEN_BRACKETS = frozenset(
    {
        "redacted", "masked", "removed", "anonymized", "anonymised", "omitted", "deleted", "hidden", "withheld",
        "blank", "censored", "suppressed", "date", "place", "city", "country", "address", "number", "company",
        "first name", "last name", "surname", "date of birth", "gender",
    }
)  # fmt: skip
_BRACKETED = re.compile(r"[\[<({]+\s*+([^\[\]<>(){}]{0,80}?)[\s_#-]*+\d*+\s*+[\]>)}]+")
_BLACKED_OUT = re.compile(r"[*_.…█■▇▓•?–—-]+|[xX]{3,}")
_LEVELS = re.compile(r"(?<!\s)\s++/\s+")


def is_no_guess(value: str) -> bool:
    """Tell whether a whole value says that there is none."""
    words = value.strip().strip("\"'“”‘’").strip().removesuffix(".").casefold()
    if not words or words in _NO_GUESS or f"{words}." in _NO_GUESS or _BLACKED_OUT.fullmatch(words):
        return True
    bracketed = _BRACKETED.fullmatch(words)
    if bracketed is None:
        return False
    inside = bracketed.group(1).replace("_", " ").strip()
    return inside in _marks() or bool(_BLACKED_OUT.fullmatch(inside)) or not inside


def clean_value(value: str, tag: Tag) -> str:
    """Return a value by the conventions of its tag, empty when it is no guess.

    Options are spelled as the taxonomy spells them, and levels of a place that are not known are left out.
    """
    value = " ".join(value.split())
    if is_no_guess(value):
        return ""
    for option in tag.options:
        if option.casefold() == value.casefold().removesuffix("."):
            return option
    if tag.name == "LOCATION":
        return " / ".join(level for level in _LEVELS.split(value) if not is_no_guess(level))
    return value


@cache
def _marks() -> frozenset[str]:
    tags = {tag for name in TAXONOMIES for tag in taxonomy(name)}
    names = {name for tag in tags for name in (tag.name, *tag.aliases)}
    return _NO_GUESS | _BETWEEN_BRACKETS | {name.casefold().replace("_", " ") for name in names}


@dataclass(frozen=True)
class FindPeople(Prompt[People], template="prompts/people.jinja", max_tokens=2048):
    """Who is in this text?"""

    text: DocumentText
    examples: bool = False


@dataclass(frozen=True)
class InferFacts(Prompt[Facts], template="prompts/facts.jinja"):
    """What does it give away about these people?"""

    text: DocumentText  # the text
    people: DocumentText
    ids: tuple[int, ...]  # the ids of the people
    tags: tuple[Tag, ...]  # the kinds of facts to look for
    reference_date: str  # the day on which ages are stated
    guessed: tuple[str, ...] = ()  # names of the kinds that must be guessed for everybody

    def schema(self) -> dict[str, JsonValue]:
        """Return the schema of the answer, with the names of the tags and as many entries as people.

        It depends on their number only: few schemas in all, so an endpoint that compiles schemas does so rarely.
        """
        return _with_ids(with_tags(super().schema(), self.tags), self.ids)

    def check(self, answer: Facts) -> None:
        """Require every id of the list once, and no other."""
        given = [person.id for person in answer.people]
        problems = (
            ("these ids are given twice", [id for id in self.ids if given.count(id) > 1]),
            ("these ids of the list are missing", [id for id in self.ids if id not in given]),
        )
        wrong = [f"{words}: {', '.join(str(id) for id in ids)}" for words, ids in problems if ids]
        if not set(given) <= set(self.ids):
            wrong.append("some ids are not in the list of people")
        if wrong:
            raise ValueError("; ".join(wrong))
        require_tags((fact for person in answer.people for fact in person.facts), self.tags)
        _require_guesses(((f"person {person.id}", person.facts) for person in answer.people), self.tags, self.guessed)


@dataclass(frozen=True)
class InferAll(Prompt[PeopleWithFacts], template="prompts/whole.jinja"):
    """Who is in this text, and what does it give away about them?"""

    text: DocumentText
    tags: tuple[Tag, ...]
    reference_date: str
    guessed: tuple[str, ...] = ()
    examples: bool = False

    def schema(self) -> dict[str, JsonValue]:
        """Return the schema of the answer, with the names of the tags."""
        return with_tags(super().schema(), self.tags)

    def check(self, answer: PeopleWithFacts) -> None:
        """Require known tags, and the guesses that must be there."""
        require_tags((fact for person in answer.people for fact in person.facts), self.tags)
        people = ((f"person {number}", person.facts) for number, person in enumerate(answer.people, start=1))
        _require_guesses(people, self.tags, self.guessed)


def people_list(rows: Sequence[PersonRow]) -> DocumentText:
    """Return people as lines with ids from 1."""
    lines = []
    for number, row in enumerate(rows, start=1):
        words = " ".join(f"{row.called} - {row.description}".split())
        lines.append(f"person {number}: {words}" + (f" ({row.how_many} people)" if row.how_many > 1 else ""))
    return DocumentText("\n".join(lines))


def with_tags(schema: object, tags: Iterable[Tag]) -> dict[str, JsonValue]:
    """Return a schema in which every field named ``tag`` takes only the names of these tags."""
    copied = cast(dict[str, Any], copy.deepcopy(schema))
    names = [tag.name for tag in tags]
    for definition in copied["$defs"].values():
        if "tag" in definition["properties"]:
            definition["properties"]["tag"] = {"type": "string", "enum": names}
    return copied


def _with_ids(schema: dict[str, JsonValue], ids: Sequence[int]) -> dict[str, JsonValue]:
    copied = cast(dict[str, Any], copy.deepcopy(schema))
    copied["$defs"]["PersonFacts"]["properties"]["id"] = {"type": "integer", "enum": list(ids)}
    copied["properties"]["people"] |= {"minItems": len(ids), "maxItems": len(ids)}
    return copied


def tag_named(name: str, tags: Sequence[Tag]) -> Tag | None:
    """Return a tag by its name or another name of it, whatever the case."""
    wanted = "_".join(name.upper().replace("-", " ").split())
    return next((tag for tag in tags if wanted == tag.name or wanted in tag.aliases), None)


def require_tags(rows: Iterable[FactRow], tags: Sequence[Tag]) -> None:
    """Raise ValueError if a row has a tag that was not asked for."""
    if any(tag_named(row.tag, tags) is None for row in rows):
        raise ValueError(f"every tag must be one of {', '.join(tag.name for tag in tags)}")


def _require_guesses(
    people: Iterable[tuple[str, Sequence[FactRow]]], tags: Sequence[Tag], guessed: Sequence[str]
) -> None:
    """Raise ValueError if somebody lacks a guess of a kind that must be guessed: nobody tried, so it is not safe."""
    for who, rows in people:
        named = [(tag_named(row.tag, tags), row) for row in rows if row.certainty]
        there = {tag.name for tag, row in named if tag is not None and clean_value(row.value, tag)}
        missing = [name for name in guessed if name not in there]
        if missing:
            raise ValueError(f"{who} has no guess with a certainty of 1 or more for {', '.join(missing)}")
