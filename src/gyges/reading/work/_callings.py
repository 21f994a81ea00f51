"""What somebody does, told without a word for it (``teaches maths``), and where, told without a name."""

from collections.abc import Iterator

from gyges.reading.english import can_be, usual_tag
from gyges.reading.lexicon._tables import indexes_of
from gyges.reading.page._scan import Scan, Span, words

__all__ = ["find_callings"]

_NOMINAL = frozenset(("NN", "JJ", ""))
_OBJECT = 3  # words after a verb that say what is done


def find_callings(scan: Scan) -> Iterator[Span]:
    """Yield doings by which somebody is known, and places of work that have no name."""
    for index in indexes_of(scan.text, words("work_verbs").__contains__):
        if index and scan.joined(index - 1) and scan.key(index - 1) in words("work_subjects"):
            passive = scan.key(index - 1) in words("be_forms") and usual_tag(scan.key(index)) in {"VBN", "VBD"}
            last = _object(scan, index)
            acting = usual_tag(scan.key(index + 1)) == "VBG" and last == index + 1  # "keeps breaking them"
            nominal = usual_tag(scan.key(last))[:2] in _NOMINAL and usual_tag(scan.key(index + 1)) != "RB"  # "too much"
            if last > index and nominal and not passive and not acting and scan.key(last) not in words("time_units"):
                yield Span(scan.words[index + 1][0], scan.words[last][1], "DEM")
    for index in indexes_of(scan.text, words("org_heads_small").__contains__):
        small = index and scan.joined(index - 1) and not scan.capital(index) and not scan.capital(index - 1)
        if small and _says_which(scan.key(index - 1)):
            first = index - 1
            while first and index - first < _OBJECT and scan.joined(first - 1) and _says_which(scan.key(first - 1)):
                first -= 1
            yield Span(scan.words[first][0], scan.words[index][1], "ORG")


def _says_which(key: str) -> bool:
    """Tell whether a word says which place of work it is: ``paper mill``, but no ``headmaster's office``."""
    plain = key in words("plain_modifiers") or key in words("edge_left") or key in words("phrase_stops")
    verb = can_be(key, "VERB") and not can_be(key, "NOUN") and not can_be(key, "ADJ")
    plain = plain or key in words("day_parts") or key.endswith("-year")  # "evening service", "final-year pharmacy"
    return not (plain or verb or key.endswith("'s")) and usual_tag(key)[:2] in _NOMINAL


def _object(scan: Scan, index: int) -> int:
    """Return the last word of what a verb is about."""
    last = index
    if scan.joined(last) and scan.key(last + 1) in words("work_links"):
        last += 1
        last += scan.joined(last) and scan.key(last + 1) in {"a", "an", "the"}
    first = last
    while scan.joined(last) and last - first < _OBJECT and scan.key(last + 1) not in words("phrase_stops"):
        last += 1
    return last if last > first else index
