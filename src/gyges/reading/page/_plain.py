"""A text without what is in no language: the marks of a mask, addresses, accounts."""

import re

__all__ = ["plain_text"]

_MARK = re.compile(
    r"\[[A-Za-z][\w .,:/#&'-]{0,40}\]|<[A-Za-z][\w .:/#-]{0,40}>|\{+[A-Za-z][\w .:/#-]{0,40}\}+"
    r"|[*█■▇▓▒]{2,}|_{2,}|(?<!\w)[xX]{3,}(?!\w)|\b[A-Z]{2,}_[A-Z0-9_]+\b"
)
_ADDRESS = re.compile(r"\b(?:https?://|www\.)\S+|\S+@\S+\.\w+|(?<!\w)[@#]\w+")


def plain_text(text: str) -> tuple[str, int]:
    """Return a text without marks and addresses, and how many marks there were.

    Example:
        >>> plain_text("[PERSON] wrote to ana@mail.example")
        ('  wrote to  ', 1)
    """
    unmarked, marks = _MARK.subn(" ", text)
    return _ADDRESS.sub(" ", unmarked), marks
