"""From the text of an answer to a validated value: as JSON first, with tolerance only when that fails.

Valid JSON is never touched. What does not parse is looked for inside code fences and between other words, then read
as a Python literal (single quotes, None, trailing commas). Nothing is ever filled in.
"""

import ast
import json
import re
from collections.abc import Callable, Iterator

from pydantic import ValidationError

from gyges.models._prompt import Answer, Prompt

__all__ = ["AnswerProblem", "parse_answer"]

_FENCE = re.compile(r"```(?:json|JSON|python)?\s*\n?(.*?)```", re.DOTALL)
_THINKING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_SHOWN_PROBLEMS = 3
_JSON_NAMES = {"true": True, "false": False, "null": None}
_decode = json.JSONDecoder(strict=False).raw_decode  # line breaks inside strings are a common slip


class AnswerProblem(ValueError):  # noqa: N818  # it never leaves this package
    """What is wrong with an answer, in words for the model."""


def parse_answer(text: str, prompt: Prompt[Answer]) -> Answer:
    """Return the validated answer to a prompt, or raise `AnswerProblem`.

    A reply that holds two different valid answers is refused: one of them may be a quotation from the document.
    """
    first_problem: AnswerProblem | None = None
    answers: list[Answer] = []
    for value in _candidates(text):
        try:
            answer = prompt.answer.model_validate(value)
            prompt.check(answer)
        except ValidationError as error:
            first_problem = first_problem or AnswerProblem(_described(error))
        except ValueError as error:
            first_problem = first_problem or AnswerProblem(str(error))
        else:
            if answer not in answers:
                answers.append(answer)  # type: ignore[arg-type]  # prompt.answer is the class of Answer
    if len(answers) == 1:
        return answers[0]
    if answers:
        raise AnswerProblem("it holds several different answers")
    raise first_problem or AnswerProblem("it holds no JSON value" if text.strip() else "it is empty")


def _candidates(text: str) -> Iterator[object]:
    """Yield values the text may mean, the most literal reading first."""
    text = _THINKING.sub("", text.lstrip("﻿"), count=1).strip()
    try:
        yield json.loads(text)
        return
    except (ValueError, RecursionError):
        pass
    inside_fences = [match.group(1) for match in _FENCE.finditer(text)]
    for decode in (_decode, _decode_literal):
        found = False
        for piece in (*inside_fences, text):
            for value in _scan(piece, decode):
                found = True
                yield value
        if found:
            return


def _scan(text: str, decode: Callable[[str, int], tuple[object, int]]) -> Iterator[object]:
    """Yield the outermost values in a text; what is inside a broken or unfinished one is never taken for the answer."""
    position = 0
    while True:
        starts = [start for start in (text.find("{", position), text.find("[", position)) if start >= 0]
        if not starts:
            return
        position = min(starts)
        try:
            value, position = decode(text, position)
        except (ValueError, RecursionError):
            try:
                position = _closing(text, position)
            except ValueError:
                return
        else:
            yield value


def _decode_literal(text: str, start: int) -> tuple[object, int]:
    end = _closing(text, start)
    try:
        tree = _JsonNames().visit(ast.parse(text[start:end], mode="eval"))
        return ast.literal_eval(tree), end
    except (SyntaxError, MemoryError, TypeError) as error:  # TypeError: a list as a key
        raise ValueError("not a literal") from error


class _JsonNames(ast.NodeTransformer):
    """Reads true, false and null as JSON means them, for JSON that only a trailing comma spoils."""

    def visit_Name(self, node: ast.Name) -> ast.AST:  # the name ast calls
        return ast.Constant(_JSON_NAMES[node.id]) if node.id in _JSON_NAMES else node


def _closing(text: str, start: int) -> int:
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
    raise ValueError("never closed")


def _described(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_input=False)
    lines = [
        f"{'.'.join(str(part) for part in problem['loc']) or 'the value'}: {problem['msg']}"
        for problem in problems[:_SHOWN_PROBLEMS]
    ]
    more = len(problems) - _SHOWN_PROBLEMS
    return "; ".join(lines) + (f"; and {more} more" if more > 0 else "")
