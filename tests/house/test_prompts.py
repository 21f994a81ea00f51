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
_NAMES = {
    FENCED_OR_EMPTY: """
        AbstractSpans.earlier Against.feedback Against.glossary Against.target AskTarget.target
        FirstAttempt.glossary FirstAttempt.leaks FirstAttempt.target GuessIdentity.target GuessTarget.target
        MendRewrite.refused NextAttempt.original RewriteLeaks.glossary RewritePrompt.glossary""",
    OURS: """
        Against.layout CompareValues.definition CompareValues.tag FirstAttempt.kinds FirstAttempt.layout
        InferAll.guessed InferFacts.guessed MatchPeople.found_ids MatchPeople.truth_ids ProposeInstruction.goal
        ProposeInstruction.privacy ProposeInstruction.utility Redact.mark RewriteLeaks.share WriteForm.goal
        WriteForm.privacy WriteForm.utility _AskAgain.problem
        _AskAuthorAgain.problem""",
    NEVER_SHOWN: "AbstractSpans.quotes",
    USER: """
        AskProfile.reference_date FirstAttempt.label FollowInstruction.instruction GuessAuthor.reference_date
        InferAll.reference_date InferFacts.reference_date JudgeKept.preserve JudgeLearned.protect
        ProposeInstruction.preserve ProposeInstruction.protect RateUse.label WriteForm.preserve WriteForm.protect""",
    "numbers, and DocumentText": "NextAttempt.memory",
    "DocumentText": "ProposeInstruction.cases",
    "an instruction that was checked for words of documents": "ProposeInstruction.instruction",
}
UNFENCED: dict[tuple[str, str], str] = {
    (prompt, field): why
    for why, names in _NAMES.items()
    for prompt, _, field in (one.partition(".") for one in names.split())
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
