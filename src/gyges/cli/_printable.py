"""Nothing that a document or a file says may steer the terminal of the reader."""

import re

__all__ = ["one_line", "printable"]

_SIGN = "\ufffd"
_CONTROL = dict.fromkeys([*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0x7F, 0xA0)], _SIGN)
_HALVES = dict.fromkeys(range(0xD800, 0xE000), _SIGN)  # half a character, which no terminal takes
_LONE_RETURN = re.compile(r"\r(?!\n)")  # with a line feed after it, it ends a line and overwrites nothing
_TURNS = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)], _SIGN)
_BLANKS = re.compile(r"\s+")
_BREAK = re.compile(r"[\r\n\t\u2028\u2029]")
_LONGEST = 4096
"""Characters of a line: as many as a path may have; an id can have any number."""


def printable(text: str) -> str:
    """Return a text without the control characters that could move a cursor or colour a screen."""
    return _LONE_RETURN.sub(_SIGN, text.translate(_CONTROL | _HALVES))


def one_line(text: str) -> str:
    """Return ids, names and messages on one line, without the signs that turn the direction of writing around.

    Texts that are meant to be read keep both; see `printable`.
    """
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]} ... {text[-_LONGEST // 4 :]}"
    return printable(_BLANKS.sub(_without_break, text).translate(_TURNS))


def _without_break(blanks: re.Match[str]) -> str:
    return " " if _BREAK.search(blanks[0]) else blanks[0]
