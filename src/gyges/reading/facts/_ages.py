"""Ages: stated, by birth date, by school year or life event, or beside the age of somebody else."""

import re
from collections.abc import Iterator

from gyges.reading.facts._told import Told
from gyges.reading.page._forms import patterns
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._owners import Owners
from gyges.reading.time._dates import number_words

__all__ = ["age_value", "read_ages"]

_LIST, _BESIDE, _YOU_ARE, _TEACHES, _TAUGHT = patterns("age_facts", "list beside you_are teaches taught")
_WIDEST = 10
_ITSELF = frozenset({"pronoun", "voice", "name"})  # kinds of mentions that open words for an age


def age_value(low: int, high: int) -> str:
    """Return an age in the form of the taxonomy.

    Example:
        >>> age_value(40, 40), age_value(40, 42)
        ('40', '40-42')
    """
    return str(low) if low == high else f"{low}-{high}"


def read_ages(owners: Owners) -> Iterator[Told]:
    """Give every age to its owner."""
    for cue in owners.cues.ages:
        taught = cue.kind == "school" and _is_taught(owners.text, cue.start, cue.end)
        if taught or cue.high - cue.low > _WIDEST:
            continue
        person = _spoken_to(owners, cue.start) or _subject(owners, cue.start) or owners.of(cue.start, cue.end)
        if person is None and cue.certainty >= 4:
            person = owners.voices.at(cue.start)
        yield Told(person, "AGE", age_value(cue.low, cue.high), cue.certainty, cue.start, cue.end, f"age {cue.kind}")
    yield from _listed(owners)
    if " years " in owners.text:
        yield from _beside(owners)


def _subject(owners: Owners, start: int) -> PersonDraft | None:
    """Return whom the words of an age open with: the "she" of "She is twenty-four"."""
    here = owners.between(start, start + 1)
    return here[0].person if here and here[0].kind in _ITSELF and not here[0].owns else None


def _spoken_to(owners: Owners, start: int) -> PersonDraft | None:
    """Return the other one of two who talk, where one says "you are 51"."""
    return owners.voices.other(start) if _YOU_ARE.search(owners.text[max(0, start - 12) : start + 8]) else None


def _is_taught(text: str, start: int, end: int) -> bool:
    """Tell whether a school year is the one somebody teaches: "teaches Grade 9", "after Form 2 mathematics"."""
    return bool(_TEACHES.search(text, max(0, start - 40), start) or _TAUGHT.match(text, end))


def _listed(owners: Owners) -> Iterator[Told]:
    """Read "two children aged 9 and 6": one age for each of a group, on the day the text was written."""
    groups: dict[tuple[int, int], list[PersonDraft]] = {}
    for spot in owners.spots:
        if spot.kind == "kin":
            groups.setdefault((spot.start, spot.end), []).append(spot.person)
    for (_, end), people in groups.items():
        match = _LIST.match(owners.text, end) if 1 < len(people) <= _WIDEST else None
        ages = [int(number) + owners.years_since for number in re.findall(r"\d+", match[0])] if match else []
        if match is None or len(ages) != len(people):
            continue
        for person, age in zip(people, ages, strict=True):
            person.facts = [fact for fact in person.facts if fact.tag != "AGE"]
            yield Told(person, "AGE", age_value(age, age + 1), 5, *match.span(), "age in a list")


def _beside(owners: Owners) -> Iterator[Told]:
    """Read "four years his junior": the age of one from the age of the other."""
    for match in owners.cues.page.each(_BESIDE, cased=False):
        start, end = match.span()
        person = owners.of(start, end, far=False)
        near = [*owners.between(start, end + 16), *reversed(owners.between(start - 300, start))]
        told = (spot.person.knows("AGE") for spot in near if spot.person is not person)
        ages = [int(year) for year in next(filter(None, told), "").split("-") if year]
        years = int(match["n"]) if match["n"].isdecimal() else number_words()[match["n"]]
        shift = -years if match["way"] in {"junior", "younger"} else years
        if ages and ages[0] + shift > 1:
            value = age_value(ages[0] + shift - 1, ages[-1] + shift + 1)
            yield Told(person, "AGE", value, 4, start, end, "age beside another", first=True)
