"""Distance by sentence embeddings (extra ``dense``) and by MAUVE (extra ``mauve``)."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from gyges.errors import InputError, MissingExtraError
from gyges.models import open_encoder
from gyges.scoring._rate import Count, Rate, bootstrap_rate

__all__ = ["embedding_distance", "mauve_distance"]

MOST_TOKENS = 512
"""Tokens of a text that MAUVE reads (Xin et al. 2024, published code)."""


def embedding_distance(records: Sequence[tuple[Sequence[str], Sequence[str]]], model: str | Path) -> Rate:
    """Return how far claims are from the nearest claim of their linked record, averaged over records.

    Args:
        records: For each record the claims the attacker did not know, and the claims of the linked record. A record
            without either has no distance.
        model: The folder of a sentence-transformers model; nothing is downloaded.
    """
    import numpy as np

    encoder = open_encoder(model, "comparing meanings by embeddings")
    counts = []
    for wanted, found in records:
        if not wanted or not found:
            counts.append(Count(0, 0))
            continue
        vectors = np.asarray(
            encoder.encode([*wanted, *found], normalize_embeddings=True, show_progress_bar=False), dtype=np.float64
        )
        nearest = (vectors[: len(wanted)] @ vectors[len(wanted) :].T).max(axis=1)
        counts.append(Count(float(1 - nearest.mean()), 1))
    return bootstrap_rate(counts)


def mauve_distance(originals: Sequence[str], releases: Sequence[str], model: str | Path) -> float:
    """Return one minus MAUVE of two sets of texts: how far the releases are from the originals as a whole.

    Args:
        originals: The original texts.
        releases: The released ones, which need not belong to them one by one.
        model: The folder of a causal language model whose features are compared; nothing is downloaded.

    Raises:
        MissingExtraError: The extra is not installed.
        InputError: There are no texts, or no model in the folder.
    """
    if not Path(model).is_dir():
        raise InputError(f"there is no folder {model} with a language model", "name a local model")
    first, second = ([text for text in texts if text.strip()] for texts in (originals, releases))
    if not first or not second:
        raise InputError("MAUVE needs texts on both sides", "leave it out")
    try:
        library = import_module("mauve")
    except ModuleNotFoundError as error:
        raise MissingExtraError("mauve", "comparing sets of texts by MAUVE") from error
    result = library.compute_mauve(
        p_text=first,
        q_text=second,
        featurize_model_name=str(model),
        max_text_length=MOST_TOKENS,
        device_id=-1,
        verbose=False,
    )
    return 1 - float(result.mauve)
