"""What annotators agreed on: decisions on their sheets side by side, and the records they become."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from pydantic import Field, model_validator

from gyges.records import Mention, Subject
from gyges.studio._project import Project
from gyges.studio.kinds._kind import Body, Remark
from gyges.studio.kinds._mentions import MentionsBody, MentionWritten, mentions_of
from gyges.studio.kinds._people import FactWritten, PeopleBody, PersonWritten, people_of
from gyges.studio.kinds._rows import mention_rows, people_rows

__all__ = [
    "FactDecided",
    "MentionDecided",
    "MentionsAgreedBody",
    "PeopleAgreedBody",
    "PersonDecided",
    "agreed_mentions",
    "agreed_mentions_remarks",
    "agreed_people",
    "agreed_people_remarks",
]

RowKey = Annotated[str, Field(min_length=1, max_length=40)]
How = Annotated[str, Field(min_length=1, max_length=20)]


_NOTHING_TO_AGREE_ON = Remark(rule="nothing", words="nobody has finished annotating this; there is nothing to agree on")


class FactDecided(Body):
    """What was decided on one row of facts.

    Attributes:
        row: The key of the row.
        how: Whose was taken: the number of an annotator, ``both``, ``edited``; for the page to show.
        facts: What is agreed: none, one or several.
    """

    row: RowKey
    how: How
    facts: list[FactWritten] = Field(default_factory=list)


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
