"""How many: numbers with the people or things they count, in digits and in words."""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache

from gyges.reading.english import usual_tag
from gyges.reading.lexicon._load import words
from gyges.reading.page._forms import patterns
from gyges.reading.page._page import Page, Wanted
from gyges.reading.page._spans import Cue

__all__ = ["TAIL", "counted_in_digits", "find_at_digits", "find_counts", "is_number", "led_from", "units"]

TAIL, _LED, _THINGS, _CITED, _IN_RATIO = patterns("counts", "tail led things cited in_ratio")
SpanAt = Callable[[str, int, int], tuple[int, int] | None]
_REACH = 3  # words between a number and what it counts
_YEAR = re.compile(r"(?:18|19|20)\d\d")


def find_at_digits(page: Page, kind: str, span_at: SpanAt) -> Iterator[Cue]:
    """Yield what begins at the digits of a text, without overlap.

    Args:
        page: The text.
        kind: What is found.
        span_at: Returns what begins at a run of digits ``text[start:end]``, None if nothing does.
    """
    done = 0
    for start, end in page.digits:
        span = span_at(page.text, start, end) if start >= done else None
        if span is not None:
            yield Cue(*span, kind)
            done = span[1]


@cache
def units() -> frozenset[str]:
    """Return the words for measures and money."""
    return words("units") | words("currencies")


def led_from(text: str, start: int) -> int:
    """Return where the words begin that qualify a number: ``more than``."""
    match = _LED.search(text[max(0, start - 26) : start])
    return start - len(match[0]) if match else start


def counted_in_digits(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return a number in digits with what it counts: ``79 packages``."""
    stop = _things_after(text, end)
    if (
        stop is None
        or _IN_RATIO.match(text, stop)
        or _YEAR.fullmatch(text, start, end)
        or _CITED.search(text[max(0, start - 14) : start])
    ):
        return None
    return led_from(text, start), stop


def find_counts(page: Page) -> Iterator[Cue]:
    """Yield numbers in words with what they count or measure."""
    done = -1
    for index in page.where(is_number):
        if index <= done:
            continue
        done = _last(page, index)
        end = _counted(page, index, done)
        if end is None and done > index and page.key(done) in words("scales"):
            end = page.words[done][1]
        if end is not None and not _IN_RATIO.match(page.text, end):
            tail = TAIL.match(page.text, end)
            yield Cue(led_from(page.text, page.words[index][0]), tail.end() if tail else end, "QUANTITY")


@Wanted
@lru_cache(maxsize=16384)
def is_number(key: str) -> bool:
    """Tell whether a word is a number in words or begins with one."""
    return key in words("number_words") or ("-" in key and key.partition("-")[0] in words("number_words"))


def _last(page: Page, index: int) -> int:
    """Return the last word of a number of several words."""
    while page.joined(index):
        after = page.key(index + 1)
        if not is_number(after) and not (after == "and" and is_number(page.key(index + 2))):
            break
        index += 1
    return index


def _counted(page: Page, first: int, last: int) -> int | None:
    """Return where the thing ends that a number in words counts; None if it counts nothing of interest."""
    for at in range(last, last + _REACH):
        if not page.joined(at):
            break
        key, end = page.key(at + 1), page.words[at + 1][1]
        if (key in units() and key not in words("units_unsure")) or (key == "times" and at == last):
            return end
        if key in words("people"):
            one = page.key(first) == "one"
            return end if one == (key == "child") else None
        if key == "per" and page.key(at + 2) == "cent":
            return page.words[at + 2][1]
        if key not in words("small") and not (key == "of" and at > last):
            break
    if page.joined(last) and page.key(first) not in words("few"):
        return _things_after(page.text, page.words[last][1])
    return None


def _things_after(text: str, end: int) -> int | None:
    match = _THINGS.match(text, end)
    if match is None or match["noun"] in words("not_counted") or match["how"] in words("not_counting"):
        return None
    if match["noun"] in words("time_units"):
        return None
    if match["noun"] and usual_tag(match["noun"]) == "VBZ":
        return None  # "the 42 stops here"
    return match.end()
