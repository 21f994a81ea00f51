"""Lexical distance of a record to the original: the measure that gives a false sense of privacy, all variants named.

The published figures do not say which variant they are, and count a record of which nothing is left once the known
sentences are taken out as perfectly private; here such a record has no value.
"""

from collections.abc import Sequence

from gyges.reading import split_sentences
from gyges.scoring._rouge import rouge_l
from gyges.scoring.semantic._known import known_sentences
from gyges.scoring.semantic._words import STOP_WORDS

__all__ = ["LEXICAL_VARIANTS", "lexical_distances"]

LEXICAL_VARIANTS = (
    "recall",
    "precision",
    "f1",
    "recall_without_known",
    "recall_without_stop_words",
    "recall_without_known_and_stop_words",
)
"""Variants of the ROUGE-L distance; recall is of the original's words (Xin et al. 2024, table 5)."""


def lexical_distances(original: str, record: str, known: Sequence[str] = ()) -> dict[str, float | None]:
    """Return one minus ROUGE-L of an original and a released record, in every variant.

    Args:
        original: The original text.
        record: The released text.
        known: Claims the attacker knew; for each the sentence of the original nearest to it is left out in the
            variants "without known".

    Example:
        >>> lexical_distances("Ana is a nurse.", "Ana is a nurse.")["recall"]
        0.0
    """
    whole = rouge_l(original, record)
    rest = _without(original, known)
    return {
        "recall": _distance(whole.recall if original.split() else None),
        "precision": _distance(whole.precision if record.split() else None),
        "f1": _distance(whole.f1 if original.split() else None),
        "recall_without_known": _recall(rest, record),
        "recall_without_stop_words": _recall(_content(original), _content(record)),
        "recall_without_known_and_stop_words": _recall(_content(rest), _content(record)),
    }


def _recall(original: str, record: str) -> float | None:
    return _distance(rouge_l(original, record).recall) if original.split() else None


def _distance(value: float | None) -> float | None:
    return None if value is None else 1 - value


def _without(text: str, known: Sequence[str]) -> str:
    hidden = known_sentences(text, known)
    return " ".join(text[start:end] for start, end in split_sentences(text) if (start, end) not in hidden)


def _content(text: str) -> str:
    return " ".join(word for word in text.split() if word.strip(".,;:!?()\"'").lower() not in STOP_WORDS)
