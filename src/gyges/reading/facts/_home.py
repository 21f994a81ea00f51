"""Where people live, and which nationality words and papers tell."""

from collections.abc import Iterator

from gyges.reading.facts._told import Told
from gyges.reading.page._forms import patterns
from gyges.reading.page._spans import Spans
from gyges.reading.people._owners import Owners
from gyges.reading.places._find import Place

__all__ = ["home_value", "read_homes"]

_LIVES, _FROM, _THING_FROM, _WORKS, _IN, _BESIDE = patterns("home_facts", "lives from thing_from works in beside")
_ORIGIN, _FORMER, _HOMELAND, _LANGUAGE, _SPEAKS = patterns("home_facts", "origin former homeland language speaks")
_CITIZEN, _IS_ONE = patterns("home_facts", "citizen is_one")


def home_value(place: Place) -> str:
    """Return a place in the form of the taxonomy: most specific level first, up to the country."""
    return " / ".join(dict.fromkeys(level for level in place.levels if level))


def read_homes(owners: Owners) -> Iterator[Told]:
    """Give places and demonyms to their people."""
    jobs = {cue.end for cue in owners.cues.occupations}
    inside = Spans((org.start, org.end) for org in owners.cues.organisations)
    for place in owners.cues.places:
        if inside.meets(place.start, place.end):
            continue
        if place.kind == "demonym":
            yield from _demonym(owners, place)
            continue
        head = owners.text[max(0, place.start - 60) : place.start]
        certainty = _strength(head, place, jobs, owners)
        person = owners.of(place.start, place.end) if certainty else None
        if person is None:
            continue
        if _ORIGIN.search(head) or (place.kind == "country" and _HOMELAND.search(head)):
            yield Told(person, "NATIONALITY", place.country, 3, place.start, place.end, "origin")
        elif not _FORMER.search(head):
            sure = min(certainty, max(place.certainty, 3))
            yield Told(person, "LOCATION", home_value(place), sure, place.start, place.end, "place")


def _strength(head: str, place: Place, jobs: set[int], owners: Owners) -> int:
    """Return how surely somebody lives at a place, by the words before it; 0 where nobody is said to."""
    if place.kind == "street" or _LIVES.search(head):
        return 5
    if _FROM.search(head):
        return 0 if _THING_FROM.search(head) else 4
    there = _IN.search(head)
    if _WORKS.search(head) or (there and place.start - len(there[0]) in jobs):
        return 4
    low, _ = owners.sentence(place.start)
    near = owners.between(max(low, place.start - 40), place.start)[-1:]
    if any(spot.kind in {"name", "kin"} and _BESIDE.fullmatch(owners.text, spot.end, place.start) for spot in near):
        return 4
    return 3 if owners.block(place.start) is not None else 0


def _demonym(owners: Owners, place: Place) -> Iterator[Told]:
    text, start, end = owners.text, place.start, place.end
    if _LANGUAGE.match(text, end, end + 40):
        return
    if not _SPEAKS.search(text, max(0, start - 20), start) or _CITIZEN.match(text, end, end + 12):
        certainty = 5 if _IS_ONE.match(text, end, end + 12) else 4
        yield Told(owners.of(start, end), "NATIONALITY", place.country, certainty, start, end, "demonym")
