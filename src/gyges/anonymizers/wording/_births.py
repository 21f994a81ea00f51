"""Days of birth: they go with the words that tell what they are."""

import re

from gyges.anonymizers.wording._ages import decade_of_birth
from gyges.anonymizers.wording._around import Swap, verb_after_comma, word_before
from gyges.anonymizers.wording._fields import field_around
from gyges.anonymizers.wording._tables import words_in

__all__ = ["birth_swap"]

_LEAD = re.compile(r"(?:(?<!\w)(?:b\.|\*|[Bb]orn(?:\son)?|d\.?o\.?b\.?:?|DOB:?|[Dd]ate of birth:?)\s*)$", re.IGNORECASE)
_AND_VERB = re.compile(r"\s+and\s+(?=(?:lives?|lived|works?|worked|resides?|resided|is|was|has|grew)\b)")
_SPOT = re.compile(r",?\s(?:in|at|to|near)\s")
_CLOSE = re.compile(r"\s*(?:$|\n|[.,;)])")


def birth_swap(text: str, start: int, end: int) -> Swap:
    """Return how a day of birth goes, or what stands there where the sentence needs it.

    Example:
        >>> birth_swap("Ana Reis, born on 3 May 1970, said no.", 18, 28)
        Swap(start=8, end=29, new='', instead=', born on [date],')
    """
    field = field_around(text, start, end)
    if field is not None:
        return Swap(*field, "", "")
    lead = _LEAD.search(text, max(0, start - 20), start)
    first = lead.start() if lead is not None else start
    before = word_before(text, first)
    if before is not None and before.lower in words_in("frames", "copulas") and lead is not None:
        on, told = _AND_VERB.match(text, end), decade_of_birth(text[start:end]) or "[date]"
        if on is not None:
            return Swap(before.start, on.end(), "", f"{before.text} born in {told}{on[0]}")
        new = "born" if _SPOT.match(text, end) else f"born in {told}"
        return Swap(first, end, new, new)
    marks = text[max(0, first - 2) : first]
    if marks == ", ":
        last = end + (1 if verb_after_comma(text, end, first - 2) else 0)
        return Swap(first - 2, last, "", f"{text[first - 2 : start]}[date]{text[end:last]}")
    if marks.endswith("(") and text[end : end + 1] == ")":
        return Swap(first - (2 if marks[0] == " " else 1), end + 1, "", "")
    if lead is not None and before is not None and _CLOSE.match(text, end):
        return Swap(before.end, end, "", f"{text[before.end : start]}[date]")
    return Swap(start, end, "[date]", "[date]")
