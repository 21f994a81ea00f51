"""What a finder hands on: something that stands in a text and tells something."""

from typing import NamedTuple

__all__ = ["Cue"]


class Cue(NamedTuple):
    """Something a finder saw: ``text[start:end]``.

    Attributes:
        start: First code point.
        end: One past the last code point.
        kind: What it is; of mentions, one of TAB's eight entity types.
        direct: Whether it identifies somebody by itself.
        value: What it tells, where that is another word than the one that stands there.
        certainty: How sure that is, 1-5.
        rule: Who saw it; of mentions, the layer that kept it.
    """

    start: int
    end: int
    kind: str
    direct: bool = False
    value: str = ""
    certainty: int = 5
    rule: str = ""
