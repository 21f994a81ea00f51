"""Says a document in other words by a local model, as the paraphrasers of the literature do (DIPPER and its kin)."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import anyio
import anyio.to_thread

from gyges.anonymizers.paraphrasing._writer import LoadedParaphraser, is_seq2seq, load_writer
from gyges.anonymizers.rewriting import RewriteRules, rewrite_problem
from gyges.anonymizers.tagger import weights_hash
from gyges.errors import ConfigError, RewriteFailedError
from gyges.reading import chars_for, split_windows
from gyges.records import Document, JsonValue, Release

WINDOW_TOKENS = 100
"""Tokens of a passage: a few sentences, as such models were trained on."""

_TEXT, _BEFORE = "{text}", "{before}"
_CAUSAL = "Text: {text}\nThe same in other words:"
_MOST_BEFORE = 500  # characters of the paraphrase so far that a model is shown, if it asks for them


@dataclass(frozen=True, slots=True)
class Manner:
    """How a local model is used."""

    temperature: float = 0.1  # sampling temperature; 0 takes the likeliest words
    top_p: float = 1.0  # only the likeliest words that together have this probability are drawn
    seed: int = 0  # another one draws other words
    wrap: str = ""  # what the model is given: ``{text}`` stands for the passage, ``{before}`` for the paraphrase so far
    window_tokens: int = WINDOW_TOKENS  # the most tokens of a passage


class LocalParaphrase:
    """Paraphrases passage by passage; the white space between passages is kept as it was."""

    def __init__(self, folder: Path, manner: Manner, device: str) -> None:
        if manner.wrap and _TEXT not in manner.wrap:
            raise ConfigError("the option wrap does not show the text", f"write {_TEXT} where the passage belongs")
        self._folder = folder
        self._manner = manner
        self._device = device
        self._wrap = manner.wrap or (_TEXT if is_seq2seq(folder) else _CAUSAL)
        self._weights = weights_hash(folder)
        self._writer: LoadedParaphraser | None = None
        self._one_at_a_time = anyio.Lock()  # one text keeps all cores busy

    @property
    def name(self) -> str:
        """The method with the name of the model."""
        return f"paraphrase:{self._folder.resolve().name}"

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """The weights and how they are used."""
        return {**asdict(self._manner), "wrap": self._wrap, "weights": self._weights}

    async def anonymize(self, document: Document) -> Release:
        """Return the document in other words."""
        async with self._one_at_a_time:
            text, passages = await anyio.to_thread.run_sync(partial(self._paraphrase, document))
        problem = rewrite_problem(text, document.text, RewriteRules(unchanged="never", consistent=False))
        if problem:
            raise RewriteFailedError(f"the local model gave no paraphrase: {problem}", "try another model or window")
        trace: dict[str, JsonValue] = {
            "model": self._folder.resolve().name,
            "temperature": self._manner.temperature,
            "passages": passages,
        }
        return Release(document.id, text, self.name, trace)

    def _paraphrase(self, document: Document) -> tuple[str, int]:
        writer = self._writer = self._writer or load_writer(self._folder, self._device)
        parts: list[str] = []
        windows = split_windows(document.text, chars_for(self._manner.window_tokens, document.text))
        for number, window in enumerate(windows, start=1):
            body = window.text.strip()
            start = window.text.find(body)
            said = self._said(writer, body, "".join(parts), f"{document.id}\0{number}") if _has_words(body) else body
            if not _has_words(said) and _has_words(body):
                raise RewriteFailedError(f"the local model wrote nothing for passage {number}", "try another model")
            parts.append(f"{window.text[:start]}{said}{window.text[start + len(body) :]}")
        return "".join(parts) if windows else document.text, len(windows)

    def _said(self, writer: LoadedParaphraser, passage: str, before: str, place: str) -> str:
        manner = self._manner
        head, _, tail = self._wrap.partition(_TEXT)  # the passage is put in last, so that nothing in it is replaced
        shown = before[-_MOST_BEFORE:].strip()
        asked = f"{head.replace(_BEFORE, shown)}{passage}{tail.replace(_BEFORE, shown)}"
        seed = int.from_bytes(hashlib.sha256(f"{manner.seed}\0{place}".encode("utf-8", "replace")).digest()[:4])
        return writer.write(asked, passage, temperature=manner.temperature, top_p=manner.top_p, seed=seed)


def _has_words(text: str) -> bool:
    return any(char.isalnum() for char in text)
