"""``dp-prompt``: a model paraphrases at a high temperature (Utpala et al. 2023).

The published guarantee of differential privacy needs the sampler to see clipped scores of every token. An endpoint
shows neither, and many cut off unlikely tokens by settings of their own, so no epsilon is claimed here.
"""

from dataclasses import dataclass

from gyges.anonymizers._method import Method, calls_once
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.rewriting import Layout, OnePass, RewritePrompt, RewriteRules, hash_of_prompts


@dataclass(frozen=True, slots=True)
class DpPromptOptions:
    """Options of ``dp-prompt``."""

    temperature: float = 1.5  # sampling temperature; 1.5 as published. The higher, the less of the style is left
    layout: Layout = "typed"  # how the model answers
    window_tokens: int | None = None  # the most tokens of text in one question
    sample: int = 0  # the number of an independent sample: another number gives another paraphrase


@dataclass(frozen=True)
class ParaphraseHotly(RewritePrompt, template="prompts/dp_prompt.jinja"):
    """Say the same in other words; nothing is said about what identifies somebody."""


def _make(tools: Tools, options: DpPromptOptions, argument: str) -> OnePass:
    del argument
    rules = RewriteRules(
        layout=options.layout,
        window_tokens=options.window_tokens,
        temperature=options.temperature,
        min_ratio=0.3,
        unchanged="never",
        consistent=False,  # the method knows no names
        sample=options.sample,
    )
    words = hash_of_prompts(ParaphraseHotly)
    return OnePass("dp-prompt", tools.rewriter("dp-prompt"), ParaphraseHotly, rules, tools.purpose, words)


METHOD = Method(
    "dp-prompt",
    "A model paraphrases at a high temperature, which blurs the style of the author.",
    _make,
    options=DpPromptOptions,
    needs_model=True,
    calls=calls_once,
)
