"""Words of documents reach a model inside fences only: each unfenced field of each prompt is accounted for here."""

import importlib
import pkgutil
from dataclasses import fields
from typing import Any, get_args, get_type_hints

import gyges
from gyges.models import DocumentText, Prompt

USER = "words of the user, from a flag or a file of settings"
OURS = "words of the package"
NEVER_SHOWN = "held against the answer; the template does not print it"
FENCED_OR_EMPTY = "DocumentText, or an empty string that the template tests for"
UNFENCED: dict[tuple[str, str], str] = {
    ("Against", "feedback"): FENCED_OR_EMPTY,
    ("Against", "glossary"): FENCED_OR_EMPTY,
    ("Against", "layout"): OURS,
    ("Against", "target"): FENCED_OR_EMPTY,
    ("AbstractSpans", "earlier"): FENCED_OR_EMPTY,
    ("AbstractSpans", "quotes"): NEVER_SHOWN,
    ("AskProfile", "reference_date"): USER,
    ("CompareValues", "definition"): OURS,
    ("CompareValues", "tag"): OURS,
    ("FirstAttempt", "glossary"): FENCED_OR_EMPTY,
    ("FirstAttempt", "kinds"): OURS,
    ("FirstAttempt", "label"): USER,
    ("FirstAttempt", "layout"): OURS,
    ("FirstAttempt", "leaks"): FENCED_OR_EMPTY,
    ("FirstAttempt", "target"): FENCED_OR_EMPTY,
    ("FollowInstruction", "instruction"): USER,
    ("GuessAuthor", "reference_date"): USER,
    ("GuessIdentity", "target"): FENCED_OR_EMPTY,
    ("InferAll", "guessed"): OURS,
    ("InferAll", "reference_date"): USER,
    ("InferFacts", "guessed"): OURS,
    ("InferFacts", "reference_date"): USER,
    ("JudgeKept", "preserve"): USER,
    ("JudgeLearned", "protect"): USER,
    ("MatchPeople", "found_ids"): OURS,
    ("MatchPeople", "truth_ids"): OURS,
    ("MendRewrite", "refused"): FENCED_OR_EMPTY,
    ("NextAttempt", "memory"): "numbers, and DocumentText",
    ("NextAttempt", "original"): FENCED_OR_EMPTY,
    ("ProposeInstruction", "cases"): "DocumentText",
    ("ProposeInstruction", "goal"): OURS,
    ("ProposeInstruction", "instruction"): "an instruction that was checked for words of documents",
    ("ProposeInstruction", "preserve"): USER,
    ("ProposeInstruction", "privacy"): OURS,
    ("ProposeInstruction", "protect"): USER,
    ("ProposeInstruction", "utility"): OURS,
    ("RateUse", "label"): USER,
    ("Redact", "mark"): OURS,
    ("RewriteLeaks", "glossary"): FENCED_OR_EMPTY,
    ("RewriteLeaks", "share"): OURS,
    ("RewritePrompt", "glossary"): FENCED_OR_EMPTY,
    ("_AskAgain", "problem"): OURS,
    ("_AskAuthorAgain", "problem"): OURS,
    ("AskTarget", "target"): FENCED_OR_EMPTY,
    ("GuessTarget", "target"): FENCED_OR_EMPTY,
}


def _prompts(kind: type[Prompt[Any]] = Prompt) -> list[type[Prompt[Any]]]:
    return [found for below in kind.__subclasses__() for found in (below, *_prompts(below))]


def all_prompts() -> list[type[Prompt[Any]]]:
    """Return every prompt of the house."""
    for module in pkgutil.walk_packages(gyges.__path__, "gyges."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    return [prompt for prompt in _prompts() if prompt.__module__.startswith("gyges.")]


def _may_be_words(hint: Any) -> bool:
    """Whether a field may hold words that are not fenced; names of closed lists and our own tables are none."""
    return hint is str or hint is object or any(_may_be_words(part) for part in get_args(hint) if part is not Ellipsis)


def test_every_unfenced_word_in_a_prompt_is_accounted_for() -> None:
    found = {
        (prompt.__name__, field.name)
        for prompt in all_prompts()
        for field in fields(prompt)
        if _may_be_words(get_type_hints(prompt)[field.name])
        and not any(field.name in {own.name for own in fields(base)} for base in prompt.__mro__[1:] if _is_prompt(base))
    }
    assert found == set(UNFENCED)


def test_a_prompt_lies_with_the_module_that_asks_it() -> None:
    assert not [prompt.__name__ for prompt in all_prompts() if ".." in getattr(prompt, "template", "")]


def _is_prompt(kind: type) -> bool:
    return issubclass(kind, Prompt) and kind is not Prompt


def test_a_text_of_a_document_is_no_plain_word() -> None:
    assert not _may_be_words(DocumentText)
    assert _may_be_words(tuple[str, ...])
    assert _may_be_words(dict[str, str])
