"""Whether an edited sentence is still one: it has a verb if it had one, and the same negations and brackets."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from gyges.anonymizers.wording._around import sentence_of
from gyges.anonymizers.wording._repairs import Change
from gyges.anonymizers.wording._tables import words_in
from gyges.reading.english import can_be, usual_tag

__all__ = ["broken_changes", "still_a_sentence"]

T = TypeVar("T")

_FINITE = frozenset(("VBZ", "VBP", "VBD", "VB", "MD"))

_WORD = re.compile(r"[^\W\d_](?:[\w'’-]*\w)?")
_NUMBER = re.compile(r"\d+")
_NEGATION = re.compile(r"\b(?:not|never|no|nobody|nothing|none|nor|neither|without|cannot)\b|n['’]t\b", re.IGNORECASE)
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"), ("<", ">"), ("{", "}"))
_SHORT_BE = re.compile(r"['’](?:s|m|re|ve|ll|d)\b")
_GLUED = re.compile(r",\s*,|\(\s*\)|\s[,;]|\b(an?|the) (?:an?|the)\b|[,;]\s*[.!?]", re.IGNORECASE)


@lru_cache(maxsize=10_000)
def still_a_sentence(before: str, after: str) -> bool:
    """Tell whether an edited sentence is as whole as it was.

    Example:
        >>> still_a_sentence("She is in Porto now.", "She now."), still_a_sentence("She sang in Porto.", "She sang.")
        (False, True)
    """
    if not after.strip():
        return True  # it went as a whole
    if _has_verb(before) and not _has_verb(after, loosely=True):
        return False
    if len(_NEGATION.findall(before)) != len(_NEGATION.findall(after)):
        return False
    for one, other in _PAIRS:
        if before.count(one) - before.count(other) != after.count(one) - after.count(other):
            return False
    if before.count('"') % 2 != after.count('"') % 2:
        return False
    if len(_GLUED.findall(after)) > len(_GLUED.findall(before)):
        return False
    return set(_NUMBER.findall(after)) <= set(_NUMBER.findall(before))


def _has_verb(sentence: str, *, loosely: bool = False) -> bool:
    """Tell whether a finite verb is there; capitals inside a line are of names and headings.

    Args:
        sentence: The sentence.
        loosely: Whether words that are more often nouns count too.
    """
    words = [word for word in _WORD.findall(sentence) if word[0].islower()]
    return _SHORT_BE.search(sentence) is not None or any(
        word in words_in("frames", "copulas") or can_be(word, "AUX") or _is_finite(word, loosely=loosely)
        for word in words
    )


def _is_finite(word: str, *, loosely: bool) -> bool:
    tag = usual_tag(word)
    return tag in _FINITE or (loosely and tag in {"NN", "NNS", "JJ", "VBN"} and can_be(word, "VERB"))


def broken_changes(text: str, changes: Sequence[Change[T]]) -> set[int]:
    """Return the numbers of the changes in sentences that are none any more."""
    broken: set[int] = set()
    place = 0
    while place < len(changes):
        first = place
        low, high = sentence_of(text, changes[place].start, changes[place].end)
        parts, last = [], low
        while place < len(changes) and changes[place].start < high:
            change = changes[place]
            parts += [text[last : change.start], change.new]
            last = change.end
            high = max(high, sentence_of(text, change.start, change.end)[1])
            place += 1
        if not still_a_sentence(text[low:high], "".join([*parts, text[last:high]])):
            broken.update(range(first, place))
    return broken
