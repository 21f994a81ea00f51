"""How close a text is to its reference: ROUGE, BLEU, and similarity by a local model."""

import math
import string
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from rapidfuzz.distance import LCSseq

from gyges.models import open_cross_encoder, open_encoder
from gyges.reading import stem
from gyges.scoring._rate import Count, Rate, bootstrap_rate

_STEMMED_FROM = 4  # rouge-score 0.1.2 stems "only words more than 3 characters long"
_LARGEST_VOCABULARY = 1 << 18
_KEPT = (string.ascii_lowercase + string.digits).encode()
_TO_BLANK = bytes(code if code in _KEPT else ord(" ") for code in range(256))


class _Vocabulary(dict[str, int]):
    """Numbers for words: words of one stem have the same. Safe to be filled by several threads."""

    def __init__(self) -> None:
        super().__init__()
        self._stems: dict[str, int] = {}
        self._numbers = count()

    def __missing__(self, word: str) -> int:
        root = stem(word) if len(word) >= _STEMMED_FROM else word
        number = self[word] = self._stems.setdefault(root, next(self._numbers))
        return number


_vocabulary = _Vocabulary()


@dataclass(frozen=True, slots=True)
class Rouge:
    """Overlap of two texts, as F1."""

    rouge_1: float  # shared words, whatever their order
    rouge_l: float  # longest common subsequence of words


@dataclass(frozen=True, slots=True)
class Overlap:
    """The longest common subsequence of words of two texts."""

    precision: float  # its share of the candidate
    recall: float  # its share of the reference
    f1: float  # the harmonic mean of both


def rouge_l(reference: str, candidate: str) -> Overlap:
    """Compare a text with its reference by ROUGE-L; an empty text has no overlap with anything."""
    vocabulary = _current()
    one, two = _numbers(reference, vocabulary), _numbers(candidate, vocabulary)
    if not one or not two:
        return Overlap(0.0, 0.0, 0.0)
    shared = LCSseq.similarity(one, two)
    return Overlap(shared / len(two), shared / len(one), _f1(shared, len(one), len(two)))


def rouge(reference: str, candidate: str) -> Rouge:
    """Compare a text with its reference."""
    vocabulary = _current()
    one, two = _numbers(reference, vocabulary), _numbers(candidate, vocabulary)
    if not one or not two:
        return Rouge(0.0, 0.0)
    shared = (Counter(one) & Counter(two)).total()
    return Rouge(
        _f1(shared, len(one), len(two)),
        _f1(LCSseq.similarity(one, two), len(one), len(two)),
    )


def _current() -> _Vocabulary:
    """Return the vocabulary, a fresh one when it has grown too large; a call keeps the one it began with."""
    global _vocabulary
    if len(_vocabulary) > _LARGEST_VOCABULARY:
        _vocabulary = _Vocabulary()
    return _vocabulary


def _numbers(text: str, vocabulary: _Vocabulary) -> list[int]:
    letters = text.lower().encode("ascii", "replace").translate(_TO_BLANK).decode("ascii")
    return list(map(vocabulary.__getitem__, letters.split()))


def _f1(shared: int, reference: int, candidate: int) -> float:
    if not shared:
        return 0.0
    precision, recall = shared / candidate, shared / reference
    return 2 * precision * recall / (precision + recall)


_ORDERS = 4
_SMOOTHING = 5.0  # K of method 4, Chen and Cherry 2014


def bleu(reference: str, candidate: str) -> float:
    """Compare a text with its reference."""
    one, two = reference.split(), candidate.split()
    if not set(one) & set(two):
        return 0.0
    logs, empty = [], 0
    for order in range(1, _ORDERS + 1):
        matched, total = _matches(one, two, order)
        if not matched and len(two) > 1:
            empty += 1
            share = math.log(len(two)) / (2**empty * _SMOOTHING) / total
        else:
            share = matched / total
        if share > 0:
            logs.append(math.log(share) / _ORDERS)
    return _brevity(len(one), len(two)) * math.exp(math.fsum(logs))


def _matches(one: list[str], two: list[str], order: int) -> tuple[int, int]:
    """Return how many n-grams of the second text occur in the first, and how many there are, at least one."""
    of_two = Counter(zip(*(two[start:] for start in range(order)), strict=False))
    of_one = Counter(zip(*(one[start:] for start in range(order)), strict=False))
    return (of_two & of_one).total(), max(1, of_two.total())


def _brevity(reference: int, candidate: int) -> float:
    return 1.0 if candidate > reference else math.exp(1 - reference / candidate)


def embedding_similarity(pairs: Sequence[tuple[str, str]], model: str | Path) -> Rate:
    """Return the mean cosine similarity of originals and releases.

    Long texts are cut by most embedding models after some hundred words, so this speaks for their beginning.
    """
    encoder = open_encoder(model, "comparing meanings by embeddings")
    texts = [text for pair in pairs for text in pair]
    vectors = encoder.encode(texts, normalize_embeddings=True, show_progress_bar=False)
    similar = [float(vectors[2 * n] @ vectors[2 * n + 1]) for n in range(len(pairs))]
    return bootstrap_rate([Count(value, 1) for value in similar])


def cross_similarity(pairs: Sequence[tuple[str, str]], model: str | Path) -> Rate:
    """Return the mean similarity of originals and releases by a model that reads both together.

    Such models read some hundred words of both, so this speaks for their beginning.
    """
    scores = open_cross_encoder(model, "comparing meanings by a cross-encoder").predict(list(pairs))
    return bootstrap_rate([Count(float(score), 1) for score in scores])
