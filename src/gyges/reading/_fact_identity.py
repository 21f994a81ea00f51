"""Names, and the sex that titles, kin words, pronouns, markers and first names tell."""

import re

from gyges.reading._lexicon import word_set
from gyges.reading._owners import Owners
from gyges.reading._people import sex_of_name

__all__ = ["read_identities"]

_MARKER = re.compile(r"(?<![\w.])(?:\d{1,2}\s?(?:y/?o|yo|yrs?|years?)?[\s/,-]{0,2})(?P<sex>male|female|[MF])(?![\w'’])")
_APART = re.compile(r"[.;:]|\b(?:and|with|to|by|from|of|for|at|on|him|her)\b")
_NEAR = 30  # code points between a person and a noun about them
_FEMALE = word_set("female_nouns")
_MALE = word_set("male_nouns")


def read_identities(owners: Owners) -> None:
    """Learn names and sexes."""
    for person in owners.draft.people:
        name = person.name
        if name:
            person.learn("NAME", name.lstrip("@"), 5, person.first_seen, person.first_seen + len(name), "name")
    _markers(owners)
    _nouns(owners)
    _handles(owners)


def _markers(owners: Owners) -> None:
    for match in _MARKER.finditer(owners.cues.text):
        person = owners.of(match.start(), match.end())
        if person is not None:
            sex = "Female" if match.group("sex")[0] in "Ff" else "Male"
            person.learn("SEX", sex, 5, match.start(), match.end(), "marker")


def _nouns(owners: Owners) -> None:
    """Words such as "man" count only right beside a person, as "the man" may be anybody."""
    text = owners.cues.text
    for token in owners.cues.tokens:
        if token.lower not in _FEMALE and token.lower not in _MALE:
            continue
        low, _ = owners.sentence(token.start)
        near = owners.between(max(low, token.start - 40), token.start)
        if not near:
            continue
        spot = near[-1]
        gap = text[spot.end : token.start]
        if spot.owns or len(gap) > _NEAR or _APART.search(gap):
            continue
        if spot.person.knows("SEX") is None:
            sex = "Female" if token.lower in _FEMALE else "Male"
            spot.person.learn("SEX", sex, 4, token.start, token.end, "noun")


def _handles(owners: Owners) -> None:
    for person in owners.draft.people:
        name = person.name
        if not name:
            continue
        told = _inside_handle(name)
        if told is not None and person.knows("SEX") is None:
            person.learn("SEX", told[0], told[1], person.first_seen, person.first_seen + len(name), "handle")


def _inside_handle(name: str) -> tuple[str, int] | None:
    if "_" not in name and "." not in name and not any(letter.isdigit() for letter in name):
        return None
    words = [word for word in re.split(r"[\W\d_]+", name) if len(word) > 2]
    for word in words:
        told = sex_of_name(word)
        if told is not None:
            return told[0], 3
    return None
