"""Phone numbers, mail addresses and identity numbers: whose they are by name, label, line, block or form."""

from collections.abc import Iterator

from gyges.reading.codes._births import birth_of
from gyges.reading.codes._find import Code
from gyges.reading.facts._addressed import NamesInAddresses
from gyges.reading.facts._ages import age_value
from gyges.reading.facts._told import Told
from gyges.reading.page._forms import patterns
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._owners import Owners

__all__ = ["read_codes"]

_IS, _YOURS = patterns("code_facts", "is yours")
_CONTACTS = frozenset({"EMAIL_ADDRESS", "PHONE_NUMBER"})
_FIRST = 6  # places of a text whose countries a number may be of


def read_codes(owners: Owners) -> Iterator[Told]:
    """Give every code to its owner, with what it says about them."""
    people, codes = owners.draft.people, owners.cues.codes
    named = NamesInAddresses(people if any(code.kind == "EMAIL_ADDRESS" for code in codes) else ())
    for code in codes:
        if code.kind == "OTHER":
            continue
        start, end = code.start, code.end
        person = (
            (named.whose(code.value) if code.kind == "EMAIL_ADDRESS" else None)
            or _said_to_be(owners, code)
            or (owners.voices.other(start) if _YOURS.search(code.label) else None)
            or owners.of(start, end)
            or owners.headed(start)
            or owners.voices.at(start)
            or (people[0] if len(people) == 1 else None)
        )
        yield Told(person, code.kind, code.value, 5, start, end, "code")
        if code.kind not in _CONTACTS:
            yield from _told_by(person, code, owners)


def _said_to_be(owners: Owners, code: Code) -> PersonDraft | None:
    """Return the one a number is said to belong to: "0700 000 117 is his", "It is my father's", "that is mine"."""
    text = owners.text
    said = _IS.match(text, code.end)
    if said is None:
        return None
    if said.group(1).lower() in {"mine", "my"}:
        return owners.voices.at(code.start)
    spots = owners.between(said.start(1), said.end())
    return spots[-1].person if spots else None


def _told_by(person: PersonDraft | None, code: Code, owners: Owners) -> Iterator[Told]:
    """Tell what a number says about its holder: birth date, sex, country."""
    start, end = code.start, code.end
    certainty = 4 if code.kind == "PASSPORT_NUMBER" else 3
    yield Told(person, "NATIONALITY", code.country, certainty, start, end, "number")
    near = [place.country for place in owners.cues.places[:_FIRST] if place.country]
    births = (birth_of(code.value, country, owners.cues.reference) for country in dict.fromkeys((code.country, *near)))
    birth = next(filter(None, births), None)
    if birth is not None:
        yield Told(person, "AGE", age_value(birth.low, birth.high), 4, start, end, "number")
        yield Told(person, "SEX", birth.sex, 4, start, end, "number", first=True)
