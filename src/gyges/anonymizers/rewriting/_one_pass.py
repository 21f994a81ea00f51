"""What the methods share that ask a model for a rewrite once: the question, the options, the release."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.rewriting._asking import Rewrite
from gyges.anonymizers.rewriting._rewrite import rewrite_text
from gyges.anonymizers.rewriting._rules import Layout, RewriteRules
from gyges.models import DocumentText, Model, Prompt
from gyges.records import Document, JsonValue, Release

_OWN_PROMPTS = Path(__file__).parent / "prompts"
_SHARED_PROMPTS = Path(__file__).parent.parent / "prompts"
_ANTHROPIC_HOTTEST = 1.0  # the most that API takes; the client lowers what is above


@dataclass(frozen=True)
class RewritePrompt(Prompt[Rewrite]):
    """A question for the rewrite of one window."""

    answer = Rewrite

    text: DocumentText  # the window
    glossary: str  # what names became in earlier windows, or nothing
    layout: Layout  # how to answer
    purpose: Purpose  # what the user wants protected and kept


@dataclass(frozen=True)
class OnePass:
    """Rewrites a document in one pass over its windows."""

    name: str  # the method
    model: Model  # who rewrites
    question: Callable[[DocumentText, str, Layout, Purpose], Prompt[Rewrite]]
    rules: RewriteRules  # how, and what counts as a rewrite
    purpose: Purpose  # what to protect and what to keep
    prompt: str  # A hash of the words of the question

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Model, options, purpose, and a hash of the words of the question."""
        return {
            "model": self.model.name,
            "temperature": temperature_sent(self.model, self.rules.temperature),
            "layout": self.rules.layout,
            "window_tokens": self.rules.window_tokens,
            "min_ratio": self.rules.min_ratio,
            "max_ratio": self.rules.max_ratio,
            "sample": self.rules.sample,
            "protect": self.purpose.protect,
            "preserve": self.purpose.preserve,
            "prompt": self.prompt,
        }

    async def anonymize(self, document: Document) -> Release:
        """Return the rewritten document."""
        done = await rewrite_text(self.model, document.text, self._ask, self.rules)
        temperature = temperature_sent(self.model, self.rules.temperature)
        trace = {**done.notes, "model": self.model.name, "temperature": temperature}
        return Release(document.id, done.text, self.name, trace)

    def _ask(self, window: DocumentText, glossary: str) -> Prompt[Rewrite]:
        return self.question(window, glossary, self.rules.layout, self.purpose)


def temperature_sent(model: Model, temperature: float) -> float:
    """Return the temperature that reaches the model: one API takes less than the others."""
    return min(temperature, _ANTHROPIC_HOTTEST) if model.name.startswith("anthropic/") else temperature


def hash_of_prompts(*prompts: type[Prompt[Any]], besides: str = "") -> str:
    """Return a hash of the words of prompts and of what they include, so that other words are other settings."""
    shared = (path for folder in (_OWN_PROMPTS, _SHARED_PROMPTS) for path in folder.glob("rewrite_*.jinja"))
    digest = hashlib.sha256(besides.encode())
    for path in (*(prompt.file() for prompt in prompts), *sorted(shared, key=lambda path: path.name)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
