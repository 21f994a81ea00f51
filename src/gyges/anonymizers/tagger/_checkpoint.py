"""What a folder holds: a tagger trained here, a published token classifier, or a GLiNER model."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol

from pydantic import Field

from gyges.anonymizers.detectors import Detected, Style, without_overlap
from gyges.anonymizers.tagger._aggregation import Aggregation, Scheme
from gyges.anonymizers.tagger._card import CARD_NAME, read_card
from gyges.anonymizers.tagger._label_map import LabelMap, read_label_map
from gyges.anonymizers.tagger._model import load_tagger
from gyges.anonymizers.tagger._published import is_published, load_published, mapped, read_published, weights_hash
from gyges.errors import ConfigError
from gyges.reading import chars_for, split_windows
from gyges.records import JsonValue

_CONFIG = "gliner_config.json"
_WINDOW, _OVERLAP = 300, 60
"""Tokens: these models are trained on at most 384 words and cut off what is beyond."""


def is_gliner(folder: Path) -> bool:
    """Whether a folder holds a GLiNER model."""
    return (folder / _CONFIG).is_file()


def require_gliner(folder: Path) -> Any:
    """Return the library."""
    try:
        return import_module("gliner")
    except ModuleNotFoundError as error:
        raise ConfigError(
            f"{folder} holds a GLiNER model, whose library is not installed",
            "run: pip install gliner, or use a token classifier",
        ) from error


class GlinerModel:
    """Finds entities by their names, window by window."""

    def __init__(self, model: Any, map_: LabelMap, threshold: float) -> None:
        self._model = model
        self._map = map_
        self._threshold = threshold

    def find(self, text: str) -> list[Detected]:
        """Return the spans to mask."""
        found = []
        for window in split_windows(text, chars_for(_WINDOW, text), chars_for(_OVERLAP, text)):
            rows = self._model.predict_entities(window.text, list(self._map), threshold=self._threshold)
            for row in rows:
                start, end = window.start + int(row["start"]), window.start + int(row["end"])
                found.append(Detected(start, end, str(row["label"]), "", float(row["score"])))
        types = mapped(found, self._map)
        return without_overlap(types)


def load_gliner(folder: Path, map_: LabelMap, threshold: float, device: str) -> GlinerModel:
    """Load a model from its folder; nothing is fetched."""
    library = require_gliner(folder)
    try:
        model = library.GLiNER.from_pretrained(str(folder), local_files_only=True)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        words = " ".join(str(error).split())[:300]
        raise ConfigError(f"the model in {folder} cannot be loaded ({words})", "give the folder of one") from error
    return GlinerModel(model.to(device), map_, threshold)


_GLINER_THRESHOLD = 0.5
"""What GLiNER's own library and its cards use."""


class Finder(Protocol):
    """Finds spans to mask."""

    def find(self, text: str) -> list[Detected]:
        """Return the spans, in order and without overlap."""


@dataclass(frozen=True, slots=True)
class TaggerOptions:
    """Options of the method ``tagger``."""

    # The probability at which a span opens, or the least of a published model's span.
    threshold: Annotated[float, Field(ge=0, le=1)] | None = None
    replacement: Style = "square"  # ``square`` for ``[PERSON]`` or ``[MASK]``, ``angle`` for ``<PERSON>``, ``stars``
    device: Literal["auto", "cpu", "cuda"] = "cpu"  # where to run; ``auto`` takes a CUDA device if there is one
    labels: str | dict[str, str | None] | None = None  # what the labels of a published model stand for
    aggregation: Aggregation = "simple"  # whose label a word has, with a published model
    scheme: Scheme | None = None  # how labels of a published model tell where an entity begins
    window_tokens: Annotated[int, Field(ge=16)] | None = None
    overlap: Annotated[int, Field(ge=0)] = 64  # tokens that neighbouring windows of a published model share


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A tagger before it is loaded."""

    settings: Mapping[str, JsonValue]  # what decides what it finds
    load: Callable[[], Finder]  # loads it


def open_checkpoint(folder: Path, choice: TaggerOptions) -> Checkpoint:
    """Look at a folder and say how to load what is in it; nothing is fetched, and code in it is never run."""
    if not folder.is_dir():
        raise ConfigError(f"there is no folder {folder} with a tagger", "check the path after 'tagger:'")
    if (folder / CARD_NAME).is_file() or not (is_gliner(folder) or is_published(folder)):
        return _own(folder, choice)
    return _gliner(folder, choice) if is_gliner(folder) else _published(folder, choice)


def _own(folder: Path, choice: TaggerOptions) -> Checkpoint:
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


def _published(folder: Path, choice: TaggerOptions) -> Checkpoint:
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


def _gliner(folder: Path, choice: TaggerOptions) -> Checkpoint:
    require_gliner(folder)
    map_: LabelMap = read_label_map(choice.labels, (), f"the model in {folder}")
    if not map_:
        raise ConfigError("a GLiNER model has to be told what to look for", "give it the option labels")
    threshold = _GLINER_THRESHOLD if choice.threshold is None else choice.threshold
    settings: dict[str, JsonValue] = {"weights": weights_hash(folder), "threshold": threshold, "labels": dict(map_)}
    return Checkpoint(settings, lambda: load_gliner(folder, map_, threshold, choice.device))
