"""What the form of a name tells where no table lists it: patronymics, endings and particles of many languages."""

import re

from gyges.reading.lexicon._load import either

__all__ = ["marriage_by_form", "sex_by_form"]

_FEMALE_WORDS = frozenset(
    {
        "binti",
        "binte",
        "bint",
        "a/p",
        "thị",
        "thi",
        "kaur",
        "siti",
        "nurul",
        "begum",
        "bibi",
        "khatun",
        "devi",
        "kumari",
        "nyi",
    }
)
_MALE_WORDS = frozenset(
    {"bin", "ibn", "a/l", "văn", "singh", "mohd", "muhammad", "mohammad", "mohammed", "abdul", "abdullah"}
)
_FEMALE_ENDS = re.compile(
    r".{2,}"
    f"{either('forms.female_ends')}"
)
_MALE_ENDS = re.compile(
    r".{2,}"
    f"{either('forms.male_ends')}"
)
_UNMARRIED = re.compile(r".{2,}(?:aitė|ytė|utė|ūtė)")
_MARRIED = re.compile(r".{2,}ienė")


def sex_by_form(name: str) -> str | None:
    """Return the sex the form of a full name tells, None if it tells none.

    Example:
        >>> sex_by_form("Lê Thị Hoa"), sex_by_form("Anna Petrovna"), sex_by_form("Kim Lee")
        ('Female', 'Female', None)
    """
    words = name.lower().split()
    if len(words) < 2:
        return None
    inner = set(words)
    if inner & _FEMALE_WORDS:
        return "Female"
    if inner & _MALE_WORDS:
        return "Male"
    tail = words[1:]
    if any(_FEMALE_ENDS.fullmatch(word) for word in tail):
        return "Female"
    return "Male" if any(_MALE_ENDS.fullmatch(word) for word in tail) else None


def marriage_by_form(name: str) -> str | None:
    """Return whether a family name is that of a married or an unmarried woman, None if it does not say.

    Example:
        >>> marriage_by_form("Rasa Kazlauskienė")
        'Married'
    """
    last = name.lower().split()[-1] if name else ""
    if _MARRIED.fullmatch(last):
        return "Married"
    return "No relation" if _UNMARRIED.fullmatch(last) else None
