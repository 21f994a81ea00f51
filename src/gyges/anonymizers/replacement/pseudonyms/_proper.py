"""The proper names inside a span: runs of capitalised words that are no English ones; the rest of the span stays."""

import re
from collections.abc import Callable, Iterator

from gyges.anonymizers.replacement._person_names import PARTICLES
from gyges.anonymizers.replacement._word_kinds import is_word, kept_words
from gyges.reading.lookups import fold, is_surname

_TOKEN = re.compile(r"(?<![^\W_])(?<!\d-)[^\W\d_]+(?:['’-](?!s\b)[^\W\d_]+)*(?![^\W_])")
_JOINED = re.compile(r"[\s'’-]+|\s?\.\s?")
_ARTICLE = re.compile(r"\b(?:La|El|Los|Las|Le|Les|Al|San|Santa|Santo|São|In)[ -]$")  # a part of the name itself
_SIDE_BY_SIDE = re.compile(r"(?<![\w.])([BCDGJKPQTVWYZ]{1,3}\.)(?: [BCDGJKPQTVWYZ]{1,3}\.)+")
_OF_A_KIND = ("ical", "onal", "rial", "ural", "ators")
_ABBREVIATION = 3  # capitals that are no name: "BP", "HGV"


def proper_runs(words: str) -> Iterator[tuple[int, int]]:
    """Yield where names stand in some words."""
    start, end, gap = -1, -1, ""
    for match in _TOKEN.finditer(words):
        gap = words[end : match.start()] if end >= 0 else ""
        joined = end >= 0 and _JOINED.fullmatch(gap)
        if is_proper(match[0], loud=words.isupper()):
            if not joined:
                if start >= 0:
                    yield start, end
                article = _ARTICLE.search(words[: match.start()])
                start = article.start() if article else match.start()
            end = match.end()
        elif not (joined and fold(match[0]) in PARTICLES and match[0].islower() and match[0] not in {"the", "of"}):
            if start >= 0:
                yield start, end
            start = end = -1
    if start >= 0:
        yield start, end


def is_proper(word: str, *, loud: bool = False) -> bool:
    """Tell whether a word is a name: it has a capital, and is neither English nor a short form."""
    if not word[:1].isupper() or len(word) == 1 or (word.isupper() and len(word) <= _ABBREVIATION and not loud):
        return False
    low = re.sub(r"'s?$", "", word.lower().replace("’", "'"))  # "PURSER'S"
    if any(len(part) > 2 and is_word(part) for part in low.split("-")[1:]):  # "X-ray"
        return False
    if low.endswith(_OF_A_KIND) and not is_surname(low):  # "Biotechnical"
        return False
    return (
        not is_word(low)
        and not (low.endswith("s") and is_word(low.removesuffix("s")) and not is_surname(low))  # "Fabricators"
        and low not in kept_words("foreign_heads") | kept_words("generic") | kept_words("feast_words")
        and low not in kept_words("no_places") | kept_words("no_names") | kept_words("brands")
    )


def with_runs(words: str, other: Callable[[str], str]) -> str:
    """Return words in which every proper name is another one."""
    made, last = [], 0
    for start, end in proper_runs(words):
        made += [words[last:start], other(words[start:end])]
        last = end
    return one_letter("".join([*made, words[last:]]))


def one_letter(words: str) -> str:
    """Return words in which letters side by side are one, and the mark of "Fishers'" that of a possessive."""
    return re.sub(r"(?<=[A-Z]\.)['’](?=\s|$)", "'s", _SIDE_BY_SIDE.sub(r"\1", words).replace("..", "."))
