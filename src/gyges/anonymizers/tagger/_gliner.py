"""GLiNER models, which find whatever they are asked for by name; their library has to be installed besides."""

from importlib import import_module
from pathlib import Path
from typing import Any

from gyges.anonymizers.detectors import Detected, without_overlap
from gyges.anonymizers.tagger._label_map import LabelMap
from gyges.anonymizers.tagger._published import mapped
from gyges.errors import ConfigError
from gyges.reading import chars_for, split_windows

__all__ = ["GlinerModel", "is_gliner", "load_gliner", "require_gliner"]

_CONFIG = "gliner_config.json"
_WINDOW, _OVERLAP = 300, 60
"""Tokens: these models are trained on at most 384 words and cut off what is beyond."""


def is_gliner(folder: Path) -> bool:
    """Whether a folder holds a GLiNER model."""
    return (folder / _CONFIG).is_file()


def require_gliner(folder: Path) -> Any:
    """Return the library.

    Raises:
        ConfigError: It is not installed.
    """
    try:
        return import_module("gliner")
    except ModuleNotFoundError as error:
        raise ConfigError(
            f"{folder} holds a GLiNER model, whose library is not installed",
            "run: pip install gliner, or use a token classifier",
        ) from error


class GlinerModel:
    """Finds entities by their names, window by window.

    Args:
        model: A model of the library.
        map_: What to look for, and what it becomes.
        threshold: The least probability of a span.
    """

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
    """Load a model from its folder; nothing is fetched.

    Raises:
        ConfigError: It cannot be loaded.
    """
    library = require_gliner(folder)
    try:
        model = library.GLiNER.from_pretrained(str(folder), local_files_only=True)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        words = " ".join(str(error).split())[:300]
        raise ConfigError(f"the model in {folder} cannot be loaded ({words})", "give the folder of one") from error
    return GlinerModel(model.to(device), map_, threshold)
