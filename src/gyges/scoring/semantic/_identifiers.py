"""PII existence: how many identifying spans of the original still stand in a record, word for word."""

import re
from collections.abc import Sequence

from gyges.reading import find_mentions
from gyges.scoring._rate import Count
from gyges.scoring.semantic._known import known_sentences

__all__ = ["identifiers_left"]


def identifiers_left(original: str, record: str, known: Sequence[str] = ()) -> Count:
    """Count the identifying spans of an original that a record still holds, out of all of them.

    Spans are found by the embedded engine in the original. Those in a sentence the attacker knew do not count.

    Args:
        original: The original text.
        record: The released text.
        known: Claims the attacker knew; for each the nearest sentence of the original is left out.

    Example:
        >>> identifiers_left("Call Tom Berger on 4 May 1971.", "Call Tom Berger some day.")
        Count(hits=1, out_of=2)
    """
    hidden = known_sentences(original, known)
    spans = [
        original[mention.start : mention.end]
        for mention in find_mentions(original)
        if not any(start <= mention.start < end for start, end in hidden)
    ]
    distinct = dict.fromkeys(" ".join(words.split()).casefold() for words in spans)
    folded = " ".join(record.split()).casefold()
    return Count(sum(_stands(words, folded) for words in distinct), len(distinct))


def _stands(words: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None
