"""``paraphrase``: a model says the same in other words, at a low temperature (the second half of Xin et al.)."""

from dataclasses import dataclass

from gyges.anonymizers._method import Method
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.rewriting import Layout, OnePass, RewritePrompt, RewriteRules, hash_of_prompts

__all__ = ["METHOD", "Paraphrase", "ParaphraseOptions"]


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


@dataclass(frozen=True)
class Paraphrase(RewritePrompt):
    """Say the same in other words and sentences."""

    template = "prompts/paraphrase.jinja"


def _make(tools: Tools, options: ParaphraseOptions, argument: str) -> OnePass:
    del argument
    rules = RewriteRules(
        layout=options.layout,
        window_tokens=options.window_tokens,
        temperature=options.temperature,
        unchanged="never",
    )
    words = hash_of_prompts("paraphrase.jinja")
    return OnePass("paraphrase", tools.rewriter("paraphrase"), Paraphrase, rules, tools.purpose, words)


METHOD = Method(
    "paraphrase",
    "A model says the same in other words; identifiers may stay.",
    _make,
    options=ParaphraseOptions,
    needs_model=True,
)
