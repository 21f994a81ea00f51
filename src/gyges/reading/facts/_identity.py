"""Names, and the sex that titles, kin words, pronouns, markers and first names tell."""

import re
from collections.abc import Iterator

from gyges.reading.facts._told import Told
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._people_words import title
from gyges.reading.names._forms import marriage_by_form, sex_by_form
from gyges.reading.page._forms import pattern, patterns
from gyges.reading.people._named import sex_of_name
from gyges.reading.people._owners import Owners

__all__ = ["read_identities"]

_MARKER, _APART, _BRACKETS, _SELF, _I_AM, _I_NEAR = patterns("identity", "marker apart brackets self i_am i_near")
_HE = pattern("identity.he")
_LEANING = 3  # certainty of a sex that first names lean to
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
    yield from _forms(owners)


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


def _forms(owners: Owners) -> Iterator[Told]:
    """Tell what patronymics and endings of a name tell, where nothing surer is known."""
    for person in owners.draft.people:
        sex, married = sex_by_form(person.name or ""), marriage_by_form(person.name or "")
        known = person.best("SEX")
        if sex and (known is None or known.certainty <= _LEANING):
            yield Told(person, "SEX", sex, 4, *owners.place(person, person.name), "form of the name")
        if married:
            yield Told(
                person, "RELATIONSHIP", married, 3, *owners.place(person, person.name), "form of the name", first=True
            )


def _sex_of_handle(name: str | None) -> str | None:
    if name is None or not any(letter in "_." or letter.isdigit() for letter in name):
        return None
    found = [sex_of_name(word) for word in re.split(r"[\W\d_]+", name) if len(word) > 2]
    return next((told[0] for told in found if told is not None), None)
