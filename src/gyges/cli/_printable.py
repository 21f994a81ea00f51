"""Nothing that a document or a file says may steer the terminal of the reader."""

_CONTROL = dict.fromkeys([*range(0x09), 0x0B, *range(0x0C, 0x20), *range(0x7F, 0xA0)], "\ufffd")


def printable(text: str) -> str:
    """Return a text without the control characters that could move a cursor or colour a screen."""
    return text.translate(_CONTROL)
