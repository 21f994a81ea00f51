"""What a way of replacing words is: the spans of a text in, an edit for each of them out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from gyges.reading import ReadMention
from gyges.records import Edit


@dataclass(frozen=True, slots=True)
class SpansToReplace:
    """A text and the spans of it that are to be replaced."""

    id: str  # the id of the document
    text: str  # its text
    mentions: tuple[ReadMention, ...]  # the spans, in order and without overlap
    doubtful: frozenset[int] = frozenset()  # where spans of people begin that may name something else
    labels: Mapping[int, str] = field(default_factory=dict)  # by where a span begins: what may be said of it, if less

    def words(self, mention: ReadMention) -> str:
        """Return the words of a span."""
        return self.text[mention.start : mention.end]

    def label(self, mention: ReadMention) -> str:
        """Return what a mark may say of a span: its type, unless less is certain."""
        return self.labels.get(mention.start, mention.type)


class Replacement(Protocol):
    """A way of replacing words."""

    @property
    def name(self) -> str:
        """The style as it is written on the command line."""

    def edits(self, scene: SpansToReplace) -> list[Edit]:
        """Return edits in order and without overlap, most often one for every span; they may take in words next to it.

        A style that writes sentences leaves out what it did not understand.
        """
