"""What the rules understand of a purpose stated in words, and what they do not."""

import re
from dataclasses import dataclass

from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.subjectwise._tables import table
from gyges.records import JsonValue

_UNTOUCHED = "UNTOUCHED"
_DIRECT = frozenset(("NAME",))
_NOTHING = "nothing in it names a kind of fact the rules know"


@dataclass(frozen=True, slots=True)
class Understood:
    """A purpose as far as rules understand it."""

    protect: frozenset[str] | None  # the tags that must not be learned; None for all
    preserve: frozenset[str]  # the tags that stay
    notes: dict[str, JsonValue]  # what was understood and what was not, for the trace

    def changes(self, tags: frozenset[str]) -> bool:
        """Tell whether words that tell these things may change at all."""
        return (self.protect is None or bool(tags & self.protect)) and not tags & self.preserve


def understand(purpose: Purpose) -> Understood:
    """Read the two sentences of a purpose by the words in them."""
    protect, preserve = _named(purpose.protect), _named(purpose.preserve)
    notes: dict[str, JsonValue] = {}
    for part, sentence, tags in (("protect", purpose.protect, protect), ("preserve", purpose.preserve, preserve)):
        if sentence.strip():
            notes[part] = {"understood": sorted(tags - {_UNTOUCHED})} if tags else {"not_understood": _NOTHING}
    if _UNTOUCHED in preserve:
        notes["kept_anyway"] = "words about events, dates, amounts and health are not changed"
    if preserve & _DIRECT:
        notes["not_kept"] = "names and numbers that identify somebody go all the same"
    wanted = protect - {_UNTOUCHED}
    return Understood(frozenset(wanted) if wanted else None, frozenset(preserve - {_UNTOUCHED} - _DIRECT), notes)


def _named(sentence: str) -> set[str]:
    lowered = sentence.lower()
    rows: dict[str, list[str]] = table("purpose")
    return {
        tag
        for tag, words in rows.items()
        if any(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", lowered) for word in words)
    }
