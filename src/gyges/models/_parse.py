"""From the text of a reply to a validated answer, taken only from where an answer may stand.

That is the whole reply, its only code fence, or the last value in it. A model that talks may be quoting the document:
beside other words a value that stands in the prompt is never the answer, and neither is one of several.

Valid JSON is never touched; a Python literal may have single quotes, None and trailing commas. Nothing is ever filled
in, and what is inside a broken or unfinished value is never taken for a value of its own.
"""

import ast
import json
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from pydantic import ValidationError

from gyges.errors import ConfigError
from gyges.models._layout import AnswerLayout, read_laid_out
from gyges.models._phrases_instead import REFUSALS
from gyges.models._prompt import Answer, Prompt
from gyges.models._shape import without_thoughts
from gyges.models._shipped import OURS, Wording

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_OPENING = re.compile(r"[{\[]")
_VALUE = re.compile(r"[{\[]\s*(?:[\"'{}\[\](\d-]|None|True|False|true|false|null|NaN|Infinity)")
_JSON_NAMES = {"true": True, "false": False, "null": None}
_decode = json.JSONDecoder(strict=False).raw_decode  # line breaks inside strings are a common slip


@dataclass(frozen=True, slots=True)
class JsonPiece:
    """One outermost bracketed piece of a text."""

    start: int  # where it begins
    end: int  # where it ends; the end of the text when it is never closed
    is_value: bool  # whether it could be read
    value: object = None  # what it means, if it could


def pieces(text: str) -> Iterator[JsonPiece]:
    """Yield the outermost bracketed pieces of a text in order, those that cannot be read too."""
    position = 0
    while opening := _OPENING.search(text, position):
        start = opening.start()
        try:
            value, position = _decoded(text, start)
        except (ValueError, RecursionError):
            end = _closing(text, start)
            position = len(text) if end is None else end
            try:
                yield JsonPiece(start, position, True, _literal(text[start:position]))
            except ValueError:
                yield JsonPiece(start, position, False)
        else:
            yield JsonPiece(start, position, True, value)


def value_at(text: str, start: int, window: int) -> JsonPiece:
    """Return the bracketed piece that starts at a place, if it ends within so many characters."""
    return next(pieces(text[start : start + window]))


def _decoded(text: str, start: int) -> tuple[object, int]:
    if not _VALUE.match(text, start):  # told apart at little cost: an error of the decoder counts all lines before it
        raise ValueError("not a value")
    return _decode(text, start)


def _literal(text: str) -> object:
    if not _VALUE.match(text):
        raise ValueError("not a literal")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's opinion of escapes in a reply is nobody's business
            tree = _JsonNames().visit(ast.parse(text, mode="eval"))
        return ast.literal_eval(tree)
    except (SyntaxError, MemoryError, RecursionError, TypeError) as error:  # TypeError: a list as a key
        raise ValueError("not a literal") from error


class _JsonNames(ast.NodeTransformer):
    """Reads true, false and null as JSON means them, for JSON that only a trailing comma spoils."""

    def visit_Name(self, node: ast.Name) -> ast.AST:  # the name ast calls
        return ast.Constant(_JSON_NAMES[node.id]) if node.id in _JSON_NAMES else node


def _closing(text: str, start: int) -> int | None:
    """Return the end of the bracketed piece that starts at `start`, brackets inside quotes not counted."""
    depth, quote, position = 0, "", start
    while position < len(text):
        char = text[position]
        if quote:
            if char == "\\":
                position += 1
            elif char == quote:
                quote = ""
        elif char in "\"'":
            quote = char
        elif char in "{[":
            depth += 1
        elif char in "}]":
            depth -= 1
            if depth == 0:
                return position + 1
        position += 1
    return None


_FENCE = re.compile(r"```(?:json|JSON|python)?\s*+(.*?)```", re.DOTALL)
_LOOSE = re.compile(r"[\s\"'`\\,]+")
_OBJECT = r"\{{\s*[\"'](?:[^\"'\\]{{0,40}}\\|(?:{names})[\"'])"  # begins with a field of the answer, or an escape
_MOST_COMPARED = 200
_WINDOW, _SLACK = 20, 1000  # how much longer a value may be where its letters are escaped and its lines indented
_SHOWN_PROBLEMS = 3


class AnswerProblem(ValueError):  # noqa: N818  # it never leaves this package
    """What is wrong with an answer, in words for the model."""


_REFUSAL_LEAD = 24  # characters before a refusal in a field: "I am sorry, but "
_LONGEST_REFUSAL = 400  # characters of a field that is one


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
    if any(_is_refusal(field, asked) for field in _fields(chosen.value)):
        raise AnswerProblem("it is a refusal in the form of an answer")
    return answer


def parse_laid_out(text: str, prompt: Prompt[Answer], layout: AnswerLayout) -> Answer:
    """Return the validated answer to a prompt of the user's own that says how it is read, or raise `AnswerProblem`.

    Raises:
        ConfigError: It says nothing of a field that an answer must have.
    """
    needed = {name for name, field in prompt.answer.model_fields.items() if field.is_required()}
    if needed - layout.keys():
        raise ConfigError(
            f"your prompt {prompt.source().name} says nothing of '{min(needed - layout.keys())}' in its answer",
            f"say how each of {', '.join(sorted(needed))} is read",
        )
    words = without_thoughts(text.lstrip("\ufeff"))
    if not words:
        raise AnswerProblem("it is empty")
    try:
        return _validated(read_laid_out(layout, words, _json_value), prompt)
    except ValueError as error:
        raise AnswerProblem(str(error)) from error


def _json_value(words: str) -> object:
    return _chosen(words, _found(words)).value


def _is_refusal(field: str, asked: Callable[[], str]) -> bool:
    """Return True if a field begins with a refusal; people in a text refuse things too, and may be quoted."""
    said = REFUSALS.search(field)
    if said is None or said.start() > _REFUSAL_LEAD or field[said.end() :].lstrip().startswith("but "):
        return False
    return len(field) <= _LONGEST_REFUSAL and _loose(said[0]) not in _loose(asked())


def _fields(value: object) -> Iterator[str]:
    """Yield all texts in a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _fields(inner)


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
