"""What attacks by linkage will cost, before they start: one line for each release and attack.

It counts in full: what an earlier run has done, and answers in the cache, cost nothing and are not taken off, as claims
are known only once they are made.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gyges.attacks.linkage import is_dialogue
from gyges.models import Model, ModelPool
from gyges.records import Document
from gyges.runs._audited import RULES
from gyges.runs._calls import tokens_of
from gyges.runs.benchmark._link_plan import LinkSetting
from gyges.runs.benchmark._links import link_options
from gyges.runs.benchmark._prepare import Prepared
from gyges.runs.linkage import LinkOptions
from gyges.scoring.semantic import CLAIMS_AT_ONCE

__all__ = ["LinkCalls", "link_calls"]

CHARACTERS_PER_CLAIM = 52
"""Characters of text for one claim (rules on 60 bundled documents: 101,995 characters, 1,964 claims)."""

CLAIM_TOKENS = 15
OVERHEAD = 700  # tokens of a question besides text and claims: instructions, example, schema
RATED_TOKENS = 40  # of an answer for one claim: reason and rating
SHORT_ANSWER = 60
_QUESTIONS = 3  # each is answered from the release, from the original and from nothing
_PAIRS = 4  # texts an original is rated against: the linked record, what was known, a stranger's record, the original


@dataclass(frozen=True, slots=True)
class LinkCalls:
    """Calls of one attack: data set, what is done, on whose releases, and who is asked how often."""

    dataset: str
    step: str
    who: str
    model: Model | None
    units: int
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


def link_calls(prepared: Prepared, pool: ModelPool) -> Iterator[LinkCalls]:
    """Yield for each data set the claims of originals, and for each release every attack and its utility."""
    plan, settings = prepared.plan.linkage, prepared.settings
    if plan is None:
        return
    for choice in prepared.plan.datasets:
        documents = prepared.documents[choice.name]
        labels = [(cell.label, True) for cell in prepared.cells if cell.dataset == choice.name]
        labels += [(one.label, False) for one in prepared.synthetic if one.dataset == choice.name]
        options = link_options(prepared, choice.name, settings[0], paired=True, whole=True)
        yield _claims(choice.name, "originals", options, documents, pool)
        for label, paired in labels:
            taken = any(setting.linker.endswith("-claims") for setting in settings) or plan.embedder is not None
            if taken:
                yield _claims(choice.name, label, options, documents, pool)
            for number, setting in enumerate(settings):
                own = link_options(prepared, choice.name, setting, paired=paired, whole=not number)
                yield _attack(choice.name, label, setting, own, documents, pool)
            yield _utility(choice.name, label, options, documents, pool)


def _claims(dataset: str, who: str, options: LinkOptions, documents: Sequence[Document], pool: ModelPool) -> LinkCalls:
    step = "claims"
    if options.claimer == RULES:
        return LinkCalls(dataset, step, who, None, len(documents))
    calls = [2 if is_dialogue(document.text) else 1 for document in documents]  # a conversation is retold first
    sizes = [tokens_of(len(document.text)) for document in documents]
    sent = sum(n * (size + OVERHEAD) for n, size in zip(calls, sizes, strict=True))
    received = sum(n * size for n, size in zip(calls, sizes, strict=True))
    return LinkCalls(dataset, step, who, pool.model(options.claimer), len(documents), sum(calls), sent, received)


def _attack(
    dataset: str,
    who: str,
    setting: LinkSetting,
    options: LinkOptions,
    documents: Sequence[Document],
    pool: ModelPool,
) -> LinkCalls:
    step = f"link {setting.label}"
    reworded = len(documents) if options.paraphraser is not None else 0
    if options.judge is None:
        model = pool.model(options.paraphraser) if options.paraphraser is not None else None
        return LinkCalls(dataset, step, who, model, len(documents), reworded, reworded * OVERHEAD, reworded * 100)
    calls = sent = received = 0
    for document in documents:
        claims = max(1, math.ceil(len(document.text) / CHARACTERS_PER_CLAIM))
        asked = math.ceil(claims / CLAIMS_AT_ONCE) * options.samples * _PAIRS
        calls += asked
        each = tokens_of(len(document.text)) + OVERHEAD
        sent += asked * each + options.samples * _PAIRS * claims * CLAIM_TOKENS
        received += options.samples * _PAIRS * claims * RATED_TOKENS
    judge = pool.model(options.judge)
    return LinkCalls(dataset, step, who, judge, len(documents), calls + reworded, sent, received)


def _utility(dataset: str, who: str, options: LinkOptions, documents: Sequence[Document], pool: ModelPool) -> LinkCalls:
    """Kinds of claims, coherence, answers and tasks."""
    step = "kinds and utility"
    if options.judge is None:
        return LinkCalls(dataset, step, who, None, len(documents))
    calls = sent = 0
    for document in documents:
        claims = max(1, math.ceil(len(document.text) / CHARACTERS_PER_CLAIM))
        asked = math.ceil(claims / CLAIMS_AT_ONCE) + 1
        asked += _QUESTIONS if "question" in document.meta else 0
        asked += 2 if options.tasks is not None else 0
        calls += asked
        sent += asked * (tokens_of(len(document.text)) + OVERHEAD)
    judge = pool.model(options.judge)
    return LinkCalls(dataset, step, who, judge, len(documents), calls, sent, calls * SHORT_ANSWER)
