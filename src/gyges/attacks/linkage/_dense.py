"""Meaning instead of words: cosine similarity of sentence embeddings from a local model (extra ``dense``)."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gyges.attacks.linkage._rows import Row
from gyges.models import open_encoder

__all__ = ["Dense"]

_AT_ONCE = 256  # texts embedded and compared together
_DIGITS = 6  # embeddings are exact to about seven; equal texts must get equal scores


class Dense:
    """Scores records by how near their embedding is to that of a text; unrelated ones get 0.

    Long records are cut by most embedding models after some hundred words, so their end may not be found.

    Args:
        model: The folder of a sentence-transformers model; nothing is downloaded.

    Raises:
        MissingExtraError: The extra is not installed.
        InputError: There is no model in the folder.
    """

    def __init__(self, model: str | Path) -> None:
        self._encoder = open_encoder(model, "linking by meaning")
        self._records = np.empty((0, 0), np.float32)

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records."""
        self._records = self._embedded(texts)

    def rows(self, texts: Sequence[str]) -> Iterator[Row]:
        """Yield the similarity of each text with all records."""
        for start in range(0, len(texts), _AT_ONCE):
            some = texts[start : start + _AT_ONCE]
            near = np.round((self._embedded(some) @ self._records.T).astype(np.float64), _DIGITS)
            yield from np.maximum(near, 0.0)

    def _embedded(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit vectors; a blank text has none and is near to nothing."""
        vectors = self._encoder.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        blank = np.array([not text.strip() for text in texts], bool)
        return np.where(blank[:, None], 0.0, vectors).astype(np.float32)
