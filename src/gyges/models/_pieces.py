"""The bracketed values in a text: where each stands and what it means, as JSON first, then as a Python literal.

Valid JSON is never touched; a Python literal may have single quotes, None and trailing commas. Nothing is ever
filled in, and what is inside a broken or unfinished value is never taken for a value of its own.
"""

import ast
import json
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["JsonPiece", "pieces", "value_at", "without_thoughts"]

_OPENING = re.compile(r"[{\[]")
_VALUE = re.compile(r"[{\[]\s*(?:[\"'{}\[\](\d-]|None|True|False|true|false|null|NaN|Infinity)")
_THINKING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_JSON_NAMES = {"true": True, "false": False, "null": None}
_decode = json.JSONDecoder(strict=False).raw_decode  # line breaks inside strings are a common slip


@dataclass(frozen=True, slots=True)
class JsonPiece:
    """One outermost bracketed piece of a text.

    Attributes:
        start: Where it begins.
        end: Where it ends; the end of the text when it is never closed.
        is_value: Whether it could be read.
        value: What it means, if it could.
    """

    start: int
    end: int
    is_value: bool
    value: object = None


def without_thoughts(text: str) -> str:
    """Return a reply without the thoughts that some models write before it."""
    return _THINKING.sub("", text, count=1).strip()


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
