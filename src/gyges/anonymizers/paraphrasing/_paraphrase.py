"""``paraphrase``: a model says the same in other words, at a low temperature.

With ``sanitize`` it takes out first what identifies somebody (Xin et al.).

``paraphrase:FOLDER`` does it by a sequence-to-sequence or causal model in a local folder, such as DIPPER.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from gyges.anonymizers._anonymizer import Anonymizer
from gyges.anonymizers._method import Method, MethodCalls
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.paraphrasing._local import LocalParaphrase, Manner
from gyges.anonymizers.rewriting import Layout, OnePass, RewritePrompt, RewriteRules, hash_of_prompts
from gyges.errors import ConfigError
from gyges.records import Document, JsonValue, Release


@dataclass(frozen=True, slots=True)
class ParaphraseOptions:
    """Options of ``paraphrase`` and ``paraphrase:FOLDER``; those after the seed are for the latter."""

    sanitize: bool = False  # whether what identifies somebody is taken out first, in a pass of its own
    temperature: float = 0.1  # sampling temperature; 0.1 as published
    layout: Layout = "typed"  # how the model answers
    window_tokens: int | None = None  # the most tokens of text in one question

    seed: int = 0  # another one draws other words
    top_p: Annotated[float, Field(gt=0, le=1)] = 1.0
    wrap: str = ""
    device: Literal["auto", "cpu", "cuda"] = "cpu"  # where to run; ``auto`` takes a CUDA device if there is one


@dataclass(frozen=True)
class Paraphrase(RewritePrompt, template="paraphrase.jinja"):
    """Say the same in other words and sentences."""


@dataclass(frozen=True)
class Sanitize(RewritePrompt, template="sanitize.jinja"):
    """Generalise or drop what says who somebody is, and leave the rest alone."""


@dataclass(frozen=True)
class SanitizeThenParaphrase:
    """Two passes over the whole document, so that the paraphrase never sees what was taken out."""

    sanitize: OnePass
    paraphrase: OnePass
    name: str = "paraphrase"

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """The settings of both passes; they differ in the words of the question only."""
        return {**self.sanitize.settings, "paraphrase_prompt": self.paraphrase.prompt}

    async def anonymize(self, document: Document) -> Release:
        """Return the document after both passes."""
        first = await self.sanitize.anonymize(document)
        second = await self.paraphrase.anonymize(replace(document, text=first.text, mentions=None))
        told: list[JsonValue] = []
        for done in (first, second):
            repairs = done.trace["repairs"]
            told += repairs if isinstance(repairs, list) else []
        windows: JsonValue = {"sanitize": first.trace["windows"], "paraphrase": second.trace["windows"]}
        return Release(document.id, second.text, self.name, {**second.trace, "windows": windows, "repairs": told})


def _make(tools: Tools, options: ParaphraseOptions, argument: str) -> Anonymizer:
    if argument and options.sanitize:
        raise ConfigError("a local model only paraphrases", "leave sanitize out, or name a model with --model")
    if argument:
        window = options.window_tokens or Manner().window_tokens
        manner = Manner(options.temperature, options.top_p, options.seed, options.wrap, window)
        return LocalParaphrase(Path(argument).expanduser(), manner, options.device)
    if options.wrap or options.top_p != 1.0:
        raise ConfigError("wrap and top_p are for a local model", "write paraphrase:FOLDER, or leave them out")
    rules = RewriteRules(
        layout=options.layout,
        window_tokens=options.window_tokens,
        temperature=options.temperature,
        unchanged="never",
        sample=options.seed,
    )
    model, words = tools.rewriter("paraphrase"), hash_of_prompts(Paraphrase)
    paraphrase = OnePass("paraphrase", model, Paraphrase, rules, tools.purpose, words)
    if not options.sanitize:
        return paraphrase
    rules = replace(rules, unchanged=RewriteRules().unchanged)
    words = hash_of_prompts(Sanitize)
    return SanitizeThenParaphrase(OnePass("sanitize", model, Sanitize, rules, tools.purpose, words), paraphrase)


def _calls(options: ParaphraseOptions) -> MethodCalls:
    return MethodCalls(1 + options.sanitize)


METHOD = Method(
    "paraphrase",
    "A model, or one in a local folder, says the same in other words; identifiers may stay.",
    _make,
    options=ParaphraseOptions,
    argument="[FOLDER]",
    needs_model=True,
    argument_is_model=True,
    calls=_calls,
)
