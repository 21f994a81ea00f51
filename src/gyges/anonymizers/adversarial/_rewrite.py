"""The rewriting half of a round: the question in its three wordings, and what counts as an answer."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.adversarial._inner_attack import Inference, feedback_text
from gyges.anonymizers.adversarial._options import AdversarialOptions
from gyges.anonymizers.rewriting import Rewrite, RewriteRules, Rewritten, rewrite_text
from gyges.attacks import target_words
from gyges.errors import RewriteFailedError
from gyges.models import DocumentText, Model, Prompt
from gyges.records import Tag

_WORDS = re.compile(r"\w+")
_ECHO_WORDS = 7  # words in a row that a text and a conclusion about it do not share by chance
_MOST_SHRINKING = 0.95  # a text that was cut to the limit may still lose a word


@dataclass(frozen=True)
class Against(Prompt[Rewrite], template="adversarial_level_3.jinja"):
    """Change the text so that these conclusions cannot be drawn."""

    text: DocumentText  # the text, or a window of it
    glossary: str  # what names became in earlier windows
    feedback: str  # what the attacker concluded; empty to name the attributes instead
    tags: tuple[Tag, ...]  # the attributes
    target: str  # who is protected
    purpose: Purpose  # what the user wants to protect and to keep
    layout: str  # how to answer


@dataclass(frozen=True)
class AgainstNaively(Against, template="adversarial_level_1.jinja"):
    """The same in plain words."""


@dataclass(frozen=True)
class AgainstExpertly(Against, template="adversarial_level_2.jinja"):
    """The same to an expert who changes little, without an explanation before."""


_BY_LEVEL = {1: AgainstNaively, 2: AgainstExpertly, 3: Against}


async def rewrite_against(
    model: Model,
    text: str,
    told: Sequence[Inference],
    options: AdversarialOptions,
    purpose: Purpose,
    rules: RewriteRules,
) -> Rewritten:
    """Rewrite a text against what an attacker concluded from it; with nothing told, against the attributes by name."""
    feedback = feedback_text(told) if told else ""
    target = target_words(options.target)

    def ask(window: DocumentText, glossary: str) -> Against:
        kind = _BY_LEVEL[options.level]
        return kind(window, glossary, feedback, options.tags, target, purpose, options.layout)

    done = await rewrite_text(model, text, ask, rules)
    said = set().union(*(_runs(row.reasoning) for row in told)) if told else set()
    if (said & _runs(done.text)) - _runs(text):
        raise RewriteFailedError(
            f"{model.name} wrote conclusions of the attacker into the text", "try another model or another level"
        )
    return done


def shrunk(original: str, text: str) -> float:
    """Return the least share of words the next rewrite must keep, so that all rounds together keep enough."""
    before, now = len(_WORDS.findall(original)), len(_WORDS.findall(text))
    least = RewriteRules().min_ratio
    return min(_MOST_SHRINKING, least * before / now) if now else least


def _runs(text: str) -> set[tuple[str, ...]]:
    words = [word.lower() for word in _WORDS.findall(text)]
    return {tuple(words[i : i + _ECHO_WORDS]) for i in range(len(words) - _ECHO_WORDS + 1)}
