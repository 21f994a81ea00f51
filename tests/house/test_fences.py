"""Every prompt of the house that shows a document, with every document of the injection suite in every field."""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from gyges.anonymizers import Purpose
from gyges.models import DocumentText, Prompt
from gyges.records import Tag, taxonomy
from gyges.runs.injection import injection_suite
from gyges.testing import ChatMessage, ChatRequest, NaivePrompt, naive_prompt
from house.test_prompts import FENCED_OR_EMPTY, UNFENCED, all_prompts

Make = Callable[[DocumentText], object]

INSIDE_OTHERS: dict[tuple[str, str], Make] = {
    ("ProposeInstruction", "cases"): lambda text: ({"original": text, "released": text, "feedback": text},),
    ("NextAttempt", "memory"): lambda text: (
        {"number": 1, "base": True, "hidden": False, "rank": 1, "utility": 1, "reward": 1}
        | {"text": text, "leaks": text, "reason": text},
    ),
    ("CategoriseClaims", "categories"): lambda text: (),
}
"""Documents inside other values, by prompt and field."""

PLAIN: Mapping[Any, object] = {
    str: "word",
    int: 1,
    bool: False,
    float: 0.5,
    Purpose: Purpose(),
    tuple[Tag, ...]: taxonomy("spia").tags,
    tuple[int, ...]: (1,),
    tuple[str, ...]: ("word",),
}
ORDINARY = DocumentText("Ana called Ben about the keys.")
PROMPTS = [prompt for prompt in all_prompts() if getattr(prompt, "template", "") and dataclasses.fields(prompt)]


def _filled(prompt: type[Prompt[Any]], text: DocumentText) -> Prompt[Any]:
    hints = get_type_hints(prompt)
    names = [field.name for field in dataclasses.fields(prompt)]
    return prompt(**{name: _value(prompt, name, hints[name], text) for name in names})


def _value(prompt: type[Prompt[Any]], name: str, hint: Any, text: DocumentText) -> object:
    keys = [(kind.__name__, name) for kind in prompt.__mro__]
    made = next((INSIDE_OTHERS[key] for key in keys if key in INSIDE_OTHERS), None)
    if made is not None:
        return made(text)
    if hint == tuple[DocumentText, ...]:
        return (text, text)
    if (
        hint is DocumentText
        or DocumentText in get_args(hint)
        or any(UNFENCED.get(key) == FENCED_OR_EMPTY for key in keys)
    ):
        return text
    return get_args(hint)[0] if get_origin(hint) is Literal else PLAIN[hint]


def _seen(prompt: type[Prompt[Any]], text: str) -> NaivePrompt:
    turns = _filled(prompt, DocumentText(text)).messages()
    messages = tuple(ChatMessage(turn.role, turn.content) for turn in turns)
    return naive_prompt(ChatRequest(messages, "model", None, {}))


def _shows_documents(prompt: type[Prompt[Any]]) -> bool:
    return bool(_seen(prompt, ORDINARY).data)


SHOWING = [prompt for prompt in PROMPTS if _shows_documents(prompt)]


def test_the_prompts_that_show_documents_are_found() -> None:
    names = {prompt.__name__ for prompt in SHOWING}
    assert len(names) >= 35
    assert {prompt.__name__ for prompt in PROMPTS} - names == {"_AskAgain", "_AskAuthorAgain", "WriteForm"}


@pytest.mark.parametrize("prompt", SHOWING, ids=lambda prompt: prompt.__name__)
def test_a_naive_reader_gets_the_same_orders_whatever_the_document_says(prompt: type[Prompt[Any]]) -> None:
    """And every word of the document as data."""
    ordinary = _seen(prompt, ORDINARY)
    for document in injection_suite():
        text = document.text("injected")
        seen = _seen(prompt, text)
        assert seen.orders == ordinary.orders, document.id
        assert set(seen.data) == {text} | (set(ordinary.data) - {ORDINARY}), document.id
        assert len(seen.data) == len(ordinary.data), document.id
