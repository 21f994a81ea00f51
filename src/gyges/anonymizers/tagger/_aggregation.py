"""From probabilities of a published classifier's labels to spans, in the ways that model cards name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gyges.anonymizers.detectors import Detected
from gyges.anonymizers.tagger._decoding import TokenRun, joined, whole_words

Scheme: TypeAlias = Literal["bio", "bioes", "none"]
"""How labels tell where an entity begins: ``B-``/``I-``, also ``E-``/``S-`` (or ``L-``/``U-``), or not at all."""

Aggregation: TypeAlias = Literal["simple", "first", "max"]
"""Whose label a word of several tokens has: each token its own, that of the first token, that of the surest token."""

OUTSIDE = "O"
_PREFIXED = re.compile(r"([BIESLU])[-_](.+)", re.DOTALL)
_BEGINS, _ENDS = frozenset("BSU"), frozenset("ESLU")


def entity_of(label: str, scheme: Scheme) -> tuple[str, str]:
    """Return the prefix and the entity of a label; both are empty for what is outside."""
    if label == OUTSIDE:
        return "", ""
    found = _PREFIXED.fullmatch(label) if scheme != "none" else None
    return (found[1], found[2]) if found else ("", label)


def scheme_of(labels: Sequence[str]) -> Scheme:
    """Return how labels tell where an entity begins, by their prefixes."""
    found = [_PREFIXED.fullmatch(label) for label in labels if label != OUTSIDE]
    if not found or not all(found):
        return "none"
    return "bioes" if {match[1] for match in found if match} & _ENDS else "bio"


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    prefix: str
    entity: str
    score: float


def label_spans(
    text: str,
    tokens: Sequence[tuple[int, int]],
    probabilities: NDArray[np.floating],
    labels: Sequence[str],
    *,
    scheme: Scheme,
    aggregation: Aggregation,
    threshold: float,
) -> list[Detected]:
    """Return what a classifier marks, in order and without overlap, widened to whole words."""
    runs: list[TokenRun] = []
    scores: list[list[float]] = []
    closed = True  # whether the next token must open a span
    for token in _labelled(text, tokens, probabilities, labels, scheme, aggregation):
        if not token.entity:
            closed = True
            continue
        in_word = not closed and joined(text, runs[-1].end, token.start)
        opens = closed or token.entity != runs[-1].type or (token.prefix in _BEGINS and not in_word)
        if opens:
            runs.append(TokenRun(token.start, token.end, token.entity, token.score))
            scores.append([token.score])
        else:
            runs[-1].end = max(runs[-1].end, token.end)
            scores[-1].append(token.score)
        closed = token.prefix in _ENDS
    kept = []
    for run, parts in zip(runs, scores, strict=True):
        run.score = float(np.mean(parts))
        if run.score >= threshold:
            kept.append(run)
    return whole_words(text, kept)


def _labelled(
    text: str,
    tokens: Sequence[tuple[int, int]],
    probabilities: NDArray[np.floating],
    labels: Sequence[str],
    scheme: Scheme,
    aggregation: Aggregation,
) -> list[_Token]:
    """Return the tokens, or the words of tokens, with their labels; tokens without characters are left out."""
    best, scores = probabilities.argmax(axis=1), probabilities.max(axis=1)
    words: list[list[int]] = []
    for number, (start, end) in enumerate(tokens):
        if start == end:
            continue
        if aggregation != "simple" and words and joined(text, tokens[words[-1][-1]][1], start):
            words[-1].append(number)
        else:
            words.append([number])
    found = []
    for word in words:
        chosen = word[0] if aggregation == "first" else max(word, key=lambda number: scores[number])
        prefix, entity = entity_of(labels[int(best[chosen])], scheme)
        found.append(_Token(tokens[word[0]][0], tokens[word[-1]][1], prefix, entity, float(scores[chosen])))
    return found
