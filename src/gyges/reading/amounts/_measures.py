"""Numbers that a label or a noun makes telling: ``pulse 104``, ``Days absent: 31``, ``46 others``, ``23 dead``."""

import re
from collections.abc import Iterator

from gyges.reading.lexicon._load import words
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page

__all__ = ["find_measures"]

_LABEL = re.compile(r"(?<!\w)(?P<word>[^\W\d_][^\W_]{0,14})\.?(?:\s(?:of|is|was|at|absent|present))?\s?[:=]?\s$")
_NUMBER = re.compile(r"\d{1,3}(?:[.,/]\d{1,3})?(?![\w/]|[.,:]\d)")
_DOTTED = re.compile(r"\d{1,3}(?:\.\d{3}){1,3}(?:,\d{2})?(?![\w.]\d)")
_AFTER = re.compile(r"\s(?P<noun>dead|injured|wounded|others|absent|missing|absences|lates|detentions|merits|stars)\b")
_SCALED = re.compile(r"\s(?:tys|mln|mld|mil|mio|tsd|bin)\.?(?:\s(?:zł|złotych|Kč|kr|euro|pesos|TL|din|rub|lira)\b\.?)?")
_SHILLINGS = re.compile(
    r"(?<!\w)(?:[Ss]h|[Kk]shs?|[Tt]shs?|[Uu]shs?|Rs|Tk|Php|Lei|Ft|Sfr|Fr|Lek|Din|BD|QR|JD|KD|Dhs?|Bs|Gs|Kz|MT|ZK|D)\.?\s?$"
)
_REACH = 24


def find_measures(page: Page) -> Iterator[Cue]:
    """Yield numbers that measure or count somebody or something, known by the words beside them."""
    text, done = page.text, 0
    for start, _ in page.digits:
        if start < done or text[start - 1 : start] in {"/", ".", ",", ":", "-"}:
            continue
        span = _measure(text, start)
        if span is not None:
            yield Cue(*span, "QUANTITY")
            done = span[1]


def _measure(text: str, start: int) -> tuple[int, int] | None:
    left = text[max(0, start - _REACH) : start]
    money = _SHILLINGS.search(left)
    number = _DOTTED.match(text, start) or _NUMBER.match(text, start)
    if number is None:
        return None
    if money:
        return start - len(money[0]), number.end()
    if scaled := _SCALED.match(text, number.end()):
        return start, scaled.end()
    if _DOTTED.match(text, start):
        return number.span()
    if after := _AFTER.match(text, number.end()):
        return start, after.end()
    label = _LABEL.search(left)
    return number.span() if label and label["word"].lower() in words("measure_labels") else None
