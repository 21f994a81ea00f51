"""How near a release is to its original in meaning, by sentence embeddings from a local model (extra ``dense``)."""

from collections.abc import Sequence
from pathlib import Path

from gyges.models import open_cross_encoder, open_encoder
from gyges.scoring._rate import Count, Rate, bootstrap_rate

__all__ = ["cross_similarity", "embedding_similarity"]


def embedding_similarity(pairs: Sequence[tuple[str, str]], model: str | Path) -> Rate:
    """Return the mean cosine similarity of originals and releases.

    Long texts are cut by most embedding models after some hundred words, so this speaks for their beginning.

    Args:
        pairs: Original and released text of each document.
        model: The folder of a sentence-transformers model; nothing is downloaded.

    Raises:
        MissingExtraError: The extra is not installed.
        InputError: There is no model in the folder.
    """
    encoder = open_encoder(model, "comparing meanings by embeddings")
    texts = [text for pair in pairs for text in pair]
    vectors = encoder.encode(texts, normalize_embeddings=True, show_progress_bar=False)
    similar = [float(vectors[2 * n] @ vectors[2 * n + 1]) for n in range(len(pairs))]
    return bootstrap_rate([Count(value, 1) for value in similar])


def cross_similarity(pairs: Sequence[tuple[str, str]], model: str | Path) -> Rate:
    """Return the mean similarity of originals and releases by a model that reads both together.

    Such models read some hundred words of both, so this speaks for their beginning.

    Args:
        pairs: Original and released text of each document.
        model: The folder of a cross-encoder with one output (the paper on adaptive anonymization: stsb-roberta-base);
            nothing is downloaded.

    Raises:
        MissingExtraError: The extra is not installed.
        InputError: There is no such model in the folder.
    """
    scores = open_cross_encoder(model, "comparing meanings by a cross-encoder").predict(list(pairs))
    return bootstrap_rate([Count(float(score), 1) for score in scores])
