"""Claims: the independent statements a document is made of, each with the words it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from gyges.records import Document, JsonValue

__all__ = ["NOWHERE", "Claim", "Claimer"]

NOWHERE = -1
"""Start and end of a claim that shares no word with its document."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement that can be understood, known and checked by itself.

    Attributes:
        text: The statement in words. A subject that the source leaves out is added, so it may differ from the source.
        start: First code point of its source in the document, `NOWHERE` if it has none.
        end: One past the last code point of its source, `NOWHERE` if it has none.
    """

    text: str
    start: int
    end: int


class Claimer(Protocol):
    """Takes a document apart into claims."""

    @property
    def name(self) -> str:
        """What reports call it."""
        ...

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Everything that changes what it claims: two claimers with the same settings say the same."""
        ...

    async def claims(self, document: Document) -> tuple[Claim, ...]:
        """Return the claims of a document in the order of its text; none for a blank one.

        Raises:
            GygesError: The document could not be taken apart; never an empty result instead.
        """
        ...
