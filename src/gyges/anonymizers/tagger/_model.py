"""A trained tagger at work."""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gyges.anonymizers.detectors import Detected
from gyges.anonymizers.tagger._card import TaggerCard, read_card
from gyges.anonymizers.tagger._decoding import decode
from gyges.anonymizers.tagger._encoding import Encoded, Encoder, best_window
from gyges.anonymizers.tagger._labels import LabelSet
from gyges.anonymizers.tagger._libraries import choose_device, load_encoder, quiet, torch_library
from gyges.errors import ConfigError, RewriteFailedError

WEIGHTS_NAME = "model.safetensors"
_BATCH = 8  # windows read at once


class TaggerModel:
    """Finds what must be masked in a text of any length."""

    def __init__(self, model: Any, encoder: Encoder, labels: LabelSet, threshold: float) -> None:
        self._model = model
        self._encoder = encoder
        self._labels = labels
        self._threshold = threshold

    def find(self, text: str) -> list[Detected]:
        """Return the spans to mask; each token is judged in the window that shows it with the most context."""
        encoded = self._encoder.encode(text)
        if not encoded.ids:
            return []
        table = label_chances(self._model, self._encoder, encoded)
        return decode(text, encoded.offsets, table, self._labels, self._threshold)


def label_chances(model: Any, encoder: Encoder, encoded: Encoded) -> NDArray[np.floating]:
    """Return the probabilities of the labels of each token, from the window that shows it with the most context."""
    rows = [encoded.ids[window.start : window.stop] for window in encoded.windows]
    found = [chances for n in range(0, len(rows), _BATCH) for chances in _read(model, encoder, rows[n : n + _BATCH])]
    chosen = best_window(encoded.windows, len(encoded.ids))
    table = np.stack([found[number][token - encoded.windows[number].start] for token, number in enumerate(chosen)])
    if not np.isfinite(table).all():
        raise RewriteFailedError("the tagger gave no probabilities", "train it again with a lower learning rate")
    return table


def _read(model: Any, encoder: Encoder, rows: list[tuple[int, ...]]) -> list[Any]:
    torch = torch_library()
    model.eval()
    device = next(model.parameters()).device
    with quiet(), torch.inference_mode():
        logits = model(**encoder.inputs(rows, device)).logits
    return encoder.outputs(logits, rows)


def load_tagger(folder: Path, *, threshold: float | None = None, device: str = "cpu") -> tuple[TaggerModel, TaggerCard]:
    """Load a tagger from its folder; nothing is fetched."""
    card = read_card(folder)
    weights = folder / WEIGHTS_NAME
    if not weights.is_file() or file_hash(weights) != card.weights:
        raise ConfigError(f"the weights in {folder} are not those of its card", "train the tagger again")
    tokenizer, model = load_encoder(str(folder))
    labels = LabelSet(card.labels)
    if model.config.num_labels != len(labels.names):
        raise ConfigError(f"the model in {folder} has other labels than its card", "train the tagger again")
    encoder = Encoder(tokenizer, card.max_length, card.overlap)
    return TaggerModel(
        model.to(choose_device(device)), encoder, labels, card.threshold if threshold is None else threshold
    ), card


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
