"""PII existence: how many identifying spans of the original still stand in a record, word for word."""

from collections.abc import Sequence

from gyges.reading import find_mentions, quote_places
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
    distinct = {" ".join(words.split()).casefold(): words for words in spans}.values()
    return Count(sum(bool(quote_places(words, record)) for words in distinct), len(distinct))
