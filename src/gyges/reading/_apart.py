"""Texts with paragraphs in another language: each is read in its own, and people of one name are put together."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate

from gyges.reading._reading import Evidence, PersonRead, Reading
from gyges.reading.languages.table._language import reading_language
from gyges.reading.people._same_name import same_name

__all__ = ["read_apart"]

_BETWEEN = "\n\n"
Span = tuple[int, int]


def read_apart(text: str, foreign: Sequence[Span], read: Callable[[str], Reading]) -> Reading:
    """Return what a text says about its people, its foreign paragraphs read in their own language.

    Args:
        text: The text.
        foreign: Where paragraphs in other languages stand.
        read: Reads a text in one language.
    """
    groups: dict[str, list[Span]] = {}
    for low, high in foreign:
        groups.setdefault(reading_language(text[low:high]), []).append((low, high))
    whole = read(_blanked(text, foreign))
    for number, spans in enumerate(groups.values(), 1):
        whole = _with(whole, _shown(read(_BETWEEN.join(text[low:high] for low, high in spans)), spans), number)
    return replace(whole, notes={**whole.notes, "paragraphs_in": [*groups]})


def _blanked(text: str, spans: Iterable[Span]) -> str:
    parts, last = list[str](), 0
    for low, high in spans:
        parts += [text[last:low], *("\n" if sign == "\n" else " " for sign in text[low:high])]
        last = high
    return "".join([*parts, text[last:]])


def _shown(reading: Reading, spans: Sequence[Span]) -> Reading:
    """Return a reading of joined paragraphs with the offsets of the text they stand in."""
    starts = [0, *accumulate(high - low + len(_BETWEEN) for low, high in spans)]

    def back(start: int, end: int) -> Span:
        place = max(place for place in range(len(spans)) if starts[place] <= start)
        low, high = spans[place]
        return low + start - starts[place], min(high, low + end - starts[place])

    def moved(found: Iterable[Evidence]) -> tuple[Evidence, ...]:
        return tuple(Evidence(*back(one.start, one.end)) for one in found)

    people = tuple(
        replace(
            person,
            mentions=moved(person.mentions),
            facts=tuple(replace(fact, evidence=moved(fact.evidence)) for fact in person.facts),
        )
        for person in reading.people
    )
    mentions = []
    for one in reading.mentions:
        start, end = back(one.start, one.end)
        mentions.append(replace(one, start=start, end=end))
    return replace(reading, people=people, mentions=tuple(mentions))


def _with(whole: Reading, part: Reading, number: int) -> Reading:
    """Return a reading with the people of another one, those of the same name as one person each."""
    people = {person.id: person for person in whole.people}
    ids: dict[str, str] = {}
    for person in part.people:
        same = [one for one in people.values() if one.id not in ids.values() and _are_one(one, person)]
        ids[person.id] = same[0].id if len(same) == 1 else f"{person.id}-{number}"
        known = people.get(ids[person.id])
        people[ids[person.id]] = replace(person, id=ids[person.id]) if known is None else _joined(known, person)
    mentions = [replace(one, person=ids.get(one.person or "")) for one in part.mentions]
    ordered = sorted([*whole.mentions, *mentions], key=lambda one: one.start)
    return replace(whole, people=tuple(people.values()), mentions=tuple(ordered))


def _are_one(one: PersonRead, other: PersonRead) -> bool:
    names, others = ([fact.value for fact in who.facts if fact.tag == "NAME"] for who in (one, other))
    return any(same_name(name, said) for name in names for said in others)


def _joined(known: PersonRead, other: PersonRead) -> PersonRead:
    told = {(fact.tag, fact.value) for fact in known.facts}
    facts = (*known.facts, *(fact for fact in other.facts if (fact.tag, fact.value) not in told))
    mentions = tuple(sorted({*known.mentions, *other.mentions}, key=lambda one: (one.start, one.end)))
    ranked = sorted(facts, key=lambda fact: (fact.tag, -fact.certainty))
    return replace(known, mentions=mentions, facts=tuple(ranked))
