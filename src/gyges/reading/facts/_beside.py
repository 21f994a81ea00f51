"""What stands right behind a name without a word: "Ana Reis, 38", "Rider: K. Matsuura, M, 31", "K. Deol, IO-07731"."""

from gyges.reading._reading import ReadFact
from gyges.reading.facts._age import age_value
from gyges.reading.page._forms import patterns
from gyges.reading.people._owners import Owners

__all__ = ["read_beside"]

_AGE, _SEX, _CODE, _DATE = patterns("beside", "age sex code date")
_OLDEST, _FEWEST, _SURE = 110, 4, 4  # years, digits of a code, and the certainty of an age that is told


def read_beside(owners: Owners) -> None:
    """Give ages, sexes and codes to the name they stand behind."""
    text = owners.cues.text
    aged = {cue.start for cue in owners.cues.ages}
    coded = {position for code in owners.cues.codes if code.kind != "OTHER" for position in range(code.start, code.end)}
    for spot in owners.spots:
        if spot.kind != "name":
            continue
        age = _AGE.match(text, spot.end)
        if age and 0 < int(age["age"]) <= _OLDEST and age.start("age") not in aged and _no_age(spot.person.facts):
            written = owners.cues.written
            older = max(0, owners.cues.reference.year - written.year) if written else 0
            low = int(age["age"]) + older
            value = age_value(low, low + (1 if older else 0))
            if low <= _OLDEST:
                spot.person.learn("AGE", value, 4, *age.span("age"), "age beside a name")
        sex = _SEX.match(text, spot.end)
        if sex and spot.person.knows("SEX") is None:
            spot.person.learn("SEX", "Female" if sex["sex"] == "F" else "Male", 5, *sex.span("sex"), "marker")
        code = _CODE.match(text, spot.end)
        if code and code.start("code") not in coded and _is_code(code["code"]):
            spot.person.learn("IDENTIFICATION_NUMBER", code["code"], 3, *code.span("code"), "code beside a name")


def _no_age(facts: list[ReadFact]) -> bool:
    return not any(fact.tag == "AGE" and fact.certainty >= _SURE for fact in facts)


def _is_code(words: str) -> bool:
    return sum(letter.isdigit() for letter in words) >= _FEWEST and not _DATE.fullmatch(words)
