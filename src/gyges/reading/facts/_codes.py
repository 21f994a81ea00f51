"""Phone numbers, mail addresses and identity numbers: whose they are by name, label, line, block or form."""

import re

from gyges.reading.codes._births import birth_of
from gyges.reading.codes._find import Code
from gyges.reading.lexicon._fold import fold
from gyges.reading.page._forms import patterns
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._owners import Owners

__all__ = ["read_codes"]

_IS, _YOURS = patterns("code_facts", "is yours")


def read_codes(owners: Owners) -> None:
    """Give every code to its owner."""
    for code in owners.cues.codes:
        if code.kind == "OTHER":
            continue
        person = _by_address(owners, code) if code.kind == "EMAIL_ADDRESS" else None
        if person is None:
            person = _said_to_be(owners, code)
        if person is None and _YOURS.search(code.label):
            person = owners.voices.other(code.start)
        if person is None:
            person = (
                owners.of(code.start, code.end)
                or owners.headed(code.start)
                or owners.voices.at(code.start)
                or _only(owners)
            )
        if person is not None:
            person.learn(code.kind, code.value, 5, code.start, code.end, "code")
            _told_by(person, code, owners)


def _said_to_be(owners: Owners, code: Code) -> PersonDraft | None:
    """Return the one a number is said to belong to: "0700 000 117 is his", "It is my father's", "that is mine"."""
    text = owners.cues.text
    said = _IS.match(text, code.end)
    if said is None:
        return None
    if said.group(1).lower() in {"mine", "my"}:
        return owners.voices.at(code.start)
    spots = owners.between(said.start(1), said.end())
    return spots[-1].person if spots else None


def _by_address(owners: Owners, code: Code) -> PersonDraft | None:
    """Return the one whose name stands in a mail address."""
    local = fold(code.value.split("@")[0].replace(".", " ").replace("_", " ").replace("-", " "))
    squeezed = local.replace(" ", "")
    best: tuple[int, PersonDraft] | None = None
    for person in owners.draft.people:
        score = 0
        for name in person.names:
            words = [fold(word) for word in re.split(r"[\s\-_.]+", name) if len(word) > 2]
            score = max(score, sum(len(word) for word in words if word in squeezed))
        if score >= 3 and (best is None or score > best[0]):
            best = (score, person)
    return best[1] if best else None


def _only(owners: Owners) -> PersonDraft | None:
    people = owners.draft.people
    return people[0] if len(people) == 1 else None


def _told_by(person: PersonDraft, code: Code, owners: Owners) -> None:
    """Learn what a number says about its holder: birth date, sex, country."""
    if code.kind in {"EMAIL_ADDRESS", "PHONE_NUMBER"}:
        return
    if code.country:
        certainty = 4 if code.kind == "PASSPORT_NUMBER" else 3
        person.learn("NATIONALITY", code.country, certainty, code.start, code.end, "number")
    for country in dict.fromkeys((code.country, *_countries(owners))):
        birth = birth_of(code.value, country, owners.cues.reference)
        if birth is not None:
            age = str(birth.low) if birth.low == birth.high else f"{birth.low}-{birth.high}"
            person.learn("AGE", age, 4, code.start, code.end, "number")
            if birth.sex and person.knows("SEX") is None:
                person.learn("SEX", birth.sex, 4, code.start, code.end, "number")
            return


def _countries(owners: Owners) -> list[str]:
    return [place.country for place in owners.cues.places[:6] if place.country]
