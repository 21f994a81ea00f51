"""Numbers as they are written: a telephone number in a place is a code of its own, the parts of a plate are one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gyges.reading import ReadMention

__all__ = ["with_numbers"]

_PHONE = re.compile(r"(?<![\w-])\+?\d(?:[ -]?\(?\d\)?){6,13}(?![\w-])")
_PART = re.compile(r"[A-Z]{1,3}|[A-Z]{0,3}[ -]?\d{1,4}[A-Z]{0,2}")
_MORE = re.compile(r"(?:[ ]\d{2,4}){1,3}(?![\d:.,]\d)\b")
_IN_CODE = frozenset((" ", "-", ":", ""))
_PHONE_DIGITS = 7
_PLACED = frozenset(("LOC", "ORG", "MISC"))


def with_numbers(text: str, mentions: Sequence[ReadMention]) -> list[ReadMention]:
    """Return the spans; telephone numbers are spans of their own, and codes are whole: ``CV17 ZKO``."""
    made: list[ReadMention] = []
    for mention in (part for one in mentions for part in _parts(text, one)):
        last = made[-1] if made else None
        if last is not None and last.type == "CODE" and _goes_on(text, last, mention):
            made[-1] = replace(last, end=mention.end)
        elif last is None or mention.start >= last.end:
            made.append(mention)
    return made


def _goes_on(text: str, last: ReadMention, mention: ReadMention) -> bool:
    gap = text[last.end : mention.start]
    if gap not in _IN_CODE or not any(map(str.isdigit, text[last.start : last.end])):
        return False
    return mention.type == "CODE" or _PART.fullmatch(text, mention.start, mention.end) is not None


def _parts(text: str, mention: ReadMention) -> Iterator[ReadMention]:
    phone = _PHONE.search(text, mention.start, mention.end) if mention.type in _PLACED else None
    if phone is None:
        more = _MORE.match(text, mention.end) if mention.type == "CODE" and text[mention.end - 1].isdigit() else None
        long = more is not None and sum(map(str.isdigit, text[mention.start : more.end()])) >= _PHONE_DIGITS
        yield replace(mention, end=more.end()) if more is not None and long else mention
        return
    head = text[mention.start : phone.start()].rstrip(" ,;:")
    if head:
        yield replace(mention, end=mention.start + len(head))
    yield replace(mention, start=phone.start(), end=phone.end(), type="CODE", direct=True)
    tail = text[phone.end() : mention.end].lstrip(" ,;:")
    if tail:
        yield from _parts(text, replace(mention, start=mention.end - len(tail)))
