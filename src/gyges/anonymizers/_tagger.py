"""``tagger:FOLDER``: an encoder that was trained on annotated documents tags what to mask. Runs on this machine."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import anyio.to_thread
from pydantic import Field

from gyges.anonymizers._edits import apply_edits, edits_to_json
from gyges.anonymizers._method import Method
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.detectors import Detected, Style, edits_for
from gyges.anonymizers.tagger import TaggerModel, load_tagger, read_card
from gyges.errors import ConfigError
from gyges.records import Document, JsonValue, Release

__all__ = ["METHOD", "Tagger", "TaggerOptions"]


@dataclass(frozen=True, slots=True)
class TaggerOptions:
    """Options of the method ``tagger``.

    Attributes:
        threshold: Probability at which a span opens; that of the checkpoint if not given.
        replacement: ``square`` for ``[PERSON]`` or ``[MASK]``, ``angle`` for ``<PERSON>``, ``stars``.
        device: Where to run; ``auto`` takes a CUDA device if there is one.
    """

    threshold: Annotated[float, Field(ge=0.5, le=1)] | None = None
    replacement: Style = "square"
    device: Literal["auto", "cpu", "cuda"] = "cpu"


class Tagger:
    """Masks what a trained tagger marks, in texts of any length.

    Args:
        folder: A checkpoint that ``gyges train tagger`` made.
        options: The options of the method.

    Raises:
        ConfigError: The folder holds no tagger.
    """

    def __init__(self, folder: Path, options: TaggerOptions) -> None:
        self._folder = folder
        self._options = options
        self._card = read_card(folder)
        self._model: TaggerModel | None = None
        self._one_at_a_time = anyio.Lock()  # one text keeps all cores busy

    @property
    def name(self) -> str:
        """The method with the name of the checkpoint."""
        return f"tagger:{self._folder.resolve().name}"

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """What decides a release: the weights, the threshold, the way of masking."""
        threshold = self._options.threshold
        return {
            "weights": self._card.weights,
            "threshold": self._card.threshold if threshold is None else threshold,
            "replacement": self._options.replacement,
        }

    async def anonymize(self, document: Document) -> Release:
        """Return the text with what the tagger marked masked."""
        async with self._one_at_a_time:
            spans = await anyio.to_thread.run_sync(partial(self._find, document.text))
        edits = edits_for(spans, self._options.replacement, "the tagger")
        trace: dict[str, JsonValue] = {"edits": edits_to_json(edits)}
        return Release(document.id, apply_edits(document.text, edits), self.name, trace)

    def _find(self, text: str) -> list[Detected]:
        if self._model is None:
            options = self._options
            self._model, card = load_tagger(self._folder, threshold=options.threshold, device=options.device)
            if card != self._card:
                raise ConfigError(f"the tagger in {self._folder} was changed meanwhile", "start again")
        return self._model.find(text)


def _make(_tools: Tools, options: TaggerOptions, argument: str) -> Tagger:
    return Tagger(Path(argument).expanduser(), options)


METHOD = Method(
    "tagger",
    "Masks what an encoder trained with 'gyges train tagger' marks.",
    _make,
    options=TaggerOptions,
    argument="FOLDER",
    extra="train",
)
