"""From probabilities of labels to spans.

A span opens at a token that is to be masked with a probability of at least the threshold, and goes on over tokens that
rather are than not. One token in between that is not to be masked is bridged. A new beginning or another type ends the
span, but never inside a word: half a name masks nothing, so spans are widened to whole words.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gyges.anonymizers.detectors import Detected
from gyges.anonymizers.tagger._labels import MASK, LabelSet

THRESHOLD = 0.55
"""Probability at which a span opens (SPIA, its Longformer baseline)."""

_RATHER = 0.5  # more likely to be masked than not


@dataclass(slots=True)
class TokenRun:
    """Tokens of one span as it grows."""

    start: int
    end: int
    type: str
    score: float


def decode(
    text: str,
    tokens: Sequence[tuple[int, int]],
    probabilities: NDArray[np.floating],
    labels: LabelSet,
    threshold: float = THRESHOLD,
) -> list[Detected]:
    """Return the spans to mask, in order and without overlap."""
    masked = 1.0 - probabilities[:, 0]
    likeliest = 1 + probabilities[:, 1:].argmax(axis=1)
    runs: list[TokenRun] = []
    gap = 2  # tokens since the last one of a run; more than one closes it
    for (start, end), chance, label in zip(tokens, masked, likeliest, strict=True):
        if start == end:
            continue
        goes_on = bool(runs) and gap <= 1
        if chance < (_RATHER if goes_on else threshold):
            gap += 1
            continue
        type_, begins = labels.type_of(int(label)), labels.names[int(label)].startswith("B-")
        in_word = bool(runs) and gap == 0 and joined(text, runs[-1].end, start)
        if goes_on and (in_word or (type_ == runs[-1].type and not begins)):
            runs[-1].end = max(runs[-1].end, end)
            runs[-1].score = max(runs[-1].score, float(chance))
        else:
            runs.append(TokenRun(start, end, type_, float(chance)))
        gap = 0
    return whole_words(text, runs)


def joined(text: str, left: int, right: int) -> bool:
    """Whether a word goes on from one place to the other; tokens that are parts of one character even overlap."""
    return left > right or (left == right and _is_word(text, left - 1) and _is_word(text, right))


def _is_word(text: str, place: int) -> bool:
    return 0 <= place < len(text) and (text[place].isalnum() or text[place] == "_")


def whole_words(text: str, runs: Sequence[TokenRun]) -> list[Detected]:
    """Trim space, widen to whole words, and join what meets inside a word."""
    spans: list[Detected] = []
    for run in runs:
        start, end = run.start, run.end
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start == end:
            continue
        while _is_word(text, start) and _is_word(text, start - 1):
            start -= 1
        while _is_word(text, end - 1) and _is_word(text, end):
            end += 1
        type_ = "" if run.type == MASK else run.type
        if spans and start < spans[-1].end:
            last = spans.pop()
            spans.append(Detected(last.start, max(end, last.end), last.kind, last.type, max(last.score, run.score)))
        else:
            spans.append(Detected(start, end, run.type, type_, run.score))
    return spans
