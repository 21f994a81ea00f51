"""Annotations of any number of people beside each other: who is whom, which facts and spans belong together.

With two annotators the rows are the pairs whose scores `fact_agreement` and `mention_agreement` count.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import TypeAlias, TypeVar

from gyges.records import Fact, Mention, Subject
from gyges.scoring._controls import Compare
from gyges.scoring.agreement._pairs import Align, counted, matched_people, paired_facts, paired_mentions


class RowStanding(StrEnum):
    """How annotators stand to each other on one thing."""

    SAME = "same"
    LESS_PRECISE = "less precise"
    DIFFERENT = "different"
    NOT_ALL = "not all"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class AlignedFact:
    """One fact as each annotator wrote it; None where somebody did not."""

    tag: str
    facts: tuple[Fact | None, ...]
    standing: RowStanding


@dataclass(frozen=True, slots=True)
class AlignedPerson:
    """One person as each annotator saw them; None where somebody did not."""

    people: tuple[Subject | None, ...]
    facts: tuple[AlignedFact, ...]

    @property
    def standing(self) -> RowStanding:
        """Whether all annotators saw the person."""
        return RowStanding.NOT_ALL if None in self.people else RowStanding.SAME


@dataclass(frozen=True, slots=True)
class AlignedMention:
    """One span as each annotator marked it; None where somebody did not.

    `entity_id` of the mentions is made anew, so that ids of different annotators may stand in one list: those of one
    entity share it where all link it alike, and are each annotator's own where they do not.
    """

    mentions: tuple[Mention | None, ...]  # one an annotator
    standing: RowStanding  # whether span, type, identifier and links are the same
    differs: tuple[str, ...]  # in what they differ: ``span``, ``type``, ``identifier``, ``links``


_Thing = TypeVar("_Thing", Subject, Fact, Mention)
_PersonRow: TypeAlias = list[Subject | None]
_MentionRow: TypeAlias = list[Mention | None]


def people_side_by_side(
    annotations: Sequence[Sequence[Subject]], align: Align, compare: Compare
) -> list[AlignedPerson]:
    """Return the people of one document as each annotator saw them, in the order in which they first come."""
    rows: list[_PersonRow] = []
    for number, people in enumerate(annotations):
        known = _distinct([_first(row) for row in rows])
        places = {person.id: place for place, person in enumerate(known)}
        matches = align(known, people) if known and people else {}
        for one, two in matched_people(known, people, matches):
            if one is None:
                rows.append([*[None] * number, two])
            else:
                rows[places[one.id]].append(two)
    return [AlignedPerson(tuple(row), tuple(_facts(row, compare))) for row in rows]


def mentions_side_by_side(annotations: Sequence[Sequence[Mention]]) -> list[AlignedMention]:
    """Return the spans of one document as each annotator marked them, in the order of the text."""
    rows: list[_MentionRow] = []
    for number, mentions in enumerate(annotations):
        partner = dict(paired_mentions([_first(row) for row in rows], mentions))
        taken = set(partner.values())
        for place, row in enumerate(rows):
            row.append(mentions[partner[place]] if place in partner else None)
        rows += [[*[None] * number, mention] for place, mention in enumerate(mentions) if place not in taken]
    rows.sort(key=lambda row: (_first(row).start, _first(row).end))
    return _linked(rows)


def _distinct(people: Sequence[Subject]) -> list[Subject]:
    """Return people of several annotators with ids that differ; ids that do so are left as they are."""
    seen: set[str] = set()
    named = []
    for place, person in enumerate(people):
        named.append(person if person.id not in seen else replace(person, id=f"{person.id}\0{place}"))
        seen.add(named[-1].id)
    return named


def _facts(people: _PersonRow, compare: Compare) -> Iterable[AlignedFact]:
    sides = [counted(person.facts) if person is not None else [] for person in people]
    for tag in dict.fromkeys(fact.tag for facts in sides for fact in facts):
        rows: list[list[Fact | None]] = []
        for number, facts in enumerate([fact for fact in side if fact.tag == tag] for side in sides):
            for i, j, _ in paired_facts([_first(row) for row in rows], facts, compare):
                fact = facts[j] if j is not None else None
                if i is None:
                    rows.append([*[None] * number, fact])
                else:
                    rows[i].append(fact)
        for row in rows:
            yield AlignedFact(tag, tuple(row), _standing(row, compare))


def _standing(row: Sequence[Fact | None], compare: Compare) -> RowStanding:
    facts = [fact for fact in row if fact is not None]
    if len(facts) < len(row):
        return RowStanding.NOT_ALL
    scores = [score for one, two in combinations(facts, 2) for *_, score in paired_facts([one], [two], compare)]
    if None in scores:
        return RowStanding.UNCLEAR
    worst = min((score for score in scores if score is not None), default=1.0)
    return RowStanding.SAME if worst == 1 else RowStanding.DIFFERENT if worst == 0 else RowStanding.LESS_PRECISE


def _linked(rows: Sequence[_MentionRow]) -> list[AlignedMention]:
    """Give mentions common ids of entities where all annotators link the same rows, and their own where they do not."""
    groups = _entities(rows)
    called: dict[int, dict[int, set[str]]] = {}
    for place, row in enumerate(rows):
        for number, mention in enumerate(row):
            if mention is not None:
                called.setdefault(groups[place], {}).setdefault(number, set()).add(_own(mention, place))
    agreed = {group for group, names in called.items() if all(len(ids) == 1 for ids in names.values())}
    found = []
    for place, row in enumerate(rows):
        group = groups[place]
        named: list[Mention | None] = []
        for number, mention in enumerate(row):
            if mention is not None:
                own = "" if group in agreed else f".{number + 1}.{_own(mention, place)}"
                mention = replace(mention, entity_id=f"e{group}{own}")
            named.append(mention)
        found.append(_aligned(tuple(named), group in agreed))
    return found


def _entities(rows: Sequence[_MentionRow]) -> list[int]:
    """Return for each row the number of its entity: rows that any annotator links are of one."""
    above = list(range(len(rows)))

    def top(place: int) -> int:
        while above[place] != place:
            above[place] = above[above[place]]
            place = above[place]
        return place

    first_at: dict[tuple[int, str], int] = {}
    for place, row in enumerate(rows):
        for number, mention in enumerate(row):
            if mention is not None:
                here, there = top(place), top(first_at.setdefault((number, _own(mention, place)), place))
                above[max(here, there)] = min(here, there)
    numbers: dict[int, int] = {}
    return [numbers.setdefault(top(place), len(numbers) + 1) for place in range(len(rows))]


def _own(mention: Mention, place: int) -> str:
    """Return what an annotator calls an entity; a mention that is linked to none is one of its own."""
    return mention.entity_id or f"-{place}"


def _aligned(row: tuple[Mention | None, ...], linked_alike: bool) -> AlignedMention:
    present = [mention for mention in row if mention is not None]
    traits: dict[str, set[object]] = {
        "span": {(mention.start, mention.end) for mention in present},
        "type": {mention.type for mention in present},
        "identifier": {mention.identifier for mention in present},
    }
    differs = [name for name, values in traits.items() if len(values) > 1]
    if not linked_alike:
        differs.append("links")
    standing = (
        RowStanding.NOT_ALL if len(present) < len(row) else RowStanding.DIFFERENT if differs else RowStanding.SAME
    )
    return AlignedMention(row, standing, tuple(differs))


def _first(row: Sequence[_Thing | None]) -> _Thing:
    return next(thing for thing in row if thing is not None)
