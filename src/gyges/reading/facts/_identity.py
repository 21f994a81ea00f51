"""Names, the sex that titles, kin words, pronouns and first names tell, homes and nationalities."""

import re
from collections.abc import Iterator

from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import title
from gyges.reading.page._forms import pattern, patterns
from gyges.reading.page._spans import Spans
from gyges.reading.people._draft import Told
from gyges.reading.people._named import sex_of_name
from gyges.reading.people._owners import Owners
from gyges.reading.places._gazetteer import Place

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


_MARKER, _APART, _BRACKETS, _SELF, _I_AM, _I_NEAR = patterns("identity", "marker apart brackets self i_am i_near")
_HE = pattern("identity.he")
_NEAR = 30  # code points between a person and a noun about them
_BEFORE_ONLY = 120  # code points from "I am" to "the only woman"
_REACH = 130  # code points from a name to the pronoun that may mean it
_SEXES = {**dict.fromkeys(words("male_nouns"), "Male"), **dict.fromkeys(words("female_nouns"), "Female")}
_OTHERS = frozenset({"name", "kin", "role"})  # kinds of mentions of somebody else


def read_identities(owners: Owners) -> Iterator[Told]:
    """Tell names and sexes."""
    for person in owners.draft.people:
        if name := person.name:
            yield Told(person, "NAME", name.lstrip("@"), 5, *owners.place(person, person.name), "name")
    for match in owners.cues.page.each(_MARKER):
        marked = "Female" if match["sex"][0] in "Ff" else "Male"
        yield Told(owners.of(*match.span()), "SEX", marked, 5, *match.span(), "marker")
    yield from _after_names(owners)
    yield from _nouns(owners)
    yield from _of_oneself(owners)
    for person in owners.draft.people:
        if sex := _sex_of_handle(person.name):
            yield Told(person, "SEX", sex, 3, *owners.place(person, person.name), "handle", first=True)
    yield from _pronouns(owners)


def _after_names(owners: Owners) -> Iterator[Told]:
    """Read a title in brackets behind a name: "S. Meenakshi (Mrs)"."""
    for spot in owners.names():
        match = _BRACKETS.match(owners.text, spot.end)
        known = title(match["title"]) if match is not None else None
        if match is None or known is None:
            continue
        if known.sex:
            spot.person.facts = [fact for fact in spot.person.facts if fact.tag != "SEX"]
        yield Told(spot.person, "SEX", known.sex, 5, *match.span("title"), "title")
        yield Told(spot.person, "RELATIONSHIP", known.relationship, 4, *match.span("title"), "title")


def _nouns(owners: Owners) -> Iterator[Told]:
    """Words such as "man" count only right beside a person, as "the man" may be anybody."""
    for index in owners.cues.page.where_tokens(_SEXES.keys()):
        token = owners.cues.tokens[index]
        low, _ = owners.sentence(token.start)
        for spot in owners.between(max(low, token.start - 40), token.start)[-1:]:
            gap = owners.text[spot.end : token.start]
            if not spot.owns and len(gap) <= _NEAR and not _APART.search(gap):
                yield Told(spot.person, "SEX", _SEXES[token.lower], 4, token.start, token.end, "noun", first=True)


def _of_oneself(owners: Owners) -> Iterator[Told]:
    """Read what people say they are: "I'm his mother and I am ashamed"."""
    low = owners.cues.page.caseless
    for match in owners.cues.page.each(_SELF, cased=False) if "i" in low else ():
        start, end = match.span()
        said = match["only"] is None or _I_AM.search(low[max(0, start - _BEFORE_ONLY) : start])
        generic = match[0].startswith("as") and not _I_NEAR.search(low, end, end + _NEAR)
        if said and not generic:
            sex = "Female" if (match["noun"] or match["only"]) in words("female_self") else "Male"
            yield Told(owners.voices.at(start), "SEX", sex, 4, start, end, "of oneself", first=True)


def _pronouns(owners: Owners) -> Iterator[Told]:
    """Read the first "he" or "she" after a name, where nobody else is spoken of in between."""
    for spot in owners.names():
        if spot.person.knows("SEX") is not None:
            continue
        match = _HE.search(owners.text, spot.end, spot.end + _REACH)
        if match is None or "\n\n" in owners.text[spot.end : match.start()]:
            continue
        between = owners.between(spot.end, match.start())
        if not any(other.kind in _OTHERS and other.person is not spot.person for other in between):
            sex = "Female" if match[0].lower() == "she" else "Male"
            yield Told(spot.person, "SEX", sex, 3, *match.span(), "pronoun nearby")


def _sex_of_handle(name: str | None) -> str | None:
    if name is None or not any(letter in "_." or letter.isdigit() for letter in name):
        return None
    found = [sex_of_name(word) for word in re.split(r"[\W\d_]+", name) if len(word) > 2]
    return next((told[0] for told in found if told is not None), None)
