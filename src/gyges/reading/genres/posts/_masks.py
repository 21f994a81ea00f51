"""What masking left in a post still tells: who stood where a name or a number was."""

import re
from collections.abc import Iterator
from functools import lru_cache

__all__ = ["MASK", "masked_codes", "masked_relatives", "masked_status"]

MASK = r"(?:\[[A-Z_ ]{2,20}\d*\]|<[A-Z_]{3,20}\d*>|\*{3,}|X{4,}|_{3,}|█+)"
"""A name or number that somebody took out."""

_KIDS = r"\b(?:kid|kids|kiddos?|little|child|children|baby|son|daughter|boys|girls|ones?|beauties|legends)\b"
_PAIR = re.compile(rf"@?(?P<one>{MASK}) (?:&|and) @?(?P<two>{MASK})")
_FAMILY = re.compile(r"\b(?:parents|folks|mom and dad|mum and dad)\b", re.IGNORECASE)
_ROOTS = re.compile(r"family|legacy|roots|legends|tradition|grateful|lessons?|values", re.IGNORECASE)
_SPOUSE = re.compile(
    rf"\b(?:partner|spouse|rock|love|better half),? @?(?P<named>{MASK})|{MASK} life with @?(?P<life>{MASK})|"
    rf"\b(?:with|to|for) @?(?P<beside>{MASK}),? ?(?:and|&) (?:our|my|the)\b[^.!?\n]{{0,30}}{_KIDS}"
)
_STATUS = re.compile(
    rf"{MASK} life with|\b[Bb]eing {MASK} (?:with|and raising) |#{MASK}Life\b(?=.*{_KIDS})|"
    rf"{_KIDS}.*#{MASK}Life\b"
)
_CODE = re.compile(
    rf"\b(?:(?P<id>ID|id|identifier)|(?P<licence>licen[cs]e(?: number)?)|"
    rf"(?P<passport>passport(?: number)?)|(?P<phone>phone numbers?))"
    rf"\b[^\w\n\[*]{{0,6}}(?:like |such as )?[(\"“]?(?P<mask>{MASK})"
)
_LABELS = {"id": "id number", "licence": "driver's license", "passport": "passport number", "phone": "phone number"}
_MINE = re.compile(r"\b(?:my|our)\b[^.;\n]{0,40}$", re.IGNORECASE)


@lru_cache(maxsize=16)
def _is_masked(text: str) -> bool:
    return re.search(MASK, text) is not None


def masked_relatives(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield role, start and end of relatives whose names were taken out."""
    if not _is_masked(text):
        return
    spouse = _SPOUSE.search(text)
    if spouse is not None:
        group = next(name for name in ("named", "life", "beside") if spouse[name])
        yield "spouse", spouse.start(group), spouse.end(group)
    pair = _PAIR.search(text)
    if pair is None:
        return
    head = text[max(0, pair.start() - 60) : pair.start()]
    if _FAMILY.search(head):
        yield "father", *pair.span("one")
        yield "mother", *pair.span("two")
    elif _ROOTS.search(text):
        yield "relative", *pair.span("one")
        yield "relative", *pair.span("two")


def masked_status(text: str) -> tuple[int, int] | None:
    """Return where a masked word must have been "married": before "life with", "with two kids"."""
    match = _STATUS.search(text) if _is_masked(text) else None
    return match.span() if match is not None else None


def masked_codes(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield what kind of number was taken out of a record that is not the author's, and where."""
    for match in _CODE.finditer(text) if _is_masked(text) else ():
        if not _MINE.search(text, max(0, match.start() - 60), match.start()):
            yield next(label for group, label in _LABELS.items() if match[group]), *match.span("mask")
