"""``paraphrase``: a model says the same in other words, at a low temperature (the second half of Xin et al.).

``paraphrase:FOLDER`` does it by a sequence-to-sequence or causal model in a local folder, such as DIPPER.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from gyges.anonymizers._method import Method, calls_once
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.paraphrasing._local import LocalParaphrase, Manner
from gyges.anonymizers.rewriting import Layout, OnePass, RewritePrompt, RewriteRules, hash_of_prompts
from gyges.errors import ConfigError

__all__ = ["METHOD", "AnyParaphraseOptions", "Paraphrase", "ParaphraseOptions"]


@dataclass(frozen=True, slots=True)
class ParaphraseOptions:
    """Options of ``paraphrase``.

    Attributes:
        temperature: Sampling temperature; 0.1 as published.
        layout: How the model answers.
        window_tokens: The most tokens of text in one question.
    """

    temperature: float = 0.1
    layout: Layout = "typed"
    window_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class AnyParaphraseOptions(ParaphraseOptions):
    """Options of ``paraphrase`` and ``paraphrase:FOLDER``; those after the seed are for the latter.

    Attributes:
        seed: Another one draws other words.
        top_p: Only the likeliest words that together have this probability are drawn.
        wrap: What a local model is given, as its card says: ``{text}`` stands for the passage, ``{before}`` for the
            paraphrase so far; the passage alone for a sequence-to-sequence model if not given.
        device: Where to run; ``auto`` takes a CUDA device if there is one.
    """

    seed: int = 0
    top_p: Annotated[float, Field(gt=0, le=1)] = 1.0
    wrap: str = ""
    device: Literal["auto", "cpu", "cuda"] = "cpu"


@dataclass(frozen=True)
class Paraphrase(RewritePrompt):
    """Say the same in other words and sentences."""

    template = "paraphrase.jinja"


def _make(tools: Tools, options: AnyParaphraseOptions, argument: str) -> OnePass | LocalParaphrase:
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
    words = hash_of_prompts(Paraphrase)
    return OnePass("paraphrase", tools.rewriter("paraphrase"), Paraphrase, rules, tools.purpose, words)


METHOD = Method(
    "paraphrase",
    "A model, or one in a local folder, says the same in other words; identifiers may stay.",
    _make,
    options=AnyParaphraseOptions,
    argument="[FOLDER]",
    needs_model=True,
    argument_is_model=True,
    calls=calls_once,
)
