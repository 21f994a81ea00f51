"""Words for places that hold a number; a letter stands for every other."""

from gyges.anonymizers.subjectwise._found import Found
from gyges.anonymizers.wording import word_before

__all__ = ["place_word"]

_ADDRESS, _NUMBER = "[address]", "[number]"
_NUMBERED = frozenset(("cabin", "room", "bed", "ward", "seat", "gate", "row"))


def place_word(text: str, one: Found) -> str:
    """Return the words for a place with a number; empty where a letter stands for it."""
    if one.kind != "place" or not any(map(str.isdigit, text[one.start : one.end])):
        return ""
    before = word_before(text, one.start)
    return _NUMBER if before is not None and before.lower in _NUMBERED else _ADDRESS
