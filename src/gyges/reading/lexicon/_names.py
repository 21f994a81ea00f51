"""First names and surnames: who bears them, and where."""

from dataclasses import dataclass
from functools import cache, lru_cache

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import read_pairs, read_rows
from gyges.reading.lexicon._vocabulary import common_words

__all__ = ["NameStat", "first_name", "is_surname", "name_origin"]

_MIN_STEM = 3


@dataclass(frozen=True, slots=True)
class NameStat:
    """What is known about a first name.

    Attributes:
        p_female: Share of women among its bearers, 0-1.
        weight: How common it is, 0-1 on a logarithmic scale.
        ambiguous: Whether it is also an ordinary English word (Will, Mark, Grace).
    """

    p_female: float
    weight: float
    ambiguous: bool


@cache
def _first_names() -> dict[str, str]:
    return read_pairs("first_names.tsv.xz")


@cache
def _surnames() -> dict[str, str]:
    return read_pairs("surnames.tsv.xz")


@cache
def _endings() -> dict[str, str]:
    """Endings of surnames, each with the country it is typical of."""
    return {ending: iso for iso, endings in read_rows("surname_endings.tsv") for ending in endings.split(";")}


@lru_cache(maxsize=8192)
def first_name(word: str) -> NameStat | None:
    """Return what is known of a word as a first name, None if it is none.

    Case and accents do not matter; of a double name such as ``Jean-Luc`` the first part counts.
    """
    key = fold(word)
    row = _first_names().get(key) or (_first_names().get(key.partition("-")[0]) if "-" in key else None)
    if row is None:
        return None
    women, weight, ambiguous, _ = row.split("\t")
    return NameStat(int(women) / 100, int(weight) / 100, ambiguous == "a")


def _ending(key: str) -> str | None:
    known = _endings()
    return next(
        (key[-size:] for size in range(8, 1, -1) if key[-size:] in known and len(key) >= size + _MIN_STEM), None
    )


@lru_cache(maxsize=8192)
def is_surname(word: str) -> bool:
    """Tell whether a word is a known surname, or ends like one (``-ović``, ``-enko``, ``-sson``)."""
    key = fold(word)
    if key in _surnames():
        return True
    if "-" in key:
        return any(part in _surnames() for part in key.split("-") if len(part) > _MIN_STEM)
    if key.startswith(("mc", "o'")) and len(key) > _MIN_STEM + 1:
        return True
    return key not in common_words() and _ending(key) is not None


def name_origin(word: str) -> tuple[str, ...]:
    """Return the countries (two letters) whose people typically bear a first name or surname; empty if many or unknown.

    Example:
        >>> name_origin("Fujikawa"), name_origin("Gráinne"), name_origin("John")
        (('JP',), ('IE',), ())
    """
    key = fold(word)
    row = _surnames().get(key)
    if not row:
        row = _first_names().get(key, "\t\t\t").split("\t")[3]
    if not row:
        ending = _ending(key)
        row = _endings()[ending] if ending and key not in common_words() else ""
    return tuple(row.split(",")) if row else ()
