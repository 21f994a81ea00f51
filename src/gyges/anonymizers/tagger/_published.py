"""A token classifier that somebody else published, from a local folder: nothing is fetched, no code in it is run."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gyges.anonymizers.detectors import Detected
from gyges.anonymizers.tagger._aggregation import Aggregation, Scheme, entity_of, label_spans, scheme_of
from gyges.anonymizers.tagger._encoding import Encoder
from gyges.anonymizers.tagger._label_map import LabelMap
from gyges.anonymizers.tagger._libraries import choose_device, load_encoder, usable_length
from gyges.anonymizers.tagger._model import file_hash, label_chances
from gyges.errors import ConfigError

_CONFIG = "config.json"
_LONGEST = 4096  # tokens of a window; what a model says of itself may be a placeholder of 10**30
_REMEDY = "give the folder of a tagger, or of a token classifier with model.safetensors in it"


@dataclass(frozen=True, slots=True)
class Published:
    """What a folder says about its classifier."""

    folder: Path  # the folder
    labels: tuple[str, ...]  # its labels, in the order of its outputs
    scheme: Scheme  # how they tell where an entity begins
    weights: str  # SHA-256 of its weights

    @property
    def entities(self) -> tuple[str, ...]:
        """What it can find."""
        found = (entity_of(label, self.scheme)[1] for label in self.labels)
        return tuple(dict.fromkeys(entity for entity in found if entity))


def is_published(folder: Path) -> bool:
    """Whether a folder holds a model that others published."""
    return (folder / _CONFIG).is_file()


def read_published(folder: Path, scheme: Scheme | None = None) -> Published:
    """Read what a folder says about its classifier."""
    try:
        config = json.loads((folder / _CONFIG).read_bytes())
        names = {int(number): str(label) for number, label in dict(config["id2label"]).items()}
        labels = tuple(names[number] for number in range(len(names)))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{folder / _CONFIG} names no labels of tokens", _REMEDY) from error
    kinds = [str(kind) for kind in config.get("architectures") or ()]
    if not any(kind.endswith("ForTokenClassification") for kind in kinds):
        raise ConfigError(f"{folder} holds {', '.join(kinds) or 'a model'}, no token classifier", _REMEDY)
    if "O" not in labels or len(labels) < 2:
        raise ConfigError(f"the model in {folder} has no label 'O' for what is nothing", _REMEDY)
    return Published(folder, labels, scheme or scheme_of(labels), weights_hash(folder))


def weights_hash(folder: Path) -> str:
    """Return a hash of the weights in a folder."""
    parts = sorted(folder.glob("*.safetensors"))
    if not parts:
        raise ConfigError(f"{folder} holds no weights that can be loaded safely", _REMEDY)
    hashes = [file_hash(part) for part in parts]
    return hashes[0] if len(hashes) == 1 else hashlib.sha256("".join(hashes).encode("ascii")).hexdigest()


class PublishedModel:
    """Finds what a published classifier marks in a text of any length."""

    def __init__(
        self,
        model: Any,
        encoder: Encoder,
        published: Published,
        map_: LabelMap,
        aggregation: Aggregation,
        threshold: float,
    ) -> None:
        self._model = model
        self._encoder = encoder
        self._published = published
        self._map = map_
        self._aggregation: Aggregation = aggregation
        self._threshold = threshold

    def find(self, text: str) -> list[Detected]:
        """Return the spans to mask; each token is judged in the window that shows it with the most context."""
        encoded = self._encoder.encode(text)
        if not encoded.ids:
            return []
        table = label_chances(self._model, self._encoder, encoded)
        labels = self._published.labels
        spans = label_spans(
            text,
            encoded.offsets,
            table,
            labels,
            scheme=self._published.scheme,
            aggregation=self._aggregation,
            threshold=self._threshold,
        )
        return mapped(spans, self._map)


def mapped(spans: list[Detected], map_: LabelMap) -> list[Detected]:
    """Return spans with the types that their labels stand for, without those that are not to be masked."""
    kept = [(span, map_.get(span.kind)) for span in spans]
    return [Detected(span.start, span.end, span.kind, type_, span.score) for span, type_ in kept if type_ is not None]


def load_published(
    published: Published,
    map_: LabelMap,
    *,
    aggregation: Aggregation,
    threshold: float,
    overlap: int,
    device: str,
    window_tokens: int | None = None,
) -> PublishedModel:
    """Load a classifier."""
    if weights_hash(published.folder) != published.weights:
        raise ConfigError(f"the weights in {published.folder} were changed meanwhile", "start again")
    tokenizer, (model, info) = load_encoder(str(published.folder), use_safetensors=True, output_loading_info=True)
    if info["missing_keys"]:  # they would be random numbers, and what they mark too
        lost = ", ".join(sorted(info["missing_keys"])[:3])
        raise ConfigError(f"the weights in {published.folder} lack {lost}", _REMEDY)
    length = usable_length(model, tokenizer, window_tokens or _LONGEST)
    encoder = Encoder(tokenizer, length, overlap)
    return PublishedModel(model.to(choose_device(device)), encoder, published, map_, aggregation, threshold)
