"""Whether words hold a verb, and whether they are a sentence of their own."""

import re

from gyges.anonymizers.wording import can_be, usual_tag

__all__ = ["has_verb", "is_finite", "is_fragment"]

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CUT_OFF = frozenset(("VBD", "VBN", "VBZ", "VBG", "MD"))  # tags of a first word without the one who does it


def has_verb(words: str) -> bool:
    """Tell whether some words hold one that is a verb and hardly anything else.

    Example:
        >>> has_verb("the cows crossed the path"), has_verb("eleven members of eleven")
        (True, False)
    """
    return any(is_finite(word) for word in _WORD.findall(words))


def is_finite(word: str) -> bool:
    """Tell whether a word is a finite verb and hardly anything else."""
    if "'" in word or "’" in word:
        return re.search(r"['’](?:s|re|m|ll|ve|d|t)$", word) is not None
    return usual_tag(word) in {"VBD", "VBZ", "VBP", "MD"} or can_be(word, "AUX")


def is_fragment(words: str) -> bool:
    """Tell whether words are no sentence of their own: no verb, or nobody who does it.

    Example:
        >>> is_fragment("Said he will."), is_fragment("CT clear."), is_fragment("The gate broke.")
        (True, True, False)
    """
    found = _WORD.findall(words)
    if not found:
        return True
    first = found[0].lower()
    cut_off = usual_tag(first) in _CUT_OFF and not words.rstrip().endswith("?")
    return cut_off or first in {"not", "no"} or not any(map(_may_tell, found))


def _may_tell(word: str) -> bool:
    return is_finite(word) or usual_tag(word.lower()).startswith("VB")
