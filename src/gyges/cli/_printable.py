"""Nothing that a document or a file says may steer the terminal of the reader."""

import re

_SIGN = "\ufffd"
_CONTROL = dict.fromkeys([*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0x7F, 0xA0)], _SIGN)
_LONE_RETURN = re.compile(r"\r(?!\n)")  # with a line feed after it, it ends a line and overwrites nothing


def printable(text: str) -> str:
    """Return a text without the control characters that could move a cursor or colour a screen."""
    return _LONE_RETURN.sub(_SIGN, text.translate(_CONTROL))
