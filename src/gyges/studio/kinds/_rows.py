"""What finished annotators wrote about one document, row by row: one thing a row, one column an annotator.

A row has a key made of what stands in it. Whoever decides on a row decides on these words: when an annotator changes
them later, the row has another key and is open again.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from gyges.errors import StudioError
from gyges.records import Fact, Mention
from gyges.scoring import align, compare_by_rules
from gyges.scoring.agreement import (
    AlignedMention,
    AlignedPerson,
    RowStanding,
    mentions_side_by_side,
    people_side_by_side,
)
from gyges.studio._project import Project
from gyges.studio.kinds._mentions import MentionsBody, mentions_of
from gyges.studio.kinds._people import PeopleBody, people_of

__all__ = ["MOST_ALIGNED", "FactCells", "MentionCells", "PersonCells", "mention_rows", "people_rows"]

MOST_ALIGNED = 250_000
"""Pairs of people, one of each sheet, that are compared: 500 against 500 take about ten seconds of one core."""

_KEY = 12  # hexadecimal digits that tell the rows of one document apart


@dataclass(frozen=True, slots=True)
class FactCells:
    """One fact as each annotator wrote it."""

    key: str
    tag: str
    standing: RowStanding
    facts: tuple[Fact | None, ...]


@dataclass(frozen=True, slots=True)
class PersonCells:
    """One person as each annotator described them; None where somebody did not see them."""

    key: str
    standing: RowStanding
    descriptions: tuple[str | None, ...]
    facts: tuple[FactCells, ...]


@dataclass(frozen=True, slots=True)
class MentionCells:
    """One span as each annotator marked it."""

    key: str
    standing: RowStanding
    differs: tuple[str, ...]
    mentions: tuple[Mention | None, ...]


def people_rows(project: Project, item: int) -> tuple[list[str], list[PersonCells]]:
    """Return who has finished the people of a document, and what they wrote.

    Raises:
        StudioError: They are too many.
    """
    done = [sheet for sheet in project.sheets.of_item("people", item) if sheet.done]
    said = [people_of(PeopleBody.model_validate(sheet.body)) for sheet in done]
    if any(len(one) * len(two) > MOST_ALIGNED for one, two in combinations(said, 2)):
        raise StudioError("these sheets have too many people to be held side by side", "split the document")
    keys = _Keys()
    rows = people_side_by_side(said, align, compare_by_rules())
    return [sheet.author for sheet in done], [_person(keys, row) for row in rows]


def mention_rows(project: Project, item: int) -> tuple[list[str], list[MentionCells]]:
    """Return who has finished the mentions of a document, and what they marked."""
    done = [sheet for sheet in project.sheets.of_item("mentions", item) if sheet.done]
    said = [mentions_of(MentionsBody.model_validate(sheet.body)) for sheet in done]
    keys = _Keys()
    return [sheet.author for sheet in done], [_mention(keys, row) for row in mentions_side_by_side(said)]


class _Keys:
    """Makes keys, and tells rows apart that say the same."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def __call__(self, *said: object) -> str:
        words = json.dumps(said, sort_keys=True)
        again = self._seen[words] = self._seen.get(words, 0) + 1
        return hashlib.sha256(f"{again}{words}".encode()).hexdigest()[:_KEY]


def _person(keys: _Keys, row: AlignedPerson) -> PersonCells:
    descriptions = tuple(None if person is None else person.description for person in row.people)
    key = keys("person", descriptions, [None if person is None else person.id for person in row.people])
    facts = (
        FactCells(keys(key, fact.tag, _values(fact.facts)), fact.tag, fact.standing, fact.facts) for fact in row.facts
    )
    return PersonCells(key, row.standing, descriptions, tuple(facts))


def _mention(keys: _Keys, row: AlignedMention) -> MentionCells:
    cells = [
        None if mention is None else [mention.start, mention.end, mention.type, mention.identifier]
        for mention in row.mentions
    ]
    return MentionCells(keys("mention", cells), row.standing, row.differs, row.mentions)


def _values(facts: Sequence[Fact | None]) -> list[object]:
    return [None if fact is None else [fact.value, fact.certainty, fact.hardness] for fact in facts]
