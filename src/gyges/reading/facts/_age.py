"""Ages: stated, by birth date, by school year or life event, or beside the age of somebody else."""

import re

from gyges.reading.page._forms import patterns
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._owners import Owners

__all__ = ["age_value", "read_ages"]

_WIDEST = 10
_NUMBERS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen",
)  # fmt: skip
_LIST, _BESIDE, _YOU_ARE, _TEACHES, _TAUGHT = patterns("age_facts", "list beside you_are teaches taught")


def age_value(low: int, high: int) -> str:
    """Return an age in the form of the taxonomy.

    Example:
        >>> age_value(40, 40), age_value(40, 42)
        ('40', '40-42')
    """
    return str(low) if low == high else f"{low}-{high}"


def read_ages(owners: Owners) -> None:
    """Give every age to its owner."""
    for cue in owners.cues.ages:
        if not 0 <= cue.low <= cue.high <= 115 or cue.high - cue.low > _WIDEST:
            continue
        if cue.kind == "school" and _is_taught(owners.cues.text, cue.start, cue.end):
            continue
        person = _spoken_to(owners, cue.start) or _subject(owners, cue.start) or owners.of(cue.start, cue.end)
        if person is None and cue.certainty >= 4:
            person = owners.voices.at(cue.start)
        if person is not None:
            person.learn("AGE", age_value(cue.low, cue.high), cue.certainty, cue.start, cue.end, f"age {cue.kind}")
    _listed(owners)
    if " years " in owners.cues.text:
        _beside(owners)


def _subject(owners: Owners, start: int) -> PersonDraft | None:
    """Return whom the words of an age open with: the "she" of "She is twenty-four"."""
    here = owners.between(start, start + 1)
    return here[0].person if here and here[0].kind in {"pronoun", "voice", "name"} and not here[0].owns else None


def _spoken_to(owners: Owners, start: int) -> PersonDraft | None:
    """Return the other one of two who talk, where one says "you are 51"."""
    head = owners.cues.text[max(0, start - 12) : start + 8]
    return owners.voices.other(start) if _YOU_ARE.search(head) else None


def _is_taught(text: str, start: int, end: int) -> bool:
    """Tell whether a school year is the one somebody teaches: "teaches Grade 9", "after Form 2 mathematics"."""
    return bool(_TEACHES.search(text, max(0, start - 40), start) or _TAUGHT.match(text, end))


def _listed(owners: Owners) -> None:
    """Read "two children aged 9 and 6": one age for each of a group, on the day the text was written."""
    groups: dict[tuple[int, int], list[PersonDraft]] = {}
    for spot in owners.spots:
        if spot.kind == "kin":
            groups.setdefault((spot.start, spot.end), []).append(spot.person)
    written = owners.cues.written
    older = owners.cues.reference.year - written.year if written else 0
    for (_, end), people in groups.items():
        match = _LIST.match(owners.cues.text, end) if 1 < len(people) <= _WIDEST else None
        ages = [int(number) for number in re.findall(r"\d+", match.group())] if match else []
        if match is None or len(ages) != len(people):
            continue
        for person, age in zip(people, ages, strict=True):
            person.facts = [fact for fact in person.facts if fact.tag != "AGE"]
            person.learn("AGE", age_value(age + older, age + older + 1), 5, match.start(), match.end(), "age in a list")


def _beside(owners: Owners) -> None:
    """Read "four years his junior": the age of one from the age of the other."""
    low = owners.cues.page.caseless
    for match in _BESIDE.finditer(low) if " years " in low else ():
        person = owners.of(match.start(), match.end(), far=False)
        other = _compared(owners, match, person)
        age = other.knows("AGE") if other is not None else None
        if person is None or age is None or person.knows("AGE") is not None:
            continue
        word = match.group("n")
        years = int(word) if word.isdecimal() else _NUMBERS.index(word) + 1
        shift = -years if match.group("way") in {"junior", "younger"} else years
        least, most = int(age.split("-")[0]) + shift - 1, int(age.split("-")[-1]) + shift + 1
        if least > 0:
            person.learn("AGE", age_value(least, most), 4, match.start(), match.end(), "age beside another")


def _compared(owners: Owners, match: re.Match[str], person: PersonDraft | None) -> PersonDraft | None:
    inside = owners.between(match.start(), match.end() + 16)
    near = [spot.person for spot in inside] + [
        s.person for s in reversed(owners.between(match.start() - 300, match.start()))
    ]
    return next((other for other in near if other is not person and other.knows("AGE")), None)
