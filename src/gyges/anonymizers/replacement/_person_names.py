"""The parts of a person's name as it is written: titles, words, letters, or an account name."""

import re
from dataclasses import dataclass

from gyges.reading.lookups import first_name, fold, title

__all__ = ["PARTICLES", "SUFFIXES", "NameWord", "is_handle", "name_words", "sex_of_title", "title_before"]

PARTICLES = frozenset((
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "do", "dos", "das", "du", "la", "le", "los",
    "las", "el", "al", "ten", "ter", "zu", "zur", "af", "av", "bin", "binti", "binte", "bint", "ibn", "ben", "y",
    "e", "und", "i", "of", "the",
))  # fmt: skip
"""Small words inside names, folded."""
SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv", "phd", "md", "rn", "esq", "qc", "kc", "sc"))
"""What may follow a name, folded."""

_WORD = re.compile(r"[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)*")
_HANDLE = re.compile(r"^(?:@|u/)|[\d_]|^[a-z]+\.[a-z]|^[a-z]+-[a-z]+$")
_CAMEL = re.compile(r"^[^\W\d_]*[a-z][A-Z][a-z]+[A-Z][^\W\d_]*$")
_TITLE_BEFORE = re.compile(r"([^\W\d_]{1,12})\.?\s$")
_NAME_TOO = 0.2  # weight from which a title is a first name too, such as Don or Tito
_PLAIN_TITLES = frozenset(
    ("mr", "mrs", "ms", "miss", "mx", "sir", "dr", "prof", "professor", "doctor", "judge", "madam")
)


@dataclass(frozen=True, slots=True)
class NameWord:
    """A word of a name: ``name[start:end]``, its folded form, and what it is."""

    start: int
    end: int
    key: str
    kind: str  # "title", "suffix", "particle", "letter" or "name"


def is_handle(name: str) -> bool:
    """Tell whether a name is that of an account.

    Example:
        >>> is_handle("@night_owl7"), is_handle("Ana Reis"), is_handle("s.ketkar")
        (True, False, True)
    """
    return bool(_HANDLE.search(name) or _CAMEL.search(name)) and " " not in name.strip()


def name_words(name: str) -> list[NameWord]:
    """Return the words of a name, each with what it is."""
    found = [(match.start(), match.end(), fold(match[0])) for match in _WORD.finditer(name)]
    words: list[NameWord] = []
    for index, (start, end, key) in enumerate(found):
        leads = all(word.kind == "title" for word in words)
        last = index == len(found) - 1
        if leads and not last and _is_title(name[start:end]):
            kind = "title"
        elif len(key) == 1:
            kind = "letter"
        elif index and key in SUFFIXES and any(word.kind == "name" for word in words):
            kind = "suffix"
        elif not last and key in PARTICLES:
            kind = "particle"
        else:
            kind = "name"
        words.append(NameWord(start, end, key, kind))
    return words


def title_before(text: str, start: int) -> str:
    """Return the title right before a position, empty if there is none."""
    match = _TITLE_BEFORE.search(text[max(0, start - 14) : start])
    return match[1] if match and match[1][0].isupper() and _is_title(match[1]) else ""


def sex_of_title(word: str) -> str:
    """Return the sex a title tells, empty if none."""
    known = title(word) if word else None
    return known.sex if known else ""


def _is_title(word: str) -> bool:
    if title(word) is None:
        return False
    stat = first_name(word)
    return fold(word) in _PLAIN_TITLES or stat is None or stat.weight < _NAME_TOO
