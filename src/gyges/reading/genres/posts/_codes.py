"""Codes in a post and whose they are: the author's own, or those of somebody in a record."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.reading.codes._find import Code, phone_area
from gyges.reading.genres._table import load_table, pattern

__all__ = ["CODE_TAGS", "code_owner", "code_place", "masked_codes", "record_word"]

CODE_TAGS = {
    "IDENTIFICATION_NUMBER": "id number", "DRIVER_LICENSE_NUMBER": "driver's license", "PHONE_NUMBER": "phone number",
    "PASSPORT_NUMBER": "passport number", "EMAIL_ADDRESS": "mail address",
}  # fmt: skip
"""The tags of codes, and what to call such a code."""
_REACHABLE = frozenset({"EMAIL_ADDRESS", "PHONE_NUMBER"})
_BEFORE = 90  # code points before a code that tell whose it is
_LETTERS = re.compile(r"[A-Za-z]+")


def code_place(code: Code) -> tuple[str, ...]:
    """Return the place a code points to, most specific first."""
    if code.kind == "PHONE_NUMBER":
        return phone_area(code.value)
    known = load_table("posts")["code_places"].get(code.value[:5])
    return tuple(known) if known else (code.country,) if code.country else ()


def code_owner(text: str, code: Code) -> str:
    """Tell whose a code is by the words around it: ``author``, ``other`` or ``nobody``."""
    head = text[max(0, code.start - _BEFORE) : code.start]
    if pattern("posts.of_a_device").search(head) or pattern("posts.certified_device").match(text, code.end):
        return "nobody"
    mine = pattern("posts.mine").search(head)
    if mine is None and code.kind != "EMAIL_ADDRESS":
        mine = pattern("posts.ours").search(head)
    if mine and (
        record_word(mine["between"]) is None or (code.kind in _REACHABLE and "work" in mine["between"].lower())
    ):
        return "author"
    if code.kind != "PHONE_NUMBER":
        return "other"
    record = record_word(head)
    if (record is None and pattern("posts.reach").search(head)) or pattern("posts.work_phone").search(head):
        return "author"
    return "nobody" if record in {None, "individual"} else "other"


@cache
def _record_words() -> dict[str, str]:
    return {word: role for role, words in load_table("posts")["records"].items() for word in words}


def record_word(text: str) -> str | None:
    """Return the last word for somebody in a record, such as ``patient``, or else ``individual`` for a mere record."""
    words = _record_words()
    found = [words[key] for match in _LETTERS.finditer(text) if (key := match[0].lower()) in words]
    return next((word for word in reversed(found) if word != "individual"), found[-1] if found else None)


def masked_codes(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield what kind of number was taken out of a record that is not the author's, and where."""
    labels = {"id": "id number", "licence": "driver's license", "passport": "passport number", "phone": "phone number"}
    for match in pattern("posts.masked_code").finditer(text):
        if not pattern("posts.masked_mine").search(text, max(0, match.start() - 60), match.start()):
            yield next(label for group, label in labels.items() if match[group]), *match.span("mask")
