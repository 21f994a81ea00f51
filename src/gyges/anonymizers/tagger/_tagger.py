"""``tagger:FOLDER``: an encoder, trained here or published by others, tags what to mask. Runs on this machine."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import anyio.to_thread

from gyges.anonymizers._method import Method
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.detectors import Detected, Style, edits_for
from gyges.anonymizers.tagger._checkpoint import Finder, TaggerOptions, open_checkpoint
from gyges.records import Document, JsonValue, Release, apply_edits, edits_to_json


class Tagger:
    """Masks what a tagger marks, in texts of any length."""

    def __init__(self, folder: Path, options: TaggerOptions) -> None:
        self._folder = folder
        self._replacement: Style = options.replacement
        self._checkpoint = open_checkpoint(folder, options)
        self._model: Finder | None = None
        self._one_at_a_time = anyio.Lock()  # one text keeps all cores busy

    @property
    def name(self) -> str:
        """The method with the name of the checkpoint."""
        return f"tagger:{self._folder.resolve().name}"

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """What decides a release: the weights, the threshold, the labels, the way of masking."""
        return {**self._checkpoint.settings, "replacement": self._replacement}

    async def anonymize(self, document: Document) -> Release:
        """Return the text with what the tagger marked masked."""
        async with self._one_at_a_time:
            spans = await anyio.to_thread.run_sync(partial(self._find, document.text))
        edits = edits_for(spans, self._replacement, "the tagger")
        trace: dict[str, JsonValue] = {"edits": edits_to_json(edits)}
        return Release(document.id, apply_edits(document.text, edits), self.name, trace)

    def _find(self, text: str) -> list[Detected]:
        if self._model is None:
            self._model = self._checkpoint.load()
        return self._model.find(text)


def _make(_tools: Tools, options: TaggerOptions, argument: str) -> Tagger:
    return Tagger(Path(argument).expanduser(), options)


METHOD = Method(
    "tagger",
    "Masks what an encoder marks that 'gyges train tagger' trained, or a token classifier that others published.",
    _make,
    options=TaggerOptions,
    argument="FOLDER",
    extra="train",
)
