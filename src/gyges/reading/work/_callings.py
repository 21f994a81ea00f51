"""What somebody does, told without a word for it (``teaches maths``), and where, told without a name."""

from collections.abc import Iterator

from gyges.reading.english import can_be, usual_tag
from gyges.reading.lexicon._load import words
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page

__all__ = ["find_callings"]

_NOMINAL = frozenset(("NN", "JJ", ""))
_OBJECT = 3  # words after a verb that say what is done


def find_callings(page: Page) -> Iterator[Cue]:
    """Yield doings by which somebody is known, and places of work that have no name."""
    for index in page.where(words("work_verbs")):
        if index and page.joined(index - 1) and page.key(index - 1) in words("work_subjects"):
            passive = page.key(index - 1) in words("be_forms") and usual_tag(page.key(index)) in {"VBN", "VBD"}
            last = _object(page, index)
            acting = usual_tag(page.key(index + 1)) == "VBG" and last == index + 1  # "keeps breaking them"
            nominal = usual_tag(page.key(last))[:2] in _NOMINAL and usual_tag(page.key(index + 1)) != "RB"  # "too much"
            if last > index and nominal and not passive and not acting and page.key(last) not in words("time_units"):
                yield Cue(page.words[index + 1][0], page.words[last][1], "DEM")
    for index in page.where(words("org_heads_small")):
        small = index and page.joined(index - 1) and not page.capital(index) and not page.capital(index - 1)
        if small and _says_which(page.key(index - 1)):
            first = index - 1
            while first and index - first < _OBJECT and page.joined(first - 1) and _says_which(page.key(first - 1)):
                first -= 1
            yield Cue(page.words[first][0], page.words[index][1], "ORG")


def _says_which(key: str) -> bool:
    """Tell whether a word says which place of work it is: ``paper mill``, but no ``headmaster's office``."""
    plain = key in words("plain_modifiers") or key in words("edge_left") or key in words("phrase_stops")
    verb = can_be(key, "VERB") and not can_be(key, "NOUN") and not can_be(key, "ADJ")
    plain = plain or key in words("day_parts") or key.endswith("-year")  # "evening service", "final-year pharmacy"
    return not (plain or verb or key.endswith("'s")) and usual_tag(key)[:2] in _NOMINAL


def _object(page: Page, index: int) -> int:
    """Return the last word of what a verb is about."""
    last = index
    if page.joined(last) and page.key(last + 1) in words("work_links"):
        last += 1
        last += page.joined(last) and page.key(last + 1) in {"a", "an", "the"}
    first = last
    while page.joined(last) and last - first < _OBJECT and page.key(last + 1) not in words("phrase_stops"):
        last += 1
    return last if last > first else index
