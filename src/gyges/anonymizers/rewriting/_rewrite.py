"""Rewrites a text by a model, window after window: every rewrite is checked, and names stay the same throughout."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gyges.anonymizers.rewriting._asking import Rewrite, ask_for_rewrite
from gyges.anonymizers.rewriting._checks import RewriteStandard
from gyges.anonymizers.rewriting._glossary import Glossary
from gyges.anonymizers.rewriting._rules import RewriteRules
from gyges.errors import AnswerInvalidError, RewriteFailedError
from gyges.models import DocumentText, Model, Prompt
from gyges.reading import chars_for, split_windows
from gyges.records import JsonValue

AskRewrite = Callable[[DocumentText, str], Prompt[Rewrite]]
"""Makes the question for one window. It is given the window, and what names became in earlier windows: lines
``original -> replacement`` as `DocumentText`, or a plain empty string where there is nothing to tell."""

WINDOW_TOKENS = 4000
"""Tokens of text in one question: the answer is as long, and 8192 tokens are the most that many endpoints write."""

GGUF_WINDOW_TOKENS = 1500
"""The same for a model in this process: its context of 8192 holds the text, the answer and two corrected answers."""


DEFAULT_RULES = RewriteRules()
"""Rules for a method that changes only what identifies somebody."""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A rewritten text."""

    text: str  # the text; never an explanation, never the original by mistake
    notes: Mapping[str, JsonValue]  # windows, repairs and names handed on, for a trace; they quote nothing
    explanation: str = ""  # what typed answers say of their rewrites, one after the other


async def rewrite_text(model: Model, text: str, ask: AskRewrite, rules: RewriteRules = DEFAULT_RULES) -> Rewritten:
    """Ask a model to rewrite a text.

    Long texts are cut at paragraph borders into windows that are rewritten one after the other; the white space
    between them is kept as it was. Each answer goes through the checks of `_checks`: a bad one gets corrective
    turns, then the whole rewrite fails. A window without a letter or digit is kept without a question.

    Make `ask` a frozen dataclass over ``Prompt[Rewrite]`` with ``answer = Rewrite`` whose template ends with
    ``{% include "rewrite_answer.jinja" %}`` (it needs a field ``layout``) and, for names, has
    ``{% include "rewrite_glossary.jinja" %}`` (it needs a field ``glossary``). Temperature and length of the answer
    come from `rules` and the text, not from the prompt.
    """
    windows = split_windows(text, window_chars(model, text, rules.window_tokens))
    glossary, parts, repairs, said = Glossary(), list[str](), list[str](), list[str]()
    for number, window in enumerate(windows, start=1):
        body = window.text.strip()
        start = window.text.find(body)
        before, after = window.text[:start], window.text[start + len(body) :]
        if any(char.isalnum() for char in body):
            known = glossary.lines_for(body) if rules.consistent else ()
            expected = RewriteStandard(body, rules, known)
            prompt = ask(DocumentText(body), DocumentText("\n".join(known)) if known else "")
            try:
                done = await ask_for_rewrite(model, prompt, expected)
            except AnswerInvalidError as error:
                raise RewriteFailedError(
                    f"part {number} of {len(windows)} was not rewritten: {error.problem}", error.remedy
                ) from error
            repairs += done.repairs
            said.append(done.explanation)
            if rules.consistent and number < len(windows):
                glossary.learn(body, done.text)
            body = done.text
        parts.append(f"{before}{body}{after}")
    notes: dict[str, JsonValue] = {"windows": len(windows), "repairs": list(repairs), "glossary": len(glossary)}
    return Rewritten("".join(parts) if windows else text, notes, "\n".join(said))


def window_chars(model: Model, text: str, tokens: int | None = None) -> int:
    """Return the most characters of this text in one question: what the user says, or what suits the model."""
    return chars_for(tokens or (GGUF_WINDOW_TOKENS if model.name.startswith("gguf:") else WINDOW_TOKENS), text)
