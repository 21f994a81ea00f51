"""Names written without capitals, as in chats, and words English does not have."""

import re
from collections.abc import Iterator
from functools import lru_cache

from gyges.reading.english import is_english_word
from gyges.reading.lexicon._known_words import bare, is_known
from gyges.reading.lexicon._letter_case import is_chatty
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.lexicon._people_words import title
from gyges.reading.page._page import Page, Wanted
from gyges.reading.page._spans import Cue

__all__ = ["find_small"]

_USUAL = 0.3  # weight from which on a first name needs no capital
_SHORTEST_NAME, _SHORTEST_WORD = 3, 4
_AT_PLACES = frozenset(("in", "near"))
_TURN = re.compile(r":\s")
_APOSTROPHES = frozenset("'’‘ʻ")


def find_small(page: Page) -> Iterator[Cue]:
    """Yield small-lettered names of people and streets, and strange words that name something else or are foreign."""
    chatty = is_chatty(page.text)
    for index in page.where(_strange):
        span = _named(page, index) if chatty or _beside_name(page, index) else None
        if span is not None:
            yield span
    for index in page.where(words("misc_things")):
        if not page.capital(index) and not is_english_word(page.key(index)):
            yield Cue(*page.words[index][:2], "MISC")  # "his audi"
    for index in page.where(words("street_words")):
        street = page.key(index - 1)
        small = index > 1 and page.joined(index - 1) and not page.capital(index - 1)
        if small and page.key(index - 2) in words("along") and street not in words("no_street"):
            yield Cue(page.words[index - 1][0], page.words[index][1], "LOC")
    for index in page.where(words("small_titles")):
        if index + 1 < len(page.words) and page.gap(index) in {" ", ". "} and not page.capital(index):
            start, end, key = page.words[index + 1]
            if is_surname(bare(key)) and (not is_known(key) or page.key(index) in {"mr", "mrs", "ms"}):
                yield Cue(start, end - 2 * key.endswith("'s"), "PERSON", True)


def _named(page: Page, index: int) -> Cue | None:
    """Return what a strange word names if it is written small."""
    start, end, key = page.words[index]
    text = page.text
    if not text[start].isalpha() or text[start].isupper():
        return None
    if text[start - 1 : start] in {"_", "@", ".", "/", "#"} or text[end : end + 1] in {"_", "@", "/"}:
        return None
    end -= 2 * key.endswith("'s")
    before = page.key(index - 1)
    led = before in words("called") or before in words("kin") or title(before) is not None
    if led or _is_name(bare(key)):
        return Cue(start, end, "PERSON", True)
    if end - start < _SHORTEST_WORD:
        addressed = before in words("asked_of") or before in words("hailing") or before in words("it_is")
        return Cue(start, end, "PERSON", True) if addressed else None
    if before in _AT_PLACES:
        return Cue(start, end, "LOC")
    return Cue(start, end, "ORG" if before in words("after_at") else "MISC")


def _beside_name(page: Page, index: int) -> bool:
    """Tell whether a strange word can be told for part of a name in a text that has capitals: ``séra Hildur``."""
    start, end, key = page.words[index]
    if any(map(str.isupper, page.text[start:end])) or page.text[start - 1 : start] in _APOSTROPHES:
        return True
    right = page.joined(index) and page.capital(index + 1)
    left = index > 0 and page.joined(index - 1) and page.capital(index - 1) and not page.opens(index - 1)
    speaks = _TURN.match(page.text, end) is not None and page.text[start - 1 : start] in {"", "\n"}
    foreign = right and not key.isascii() and first_name(page.key(index + 1)) is not None  # "séra Hildur"
    beside = speaks or foreign or (right and _strange(page.key(index + 1))) or (left and _strange(page.key(index - 1)))
    called = page.key(index - 1) in words("called") or _is_name(bare(key)) or page.key(index - 1) in _AT_PLACES
    return beside or called


@Wanted
@lru_cache(maxsize=16384)
def _strange(key: str) -> bool:
    long = len(key) >= _SHORTEST_NAME and not any(map(str.isdigit, key))
    return (long or not key.isascii()) and not is_known(key) and not is_english_word(key) and not key.endswith("n't")


@lru_cache(maxsize=16384)
def _is_name(key: str) -> bool:
    stat = first_name(key)
    return stat is not None and not stat.ambiguous and stat.weight >= _USUAL
