"""How much of a text is left, and which sentences are not: the side of utility that needs no model."""

import re
from collections.abc import Callable
from pathlib import Path

from gyges.reading import split_sentences, stem
from gyges.scoring import cross_similarity, embedding_similarity, rouge
from gyges.tuning._outcome import UtilityLoss

__all__ = ["Likeness", "likeness", "lost_passages"]

Likeness = Callable[[str, str], float]
"""How alike two texts are, 0 to 1."""

_WORD = re.compile(r"[^\W\d_]+")
_TELLING = 4  # letters of a word that carries meaning
_FEWEST = 3  # such words before a sentence can be called lost
_GONE = 0.5  # of the telling words of a sentence
_MOST = 3  # sentences
_MOST_WORDS = 6


def likeness(embedding: str | None = None, *, words: str = "rouge_l", cross_encoder: str | None = None) -> Likeness:
    """Return the measure of likeness: a local model where one is given, overlap of words otherwise.

    Args:
        embedding: The folder of a sentence-transformers model.
        words: ``rouge_l`` or ``rouge_1``.
        cross_encoder: The folder of a model that reads both texts together; it wins over `embedding`.
    """
    if cross_encoder:
        reads_both = Path(cross_encoder)
        return lambda one, two: max(0.0, min(1.0, cross_similarity([(one, two)], reads_both).value or 0.0))
    if embedding:
        folder = Path(embedding)
        return lambda one, two: max(0.0, min(1.0, embedding_similarity([(one, two)], folder).value or 0.0))
    return lambda one, two: float(getattr(rouge(one, two), words))


def lost_passages(original: str, text: str) -> tuple[UtilityLoss, ...]:
    """Return the sentences of which least is left, with the words that are gone.

    Only words in lower case count: names and what else identifies somebody is not missed.

    Example:
        >>> [loss.words for loss in lost_passages("He cooks lentil soup every evening. Ana sings.", "Somebody sings.")]
        [('cooks', 'lentil', 'soup', 'every', 'evening')]
    """
    left = {stem(word.lower()) for word in _WORD.findall(text)}
    found: list[tuple[float, int, UtilityLoss]] = []
    for place, sentence in enumerate(split_sentences(original)):
        words = [
            w for w in _WORD.findall(original[sentence.start : sentence.end]) if len(w) >= _TELLING and w.islower()
        ]
        gone = tuple(dict.fromkeys(word for word in words if stem(word) not in left))
        share = len(gone) / max(1, len(set(words)))
        if len(set(words)) >= _FEWEST and share > _GONE:
            found.append(
                (-share, place, UtilityLoss(f"{share:.0%} of the words of a sentence are gone", gone[:_MOST_WORDS]))
            )
    return tuple(loss for _, _, loss in sorted(found, key=lambda row: row[:2])[:_MOST])
