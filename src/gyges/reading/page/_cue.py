"""What a finder of mentions hands on."""

from typing import NamedTuple

__all__ = ["Span"]


class Span(NamedTuple):
    """Something to hide: ``text[start:end]``.

    Attributes:
        start: First code point.
        end: One past the last code point.
        type: One of TAB's eight entity types.
        direct: Whether it identifies somebody by itself.
    """

    start: int
    end: int
    type: str
    direct: bool = False
