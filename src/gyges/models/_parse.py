"""From the text of a reply to a validated answer, taken only from where an answer may stand.

That is the whole reply, its only code fence, or the last value in it. A model that talks may be quoting the document:
beside other words a value that stands in the prompt is never the answer, and neither is one of several.
"""

import json
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from pydantic import ValidationError

from gyges.models._pieces import JsonPiece, pieces, value_at, without_thoughts
from gyges.models._prompt import Answer, Prompt
from gyges.models._wording import OURS, Wording

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

__all__ = ["AnswerProblem", "parse_answer"]

_FENCE = re.compile(r"```(?:json|JSON|python)?\s*+(.*?)```", re.DOTALL)
_LOOSE = re.compile(r"[\s\"'`\\,]+")
_OBJECT = r"\{{\s*[\"'](?:[^\"'\\]{{0,40}}\\|(?:{names})[\"'])"  # begins with a field of the answer, or an escape
_MOST_COMPARED = 200
_WINDOW, _SLACK = 20, 1000  # how much longer a value may be where its letters are escaped and its lines indented
_SHOWN_PROBLEMS = 3


class AnswerProblem(ValueError):  # noqa: N818  # it never leaves this package
    """What is wrong with an answer, in words for the model."""


def parse_answer(text: str, prompt: Prompt[Answer], wording: Wording = OURS) -> Answer:
    """Return the validated answer to a prompt asked in these words, or raise `AnswerProblem`."""
    text = text.lstrip("\ufeff").strip()
    words = without_thoughts(text)
    if not words:
        raise AnswerProblem("it is empty")
    if words.startswith("<think>"):
        raise AnswerProblem("it holds thoughts that never end and no answer")
    found = _found(words)
    chosen = _chosen(words, found)
    answer = _validated(chosen.value, prompt)
    if any(other != answer for other in _valid(found, prompt)):
        raise AnswerProblem("it holds several different answers")
    asked = partial(_asked, prompt, wording)
    if not _stands_alone(chosen, words, text, asked) and _is_quoted(
        words[chosen.start : chosen.end], answer, prompt, asked
    ):
        raise AnswerProblem("it holds other words, and a value that stands in the question too; give the value alone")
    return answer


def _found(words: str) -> tuple[JsonPiece, ...]:
    try:
        return (JsonPiece(0, len(words), True, json.loads(words)),)
    except (ValueError, RecursionError):
        return tuple(pieces(words))


def _chosen(words: str, found: Sequence[JsonPiece]) -> JsonPiece:
    """Return the piece that stands where an answer may stand: in the only fence, otherwise last."""
    if not any(piece.is_value for piece in found):
        raise AnswerProblem("it holds no JSON value")
    fences = [match.span(1) for match in _FENCE.finditer(words)]
    if len(fences) == 1:
        start, end = fences[0]
        found = [piece for piece in found if start <= piece.start and piece.end <= end] or found
    last = found[-1]
    if not last.is_value:
        raise AnswerProblem("the last value in it is not valid JSON")
    return last


def _validated(value: object, prompt: Prompt[Answer]) -> Answer:
    try:
        answer = prompt.answer.model_validate(value)
        prompt.check(answer)
    except ValidationError as error:
        raise AnswerProblem(_described(error)) from error
    except ValueError as error:
        raise AnswerProblem(str(error)) from error
    return answer  # type: ignore[return-value]  # prompt.answer is the class of Answer


def _valid(found: Sequence[JsonPiece], prompt: Prompt[Answer]) -> list[Answer]:
    answers = []
    for piece in found:
        try:
            answers.append(_validated(piece.value, prompt))
        except AnswerProblem:
            continue
    return answers


def _stands_alone(chosen: JsonPiece, words: str, text: str, asked: Callable[[], str]) -> bool:
    """Whether the reply is this piece and nothing else, besides a fence around it and thoughts before it."""
    if words != text and "</think>" in asked():  # the end of the thoughts may be a quotation itself
        return False
    fence = _FENCE.fullmatch(words)
    inside = fence.group(1) if fence else words
    return inside.strip() == words[chosen.start : chosen.end]


def _is_quoted(source: str, answer: Answer, prompt: Prompt[Answer], words_asked: Callable[[], str]) -> bool:
    """Whether an answer stands in the prompt, word for word or as the same value written otherwise."""
    asked = words_asked()
    if _loose(source) in _loose(asked):
        return True
    names = "|".join(re.escape(name) for name in prompt.answer.model_fields)
    starts = [match.start() for match in re.finditer(_OBJECT.format(names=names), asked)]
    if len(starts) > _MOST_COMPARED:
        return True  # too many to look at each: the model is asked for the value alone
    window = _WINDOW * len(source) + _SLACK
    return any(_is_same(value_at(asked, start, window), answer, prompt) for start in starts)


def _is_same(piece: JsonPiece, answer: Answer, prompt: Prompt[Answer]) -> bool:
    try:
        return piece.is_value and prompt.answer.model_validate(piece.value) == answer
    except ValueError:
        return False


def _asked(prompt: Prompt[Answer], wording: Wording) -> str:
    return "\n".join(message.content for message in prompt.messages(wording))


def _loose(text: str) -> str:
    return _LOOSE.sub("", text).casefold()


def _described(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_input=False)
    lines = [f"{_where(problem)}: {problem['msg']}" for problem in problems[:_SHOWN_PROBLEMS]]
    more = len(problems) - _SHOWN_PROBLEMS
    return "; ".join(lines) + (f"; and {more} more" if more > 0 else "")


def _where(problem: "ErrorDetails") -> str:
    """Return the place of a problem in names of our fields; what a field too many is called is left out."""
    place = problem["loc"][:-1] if problem["type"] == "extra_forbidden" else problem["loc"]
    return ".".join(str(part) for part in place) or "the value"
