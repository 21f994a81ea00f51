"""Where people live, and which nationality words and papers tell."""

import re

from gyges.reading.page._forms import patterns
from gyges.reading.page._spans import Spans
from gyges.reading.people._owners import Owners
from gyges.reading.places._find import Place

__all__ = ["home_value", "read_homes"]

_LIVES, _FROM, _THING_FROM, _WORKS, _IN, _ORIGIN = patterns("home_facts", "lives from thing_from works in origin")
_FORMER, _HOMELAND, _LANGUAGE, _SPEAKS = patterns("home_facts", "former homeland language speaks")


def home_value(place: Place) -> str:
    """Return a place in the form of the taxonomy: most specific level first, up to the country."""
    return " / ".join(dict.fromkeys(level for level in place.levels if level))


def read_homes(owners: Owners) -> None:
    """Give places and demonyms to their people."""
    text = owners.cues.text
    jobs = {cue.end for cue in owners.cues.occupations}
    inside = Spans((org.start, org.end) for org in owners.cues.organisations)
    for place in owners.cues.places:
        if inside.meets(place.start, place.end):
            continue
        if place.kind == "demonym":
            _demonym(owners, place)
            continue
        head = text[max(0, place.start - 60) : place.start]
        certainty = _strength(head, place, text, jobs, owners)
        if certainty == 0:
            continue
        person = owners.of(place.start, place.end)
        if person is None:
            continue
        if _ORIGIN.search(head) or (place.kind == "country" and _HOMELAND.search(head)):
            if place.country:
                person.learn("NATIONALITY", place.country, 3, place.start, place.end, "origin")
        elif place.levels and not _FORMER.search(head):
            person.learn(
                "LOCATION", home_value(place), min(certainty, max(place.certainty, 3)), place.start, place.end, "place"
            )


def _strength(head: str, place: Place, text: str, jobs: set[int], owners: Owners) -> int:
    if place.kind == "street":
        return 5
    if _LIVES.search(head):
        return 5
    if _FROM.search(head):
        return 0 if _THING_FROM.search(head) else 4
    if _WORKS.search(head):
        return 4
    match = _IN.search(head)
    if match and (place.start - len(match.group())) in jobs:
        return 4
    low, _ = owners.sentence(place.start)
    near = owners.between(max(low, place.start - 40), place.start)
    if near and near[-1].kind in {"name", "kin"}:
        gap = text[near[-1].end : place.start]
        if re.fullmatch(r",\s|\s\(|,\s[\w\s.-]{0,24},\s|\s[-–|]\s", gap):
            return 4
    if owners.block(place.start) is not None:
        return 3
    return 0


def _demonym(owners: Owners, place: Place) -> None:
    text = owners.cues.text
    if place.country is None or _LANGUAGE.match(text[place.end : place.end + 40]):
        return
    head = text[max(0, place.start - 20) : place.start]
    if _SPEAKS.search(head) and not re.match(r"\s(?:national|citizen|passport)", text[place.end : place.end + 12]):
        return
    person = owners.of(place.start, place.end)
    if person is not None:
        strong = re.match(r"\s(?:national|citizen|passport|nurse|man|woman)", text[place.end : place.end + 12])
        person.learn("NATIONALITY", place.country, 5 if strong else 4, place.start, place.end, "demonym")
