"""Names, and the sex that titles, kin words, pronouns, markers and first names tell."""

import re

from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._people_words import title
from gyges.reading.names._forms import marriage_by_form, sex_by_form
from gyges.reading.page._forms import pattern, patterns
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._named import sex_of_name
from gyges.reading.people._owners import Owners

__all__ = ["read_identities"]

_MARKER, _APART, _BRACKETS, _SELF, _I_AM, _I_NEAR = patterns("identity", "marker apart brackets self i_am i_near")
_HE = pattern("identity.he")
_LEANING = 3  # certainty of a sex that first names lean to
_NEAR = 30  # code points between a person and a noun about them
_FEMALE_SELF = words("female_self")
_BEFORE_ONLY = 120  # code points from "I am" to "the only woman"
_REACH = 130  # code points from a name to the pronoun that may mean it
_FEMALE = words("female_nouns")
_MALE = words("male_nouns")
_NOUNS = _FEMALE | _MALE


def read_identities(owners: Owners) -> None:
    """Learn names and sexes."""
    for person in owners.draft.people:
        name = person.name
        if name:
            where = person.place(owners.cues.text, name)
            person.learn("NAME", name.lstrip("@"), 5, where.start, where.end, "name")
    _markers(owners)
    _after_names(owners)
    _nouns(owners)
    _of_oneself(owners)
    _handles(owners)
    _pronouns(owners)
    for person in owners.draft.people:
        _form(person, owners.cues.text)


def _markers(owners: Owners) -> None:
    for match in owners.cues.page.each(_MARKER):
        person = owners.of(match.start(), match.end())
        if person is not None:
            sex = "Female" if match.group("sex")[0] in "Ff" else "Male"
            person.learn("SEX", sex, 5, match.start(), match.end(), "marker")


def _after_names(owners: Owners) -> None:
    """Read a title in brackets behind a name: "S. Meenakshi (Mrs)"."""
    for spot in owners.spots:
        match = _BRACKETS.match(owners.cues.text, spot.end) if spot.kind == "name" else None
        known = title(match["title"]) if match is not None else None
        if match is None or known is None:
            continue
        if known.sex:
            spot.person.facts = [fact for fact in spot.person.facts if fact.tag != "SEX"]
            spot.person.learn("SEX", known.sex, 5, *match.span("title"), "title")
        if known.relationship:
            spot.person.learn("RELATIONSHIP", known.relationship, 4, *match.span("title"), "title")


def _form(person: PersonDraft, text: str) -> None:
    """Learn what patronymics and endings of a name tell, where nothing surer is known."""
    name = person.name
    if not name:
        return
    where = person.place(text, name)
    start, end = where.start, where.end
    told = sex_by_form(name)
    best = max((fact.certainty for fact in person.facts if fact.tag == "SEX"), default=0)
    if told is not None and best <= _LEANING:
        person.learn("SEX", told, 4, start, end, "form of the name")
    married = marriage_by_form(name)
    if married is not None and person.knows("RELATIONSHIP") is None:
        person.learn("RELATIONSHIP", married, 3, start, end, "form of the name")


def _nouns(owners: Owners) -> None:
    """Words such as "man" count only right beside a person, as "the man" may be anybody."""
    text = owners.cues.text
    for index in owners.cues.page.where_tokens(_NOUNS):
        token = owners.cues.tokens[index]
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


def _of_oneself(owners: Owners) -> None:
    """Read what people say they are: "I'm his mother and I am ashamed"."""
    low = owners.cues.page.caseless
    for match in _SELF.finditer(low) if "i" in low else ():
        voice = owners.voices.at(match.start())
        head = low[max(0, match.start() - _BEFORE_ONLY) : match.start()]
        said = match["only"] is None or bool(_I_AM.search(head))
        generic = match.group().startswith("as") and not _I_NEAR.search(low, match.end(), match.end() + _NEAR)
        if voice is None or not said or generic or voice.knows("SEX") is not None:
            continue
        noun = match["noun"] or match["only"]
        sex = "Female" if noun in _FEMALE_SELF else "Male"
        voice.learn("SEX", sex, 4, match.start(), match.end(), "of oneself")


def _pronouns(owners: Owners) -> None:
    """Read the first "he" or "she" after a name, where nobody else is spoken of in between."""
    for spot in owners.spots:
        if spot.kind != "name" or spot.person.knows("SEX") is not None:
            continue
        match = _HE.search(owners.cues.text, spot.end, spot.end + _REACH)
        if match is None or "\n\n" in owners.cues.text[spot.end : match.start()]:
            continue
        between = owners.between(spot.end, match.start())
        if any(other.kind in {"name", "kin", "role"} and other.person is not spot.person for other in between):
            continue
        sex = "Female" if match.group().lower() == "she" else "Male"
        spot.person.learn("SEX", sex, 3, match.start(), match.end(), "pronoun nearby")


def _handles(owners: Owners) -> None:
    for person in owners.draft.people:
        name = person.name
        if not name:
            continue
        told = _inside_handle(name)
        if told is not None and person.knows("SEX") is None:
            where = person.place(owners.cues.text, name)
            person.learn("SEX", told[0], told[1], where.start, where.end, "handle")


def _inside_handle(name: str) -> tuple[str, int] | None:
    if "_" not in name and "." not in name and not any(letter.isdigit() for letter in name):
        return None
    words = [word for word in re.split(r"[\W\d_]+", name) if len(word) > 2]
    for word in words:
        told = sex_of_name(word)
        if told is not None:
            return told[0], 3
    return None
