"""The questions about the people of a text. All begin with the same words and the text, so servers can reuse both."""

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from gyges.attacks._answers import FactRow, Facts, People, PeopleWithFacts, PersonRow
from gyges.attacks._values import clean_value
from gyges.models import DocumentText, Prompt
from gyges.records import JsonValue, Tag

__all__ = [
    "FindPeople",
    "InferAll",
    "InferFacts",
    "people_list",
    "require_tags",
    "tag_named",
    "with_tags",
]


@dataclass(frozen=True)
class FindPeople(Prompt[People]):
    """Who is in this text?"""

    template = "prompts/people.jinja"
    answer = People
    max_tokens = 2048

    text: DocumentText
    examples: bool = False


@dataclass(frozen=True)
class InferFacts(Prompt[Facts]):
    """What does it give away about these people?

    Attributes:
        text: The text.
        people: The people, one a line. They come from a model that read the text, so they are fenced like the text.
        ids: The ids of the people.
        tags: The kinds of facts to look for.
        reference_date: The day on which ages are stated.
        guessed: Names of the kinds that must be guessed for everybody.
    """

    template = "prompts/facts.jinja"
    answer = Facts

    text: DocumentText
    people: DocumentText
    ids: tuple[int, ...]
    tags: tuple[Tag, ...]
    reference_date: str
    guessed: tuple[str, ...] = ()

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
class InferAll(Prompt[PeopleWithFacts]):
    """Who is in this text, and what does it give away about them?"""

    template = "prompts/whole.jinja"
    answer = PeopleWithFacts

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
    """Return people as lines with ids from 1.

    Example:
        >>> people_list([PersonRow(called="Ana", description="caller", how_many=1)])
        'person 1: Ana - caller'
    """
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
