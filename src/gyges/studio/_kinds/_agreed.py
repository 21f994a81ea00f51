"""What annotators wrote side by side, what was decided on it, and the records that become of that."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

from pydantic import Field, model_validator

from gyges.errors import StudioError
from gyges.records import Fact, Mention, Subject
from gyges.scoring import align, compare_by_rules
from gyges.scoring.agreement import (
    AlignedMention,
    AlignedPerson,
    RowStanding,
    mentions_side_by_side,
    people_side_by_side,
)
from gyges.studio._kinds._kind import Body, Remark, SheetKind
from gyges.studio._kinds._mentions import MentionsBody, MentionWritten, mention_written, mentions_of
from gyges.studio._kinds._people import FactWritten, PeopleBody, PersonWritten, fact_written, people_of
from gyges.studio._project import Project

MOST_ALIGNED = 250_000
"""Pairs of people, one of each sheet, that are compared: 500 against 500 take about ten seconds of one core."""

_KEY = 12  # hexadecimal digits that tell the rows of one document apart
RowKey = Annotated[str, Field(min_length=1, max_length=40)]
How = Annotated[str, Field(min_length=1, max_length=20)]
_NOTHING_TO_AGREE_ON = Remark(rule="nothing", words="nobody has finished annotating this; there is nothing to agree on")


@dataclass(frozen=True, slots=True)
class FactCells:
    """One fact as each annotator wrote it."""

    key: str
    tag: str
    standing: RowStanding
    cells: list[FactWritten | None]


@dataclass(frozen=True, slots=True)
class PersonCells:
    """One person as each annotator described them; None where somebody did not see them."""

    key: str
    standing: RowStanding
    cells: list[str | None]
    facts: list[FactCells]


@dataclass(frozen=True, slots=True)
class MentionCells:
    """One span as each annotator marked it; `differs` names in what they differ."""

    key: str
    standing: RowStanding
    differs: tuple[str, ...]
    cells: list[MentionWritten | None]


def people_rows(project: Project, item: int) -> tuple[list[str], list[PersonCells]]:
    """Return who has finished the people of a document, and what they wrote."""
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
    described = [None if person is None else person.description for person in row.people]
    key = keys("person", described, [None if person is None else person.id for person in row.people])
    facts = []
    for fact in row.facts:
        cells = [None if one is None else fact_written(one) for one in fact.facts]
        facts.append(FactCells(keys(key, fact.tag, _values(fact.facts)), fact.tag, fact.standing, cells))
    return PersonCells(key, row.standing, described, facts)


def _mention(keys: _Keys, row: AlignedMention) -> MentionCells:
    cells = [
        None if mention is None else [mention.start, mention.end, mention.type, mention.identifier]
        for mention in row.mentions
    ]
    marked = [None if mention is None else mention_written(mention) for mention in row.mentions]
    return MentionCells(keys("mention", cells), row.standing, row.differs, marked)


def _values(facts: Sequence[Fact | None]) -> list[object]:
    return [None if fact is None else [fact.value, fact.certainty, fact.hardness] for fact in facts]


class FactDecided(Body):
    """What was decided on one row of facts."""

    row: RowKey  # the key of the row
    how: How  # whose was taken: the number of an annotator, ``both``, ``edited``; for the page to show
    facts: list[FactWritten] = Field(default_factory=list)  # what is agreed: none, one or several


class PersonDecided(Body):
    """What was decided on one person; who is not `taken` is not in the text, and neither are facts about them."""

    row: RowKey
    how: How
    taken: bool = True
    description: str = ""
    facts: list[FactDecided] = Field(default_factory=list)


class PeopleAgreedBody(Body):
    """Decisions on the people of a text, one a row."""

    people: list[PersonDecided] = Field(default_factory=list)

    @model_validator(mode="after")
    def _decided_once(self) -> "PeopleAgreedBody":
        _differ(person.row for person in self.people)
        _differ(fact.row for person in self.people for fact in person.facts)
        return self


class MentionDecided(Body):
    """What was decided on one span; attributes as in `FactDecided`."""

    row: RowKey
    how: How
    mentions: list[MentionWritten] = Field(default_factory=list)


class MentionsAgreedBody(Body):
    """Decisions on the mentions of a text, one a row."""

    mentions: list[MentionDecided] = Field(default_factory=list)

    @model_validator(mode="after")
    def _decided_once(self) -> "MentionsAgreedBody":
        _differ(mention.row for mention in self.mentions)
        return self


def agreed_people(body: PeopleAgreedBody) -> tuple[Subject, ...]:
    """Return the people that were agreed on, numbered from 0 as in SPIA's files."""
    taken = [person for person in body.people if person.taken]
    return people_of(
        PeopleBody(
            subjects=[
                PersonWritten(
                    id=str(number),
                    description=person.description,
                    facts=[fact for row in person.facts for fact in row.facts],
                )
                for number, person in enumerate(taken)
            ]
        )
    )


def agreed_mentions(body: MentionsAgreedBody) -> tuple[Mention, ...]:
    """Return the mentions that were agreed on, in the order of the text."""
    return mentions_of(MentionsBody(mentions=[mention for row in body.mentions for mention in row.mentions]))


def agreed_people_remarks(project: Project, item: int, body: PeopleAgreedBody) -> list[Remark]:
    """Say what is still open, and what was decided on words that have changed since."""
    decided = {person.row: person for person in body.people}
    authors, rows = people_rows(project, item)
    if not authors:
        return [_NOTHING_TO_AGREE_ON]
    known = {row.key for row in rows} | {fact.key for row in rows for fact in row.facts}
    open_ = sum(row.key not in decided for row in rows)
    for row in rows:
        person = decided.get(row.key)
        if person is None or person.taken:
            done = {fact.row for fact in person.facts} if person is not None else set()
            open_ += sum(fact.key not in done for fact in row.facts)
    stale: list[list[str | int]] = []
    for number, person in enumerate(body.people):
        if person.row not in known:
            stale.append(["people", number])
            continue
        stale += [
            ["people", number, "facts", place] for place, fact in enumerate(person.facts) if fact.row not in known
        ]
    return _remarks(open_, stale)


def agreed_mentions_remarks(project: Project, item: int, body: MentionsAgreedBody) -> list[Remark]:
    """Say what is still open, and what was decided on spans that have changed since."""
    authors, rows = mention_rows(project, item)
    if not authors:
        return [_NOTHING_TO_AGREE_ON]
    known, decided = {row.key for row in rows}, {mention.row for mention in body.mentions}
    stale: list[list[str | int]] = [
        ["mentions", place] for place, mention in enumerate(body.mentions) if mention.row not in known
    ]
    return _remarks(len(known - decided), stale)


def _remarks(open_: int, stale: Sequence[list[str | int]]) -> list[Remark]:
    said = [
        Remark(at=at, rule="changed-since", words="an annotator has changed this since; decide again or drop it")
        for at in stale
    ]
    if open_:
        words = f"{open_} {'row is' if open_ == 1 else 'rows are'} open; decide on them"
        said.append(Remark(rule="open", words=words))
    return said


def _differ(keys: Iterable[str]) -> None:
    given = list(keys)
    if len(set(given)) != len(given):
        raise ValueError("one row is decided twice")


PEOPLE_AGREED = SheetKind("people-agreed", PeopleAgreedBody, "document", shared=True, remarks=agreed_people_remarks)
MENTIONS_AGREED = SheetKind(
    "mentions-agreed", MentionsAgreedBody, "document", shared=True, remarks=agreed_mentions_remarks
)
