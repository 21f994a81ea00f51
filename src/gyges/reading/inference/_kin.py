"""What follows from ties: the sex of the other spouse, the age of parents, children and couples."""

from gyges.reading.facts._ages import age_value
from gyges.reading.lexicon._people_words import kin_words
from gyges.reading.people._draft import PersonDraft

__all__ = ["infer_from_kin"]

_OTHER = {"Male": "Female", "Female": "Male"}
_YEARS = {"parent": (24, 33), "child": (-33, -24), "elder": (50, 60), "grandchild": (-60, -50)}
_EVEN = frozenset({"spouse", "partner"})
_BETWEEN = 4  # years a couple differs at most, usually
_WIDEST = 10


def infer_from_kin(person: PersonDraft) -> None:
    """Learn what the tie of a person to another tells about both."""
    if person.kin_of is None:
        return
    role, other = person.kin_of
    known = kin_words().get(role.removeprefix("former "))
    if known is None:
        return
    if known.group in {"spouse", "partner", "former"}:
        for one, two in ((person, other), (other, person)):
            sex = one.best("SEX")
            if sex is not None and sex.value in _OTHER and two.knows("SEX") is None:
                two.follow("SEX", _OTHER[sex.value], 3, sex, "couple")
    if not person.dead and not other.dead:
        _ages(person, other, known.group)


def _ages(person: PersonDraft, other: PersonDraft, group: str) -> None:
    low, high = (-_BETWEEN, _BETWEEN) if group in _EVEN else _YEARS.get(group, (0, 0))
    if low == high:
        return
    for one, two, least, most in ((other, person, low, high), (person, other, -high, -low)):
        told = one.best("AGE")
        if told is None or two.knows("AGE") is not None or most < 0:  # what parents are says little about children
            continue
        ends = told.value.split("-")
        middle = (int(ends[0]) + int(ends[-1])) // 2
        first, last = middle + least, middle + most
        if first > 0 and last - first <= _WIDEST:
            two.follow("AGE", age_value(first, last), 2, told, "age of kin")
