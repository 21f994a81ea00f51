"""Words for places: one of each sort is the town, the country or the region; more of a sort have letters."""

import re
from collections.abc import Sequence

from gyges.anonymizers.subjectwise._found import Found
from gyges.anonymizers.wording import lead_of, needs_place, word_before

__all__ = ["PlaceWords"]

_ADDRESS, _NUMBER = "[address]", "[number]"
_NUMBERED = frozenset(("cabin", "room", "bed", "ward", "seat", "gate", "row"))


class PlaceWords:
    """Gives every place of a text its word, where one is certain and means only that place."""

    def __init__(self, text: str, found: Sequence[Found]) -> None:
        self._text = text
        self._only: dict[str, set[str]] = {}  # the places of each sort
        for one in found:
            if one.kind == "place" and one.noun:
                self._only.setdefault(one.noun, set()).add(self._name(one))
        self._said: set[str] = set()

    def _name(self, one: Found) -> str:
        return self._text[one.start : one.end].casefold()

    def told(self, one: Found) -> str:
        """Return the words for a place; empty where a letter must stand for it."""
        text = self._text
        if one.kind != "place":
            return ""
        words = text[one.start : one.end]
        if any(map(str.isdigit, words)):
            before = word_before(text, one.start)
            return _NUMBER if before is not None and before.lower in _NUMBERED else _ADDRESS
        if {text[max(0, one.start - 1) : one.start], text[one.end : one.end + 1]} & {"/", "&"}:
            return ""
        if not one.noun or len(self._only[one.noun]) > 1 or words.isupper():
            return ""
        if re.search(rf"(?i)\b{one.noun}s?\b", text):
            return ""  # the text speaks of another town
        preposition = word_before(text, lead_of(text, one.start))
        verb = word_before(text, preposition.start) if preposition is not None else None
        owner = text[one.end : one.end + 1] in {"'", "’"}
        new = not owner and one.noun not in self._said and verb is not None and needs_place(verb.lower)
        self._said.add(one.noun)
        return f"{'a' if new else 'the'} {one.noun}"
