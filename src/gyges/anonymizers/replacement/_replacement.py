"""What a way of replacing words is: the spans of a text in, an edit for each of them out."""

from dataclasses import dataclass
from typing import Protocol

from gyges.anonymizers._edits import Edit
from gyges.reading import ReadMention

__all__ = ["Replacement", "SpansToReplace"]


@dataclass(frozen=True, slots=True)
class SpansToReplace:
    """A text and the spans of it that are to be replaced.

    Attributes:
        id: The id of the document.
        text: Its text.
        mentions: The spans, in order and without overlap.
        doubtful: Where spans of people begin that may name something else.
    """

    id: str
    text: str
    mentions: tuple[ReadMention, ...]
    doubtful: frozenset[int] = frozenset()

    def words(self, mention: ReadMention) -> str:
        """Return the words of a span."""
        return self.text[mention.start : mention.end]


class Replacement(Protocol):
    """A way of replacing words."""

    @property
    def name(self) -> str:
        """The style as it is written on the command line."""

    def edits(self, scene: SpansToReplace) -> list[Edit]:
        """Return edits in order and without overlap, most often one for every span; they may take in words next to it.

        A style that writes sentences leaves out what it did not understand.
        """
