"""Capitals in no table that stand where somebody or some place is meant: "see Sukarti", "at Yaya", "from Buff Bay"."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.subjectwise._things import is_thing
from gyges.anonymizers.subjectwise._told_names import is_strange
from gyges.anonymizers.wording import (
    begins_sentence,
    head_of,
    is_function,
    is_holy,
    is_ordinary,
    is_thing_word,
    segments_of,
    word_after,
    word_before,
)
from gyges.reading import Page, find_organisations, find_places
from gyges.reading.lookups import countries, fold

__all__ = ["unusual_firms", "unusual_names", "unusual_places"]

_CAPITAL = r"[^\W\d_a-z](?=[^\W\d_]*?[a-zà-ÿ])[^\W\d_]++(?:['’-][^\W\d_]++)*"
_PERSON = re.compile(
    rf"\b(?:see|ask|asked|tell|told|contact|thank|thanks to|meet|met|phone|phoned|ring|rang|text|inform"
    rf"|informed|remind) (?P<name>{_CAPITAL})(?![\w@/-])"
)
_OWNER = re.compile(r"(?<=[a-z,] )(?P<name>[^\W\d_a-z][a-zà-ÿ]{2,})['’]s (?=[a-z])")
_PLACE = re.compile(rf"\b(?:in|at|near|from|to) (?P<name>{_CAPITAL}(?: {_CAPITAL}){{0,2}})(?![\w@/-])(?!['’]\w)")
_STREET = re.compile(
    rf"\b(?P<name>(?:rue|via|calle|rua|ulica|strada|avenida|viale|piazza|plaza) {_CAPITAL}(?: {_CAPITAL})?)"
)
_BEFORE_PLACE = re.compile(rf"(?<=, )(?P<name>{_CAPITAL}), $")  # "the clinic, Paballelo, Upington"
_FIRM = re.compile(r"[^\W\d_a-zà-ÿ][^\W_]*(?: [^\W\d_a-zà-ÿ][^\W_]*){0,3}")
_LABEL = re.compile(r"\s*[^\W\d_][\w ]{0,24}:\s")
_SHORT = 3  # letters of a short form
_BEHIND = re.compile(r" ?\d|[-/]\d|:\d")


def unusual_names(page: Page) -> Iterator[tuple[int, int]]:
    """Yield words in no table that stand as the name of somebody.

    Example:
        >>> list(unusual_names(Page("Please see Sukarti about it. I use Sukarti.")))
        [(11, 18)]
    """
    text = page.text
    for pattern in (_PERSON, _OWNER):
        for match in pattern.finditer(text):
            start = match.start("name")
            word = match["name"].removesuffix("'s").removesuffix("’s")
            led = word_before(text, start)
            thing = led is not None and (
                led.lower in {"the", "a", "an", "this", "that", "some"} or led.text[0].isupper()
            )
            if is_strange(word) and not thing and not _is_known(page, start, start + len(word)):
                yield start, start + len(word)


def unusual_places(page: Page) -> Iterator[tuple[int, int]]:
    """Yield words in no table that stand as the name of a place.

    Example:
        >>> list(unusual_places(Page("They walk down from Buff Bay to the gate.")))
        [(20, 28)]
    """
    text = page.text
    for match in _PLACE.finditer(text):
        start, end = match.span("name")
        words = match["name"].split()
        ends_as_place = len(words) > 1 and words[-1].lower() in words_in("places", "features")
        begins_as_place = len(words) > 1 and words[0].lower() in words_in("places", "leads") and is_strange(words[1])
        alone = len(words) == 1 and is_strange(words[0]) and _closes(text, end)
        if ends_as_place or ((alone or begins_as_place) and not _is_known(page, start, end)):
            yield start, end
    for place in find_places(page):
        before = _BEFORE_PLACE.search(text, max(0, place.start - 40), place.start)
        if (
            before is not None
            and place.text[:1].isupper()
            and is_strange(before["name"])
            and not is_thing_word(before["name"])
        ):
            yield before.span("name")
    for match in _STREET.finditer(text):
        yield match.span("name")


@cache
def _nations() -> frozenset[str]:
    return frozenset(word for country in countries() for word in country.demonyms)


def unusual_firms(text: str) -> Iterator[tuple[int, int]]:
    r"""Yield words in no table that are a part of their own in the head of a text, and where they are said again.

    Example:
        >>> list(unusual_firms("VERBATLAS - yearly review\n\nWe at VERBATLAS thank you."))
        [(0, 9), (33, 42)]
    """
    end = head_of(text)
    at = 0
    for line in text[:end].splitlines(keepends=True):
        for start, stop in segments_of(text, at, at + len(line.rstrip())) if _LABEL.match(line) is None else ():
            name = text[start:stop]
            if _FIRM.fullmatch(name) and any(_is_new(word) for word in name.split()) and not _is_known_firm(name):
                if not words_in("worth", "document").isdisjoint(name.lower().split()):
                    continue  # "GUARDAVIDAS LOG"
                yield from (match.span() for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text))
        at += len(line)


def _is_new(word: str) -> bool:
    known = is_ordinary(word) or is_ordinary(fold(word)) or is_thing_word(word)  # "Crèche"
    return len(word) > _SHORT and word.isalpha() and not known


def _is_known_firm(name: str) -> bool:
    words = name.split()
    return all(word in _nations() or word.lower() in words_in("places", "languages") for word in words if _is_new(word))


def _closes(text: str, end: int) -> bool:
    """Tell whether a phrase ends at a place, so that nothing behind is described by it."""
    after = word_after(text, end)
    return after is None or is_function(after.text)


def _is_known(page: Page, start: int, end: int) -> bool:
    """Tell whether words are those of a thing, a feast, a firm or a language, or have a number."""
    text = page.text
    words = text[start:end].split()
    if words[0] in _nations() or words[0].lower() in words_in("places", "languages"):
        return True
    if any(is_holy(word) or is_thing_word(word) for word in words) or _BEHIND.match(text, end):
        return True
    if begins_sentence(text, start) or (len(words) == 1 and is_ordinary(words[0])):
        return True
    if any(one.start < end and start < one.end for one in find_organisations(page)):
        return True
    return is_thing(text, start, end)
