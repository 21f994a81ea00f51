"""``deid-gpt``: a model redacts eight kinds of identifiers (Liu et al. 2023, with TAB's kinds as in SPIA)."""

from dataclasses import dataclass
from functools import partial

from gyges.anonymizers._method import Method, calls_once
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.rewriting import Layout, OnePass, RewritePrompt, RewriteRules, hash_of_prompts

MARK = "[redacted]"
"""What stands where something was."""


@dataclass(frozen=True, slots=True)
class DeidGptOptions:
    """Options of ``deid-gpt``."""

    temperature: float = 0.05  # sampling temperature; 0.05 as published
    layout: Layout = "typed"  # how the model answers
    relations: bool = (
        False  # whether words that say only who somebody is to others (wife, patient) go too, as published
    )
    window_tokens: int | None = None  # the most tokens of text in one question


@dataclass(frozen=True)
class Redact(RewritePrompt, template="prompts/deid_gpt.jinja"):
    """Replace what identifies somebody by a mark."""

    mark: str = MARK
    relations: bool = False


def _make(tools: Tools, options: DeidGptOptions, argument: str) -> OnePass:
    del argument
    rules = RewriteRules(
        layout=options.layout,
        window_tokens=options.window_tokens,
        temperature=options.temperature,
        min_ratio=0.25,  # a mark of one word stands for whole addresses and lists of names
        consistent=False,  # every mark is the same
    )
    ask = partial(Redact, relations=options.relations)
    return OnePass("deid-gpt", tools.rewriter("deid-gpt"), ask, rules, tools.purpose, hash_of_prompts(Redact))


METHOD = Method(
    "deid-gpt",
    "A model replaces eight kinds of identifiers by [redacted].",
    _make,
    options=DeidGptOptions,
    needs_model=True,
    calls=calls_once,
)
