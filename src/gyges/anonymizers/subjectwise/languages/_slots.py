"""Slots: the preposition, determiner and adjectives before some words tell a case, and must agree with new ones."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from gyges.anonymizers.subjectwise.languages._table import LanguageWriting, WrittenNoun

__all__ = ["NounSlot", "find_slot", "is_determiner", "rendered"]

_WORD_BEFORE = re.compile(r"(?P<word>[^\W\d_]+)(?P<gap>[ \u00a0]+|[ \u00a0]?\n[ \u00a0]?)$")
_ADJECTIVES = 2  # between a determiner and its noun
_FAR = 40  # code points in which the word before stands
_MANY = frozenset({"p", "mp", "fp"})  # genders of several


@dataclass(frozen=True, slots=True)
class DeterminerReading:
    """What a determiner may be: its family and stem, a case and a gender."""

    family: str
    stem: str
    case: str
    gender: str


@dataclass(frozen=True, slots=True)
class NounSlot:
    """What stands before some words.

    Attributes:
        start: Where it begins.
        preposition: The preposition, in lower case; empty if there is none.
        readings: What the determiner may be, the likeliest first; none where there is no determiner.
        adjectives: The adjectives between.
        case: The likeliest case.
        capital: Whether it begins with a capital.
        agrees: Whether the determiner may go with a noun of the gender that was asked for.
    """

    start: int
    preposition: str
    readings: tuple[DeterminerReading, ...]
    adjectives: tuple[str, ...]
    case: str
    capital: bool
    agrees: bool = True

    @property
    def kept(self) -> DeterminerReading | None:
        """The determiner that stays what it is, such as a possessive; None for articles."""
        first = self.readings[0] if self.readings else None
        return first if first is not None and first.family not in {"definite", "indefinite"} else None

    @property
    def many(self) -> bool:
        """Whether the determiner goes with several only."""
        return bool(self.readings) and all(one.gender in _MANY for one in self.readings)


@cache
def _index(writing: LanguageWriting) -> dict[str, tuple[DeterminerReading, ...]]:
    """Return every form of every determiner with what it may be."""
    found: dict[str, list[DeterminerReading]] = {}
    for family, table in writing.determiners.items():
        for stem in table.stems:
            for case in writing.cases:
                for gender in writing.genders:
                    form = table.form(stem, case, gender)
                    if form:
                        found.setdefault(form.lower(), []).append(DeterminerReading(family, stem, case, gender))
    return {form: tuple(readings) for form, readings in found.items()}


def is_determiner(word: str, writing: LanguageWriting) -> bool:
    """Tell whether a word is a form of a determiner, alone or with a preposition."""
    return word.lower() in _index(writing) or word.lower() in writing.contractions


def find_slot(text: str, start: int, writing: LanguageWriting, *, gender: str = "") -> NounSlot:
    """Return what stands before a place.

    Args:
        text: The text.
        start: Where the words begin that are to be replaced.
        writing: The language.
        gender: The gender of these words, if known.
    """
    at, adjectives = start, list[str]()
    index = _index(writing)
    word = _before(text, at)
    while word is not None and len(adjectives) < _ADJECTIVES and _is_adjective(word[0], writing, index):
        adjectives.insert(0, word[0])
        at = word[1]
        word = _before(text, at)
    lowered = word[0].lower() if word is not None else ""
    if word is None or (lowered not in index and lowered not in writing.contractions):
        return _bare(text, start, writing)
    at = word[1]
    contracted = writing.contractions.get(lowered)
    preposition, determiner = contracted or ("", lowered)
    if contracted is None and (lead := _before(text, at)) is not None and lead[0].lower() in writing.prepositions:
        preposition, at = lead[0].lower(), lead[1]
    cases = writing.prepositions.get(preposition, writing.cases)
    readings = [one for one in index[determiner] if one.case in cases] or list(index[determiner])
    fitting = [one for one in readings if not gender or one.gender in {gender, "p", f"{gender}p"}]
    ordered = _likeliest(text, at, fitting or readings, writing)
    capital = text[at].isupper()
    return NounSlot(at, preposition, tuple(ordered), tuple(adjectives), ordered[0].case, capital, bool(fitting))


def _bare(text: str, start: int, writing: LanguageWriting) -> NounSlot:
    """Return the slot of words without a determiner: a preposition tells their case."""
    word = _before(text, start)
    if word is None or word[0].lower() not in writing.prepositions:
        return NounSlot(start, "", (), (), writing.cases[0], capital=False)
    preposition = word[0].lower()
    return NounSlot(word[1], preposition, (), (), writing.prepositions[preposition][0], text[word[1]].isupper())


def _before(text: str, at: int) -> tuple[str, int] | None:
    found = _WORD_BEFORE.search(text, max(0, at - _FAR), at)
    return (found["word"], found.start()) if found is not None else None


def _is_adjective(word: str, writing: LanguageWriting, index: dict[str, tuple[DeterminerReading, ...]]) -> bool:
    known = word.lower() in index or word.lower() in writing.prepositions or word.lower() in writing.contractions
    return word.islower() and not known and writing.adjective_ending.search(word) is not None


def _likeliest(
    text: str, at: int, readings: Sequence[DeterminerReading], writing: LanguageWriting
) -> list[DeterminerReading]:
    """Order readings: one rather than several; the subject where a sentence begins, what belongs to a noun behind one.

    "Der Verein" is the subject; "Mitglied der Gewerkschaft" belongs to a noun; "gehört der Bank" does not.
    """
    one = [each for each in readings if each.gender not in _MANY] or list(readings)
    first = [each for each in one if each.case == writing.cases[0]]
    rest = [each for each in one if each.case != writing.cases[0]]
    if text[at].isupper() or not rest:
        chosen = (first or rest)[0]
    else:
        before = _before(text, at)
        chosen = rest[-1] if before is not None and before[0][0].isupper() else rest[0]
    return [chosen, *(each for each in readings if each is not chosen)]


def rendered(
    slot: NounSlot, noun: WrittenNoun, writing: LanguageWriting, *, definite: bool = False, tail: str = ""
) -> str:
    """Return a noun with a preposition, a determiner and adjectives that agree with it.

    Args:
        slot: What stood before the words that it replaces.
        noun: The noun.
        writing: The language.
        definite: Whether an article is the definite one; a possessive stays one.
        tail: What follows the noun.
    """
    kept = slot.kept
    family = kept.family if kept is not None else ("definite" if definite else "indefinite")
    table = writing.determiners[family]
    determiner = table.form(kept.stem if kept is not None else table.stems[0], slot.case, noun.gender)
    endings = writing.adjectives.get(table.adjectives if determiner else "strong", {}).get(slot.case, {})
    adjectives = [
        writing.adjective_ending.sub("", one) + endings.get(noun.gender, "") if endings else one
        for one in slot.adjectives
    ]
    lead = [slot.preposition, determiner]
    together = next((word for word, parts in writing.contractions.items() if parts == (lead[0], lead[1])), "")
    words = [*([together] if together else lead), *adjectives, noun.form(slot.case) + tail]
    new = " ".join(word for word in words if word)
    return new[:1].upper() + new[1:] if slot.capital else new
