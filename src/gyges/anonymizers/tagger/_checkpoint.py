"""What a folder holds: a tagger trained here, a published token classifier, or a GLiNER model."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from gyges.anonymizers.detectors import Detected
from gyges.anonymizers.tagger._aggregation import Aggregation, Scheme
from gyges.anonymizers.tagger._card import CARD_NAME, read_card
from gyges.anonymizers.tagger._gliner import is_gliner, load_gliner, require_gliner
from gyges.anonymizers.tagger._label_map import LabelMap, read_label_map
from gyges.anonymizers.tagger._model import load_tagger
from gyges.anonymizers.tagger._published import is_published, load_published, read_published, weights_hash
from gyges.errors import ConfigError
from gyges.records import JsonValue

__all__ = ["Checkpoint", "Finder", "TaggerChoice", "open_checkpoint"]

_GLINER_THRESHOLD = 0.5
"""What GLiNER's own library and its cards use."""


class Finder(Protocol):
    """Finds spans to mask."""

    def find(self, text: str) -> list[Detected]:
        """Return the spans, in order and without overlap."""


@dataclass(frozen=True, slots=True)
class TaggerChoice:
    """How a tagger is used.

    Attributes:
        threshold: Probability at which a span opens, or the least of a published model's span.
        device: Where to run.
        labels: What the labels of a published model stand for.
        aggregation: Whose label a word has, with a published model.
        scheme: How labels of a published model tell where an entity begins.
        window_tokens: The most tokens that a published model reads at once; what it says of itself if None.
        overlap: Tokens that neighbouring windows share.
    """

    threshold: float | None = None
    device: str = "cpu"
    labels: str | Mapping[str, str | None] | None = None
    aggregation: Aggregation = "simple"
    scheme: Scheme | None = None
    window_tokens: int | None = None
    overlap: int = 64


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A tagger before it is loaded.

    Attributes:
        settings: What decides what it finds.
        load: Loads it.
    """

    settings: Mapping[str, JsonValue]
    load: Callable[[], Finder]


def open_checkpoint(folder: Path, choice: TaggerChoice) -> Checkpoint:
    """Look at a folder and say how to load what is in it; nothing is fetched, and code in it is never run.

    Raises:
        ConfigError: There is no such folder, or it holds no tagger, or one that cannot be used this way.
    """
    if not folder.is_dir():
        raise ConfigError(f"there is no folder {folder} with a tagger", "check the path after 'tagger:'")
    if (folder / CARD_NAME).is_file() or not (is_gliner(folder) or is_published(folder)):
        return _own(folder, choice)
    return _gliner(folder, choice) if is_gliner(folder) else _published(folder, choice)


def _own(folder: Path, choice: TaggerChoice) -> Checkpoint:
    card = read_card(folder)
    if choice.labels is not None or choice.scheme is not None:
        raise ConfigError(
            f"the tagger in {folder} was trained here and knows its labels", "leave the map of labels out"
        )

    def load() -> Finder:
        model, now = load_tagger(folder, threshold=choice.threshold, device=choice.device)
        if now != card:
            raise ConfigError(f"the tagger in {folder} was changed meanwhile", "start again")
        return model

    threshold = card.threshold if choice.threshold is None else choice.threshold
    return Checkpoint({"weights": card.weights, "threshold": threshold}, load)


def _published(folder: Path, choice: TaggerChoice) -> Checkpoint:
    published = read_published(folder, choice.scheme)
    map_ = read_label_map(choice.labels, published.entities, f"the model in {folder}")
    threshold = choice.threshold or 0.0  # the likeliest label decides, as their cards have it
    settings: dict[str, JsonValue] = {
        "weights": published.weights,
        "threshold": threshold,
        "labels": dict(map_),
        "scheme": published.scheme,
        "aggregation": choice.aggregation,
        "window_tokens": choice.window_tokens,
        "overlap": choice.overlap,
    }

    def load() -> Finder:
        return load_published(
            published,
            map_,
            aggregation=choice.aggregation,
            threshold=threshold,
            overlap=choice.overlap,
            device=choice.device,
            window_tokens=choice.window_tokens,
        )

    return Checkpoint(settings, load)


def _gliner(folder: Path, choice: TaggerChoice) -> Checkpoint:
    require_gliner(folder)
    map_: LabelMap = read_label_map(choice.labels, (), f"the model in {folder}")
    if not map_:
        raise ConfigError("a GLiNER model has to be told what to look for", "give it the option labels")
    threshold = _GLINER_THRESHOLD if choice.threshold is None else choice.threshold
    settings: dict[str, JsonValue] = {"weights": weights_hash(folder), "threshold": threshold, "labels": dict(map_)}
    return Checkpoint(settings, lambda: load_gliner(folder, map_, threshold, choice.device))
