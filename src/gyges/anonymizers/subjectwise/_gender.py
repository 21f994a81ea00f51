"""Words that tell a sex or a tie, as pieces."""

import re
from collections.abc import Iterator

from gyges.anonymizers.subjectwise._pieces import TAGS, Piece
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.wording import Rewording, neutral_kin, neutral_pronouns, neutral_sex

__all__ = ["find_gender", "find_kin", "is_english", "pronouns_kept"]

_ENGLISH = 0.04  # share of the commonest English words from which on a text is English; other languages stay below
_TOGETHER = {"pronoun": "pronouns", "title": "titles"}  # these change all at once


def is_english(text: str) -> bool:
    """Tell whether a text is written in English, by its commonest words.

    Example:
        >>> is_english("She was at home and it is late."), is_english("Sie war zu Hause, und es ist spät.")
        (True, False)
    """
    words = re.findall(r"[^\W\d_]+", text[:20_000].lower())
    return bool(words) and sum(word in words_in("grammar", "commonest") for word in words) / len(words) >= _ENGLISH


def find_gender(text: str) -> Iterator[Piece]:
    """Yield the words of an English text that tell a sex; pronouns and their verbs change together."""
    return (_piece(text, swap) for swap in neutral_sex(text))


def find_kin(text: str) -> Iterator[Piece]:
    """Yield the words of an English text that tell with whom somebody lives, and no sex."""
    return (_piece(text, swap) for swap in neutral_kin(text))


def pronouns_kept(text: str) -> int:
    """Return how many pronouns of an English text tell a sex and stay, as "they" would not have been certain."""
    return neutral_pronouns(text).kept if is_english(text) else 0


def _piece(text: str, swap: Rewording) -> Piece:
    key = _TOGETHER.get(swap.kind) or f"{swap.kind} {text[swap.start : swap.end].casefold()}"
    category = "PERSON" if swap.kind == "title" else "DEM"
    return Piece(swap.start, swap.end, swap.kind, swap.rungs, key, TAGS[swap.kind], category)
