"""Labels of tokens: outside, beginning or inside of what must be masked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gyges.anonymizers.detectors import Detected, without_overlap
from gyges.errors import ConfigError
from gyges.records import IdentifierType, Mention, taxonomy

OUTSIDE = "O"
MASK = "MASK"
"""What a span is called where its type is not learned."""


@dataclass(frozen=True, slots=True)
class LabelSet:
    """The labels of a tagger; `names[0]` is `OUTSIDE`, followed by ``B-`` and ``I-`` of each type."""

    names: tuple[str, ...]

    def __post_init__(self) -> None:
        types = [name[2:] for name in self.names[1::2]]
        wanted = (OUTSIDE, *(f"{part}-{type_}" for type_ in types for part in "BI"))
        if self.names != wanted or not types or not set(types) <= {MASK, *taxonomy("tab").names}:
            raise ConfigError(
                f"the labels {', '.join(self.names)} are none of a tagger", "use O, and B-TYPE, I-TYPE of each type"
            )

    @classmethod
    def of(cls, *, typed: bool) -> "LabelSet":
        """Return the labels with TAB's eight types, or with `MASK` alone as in the papers."""
        types = taxonomy("tab").names if typed else (MASK,)
        return cls((OUTSIDE, *(f"{part}-{type_}" for type_ in types for part in "BI")))

    def type_of(self, label: int) -> str:
        """Return the type of a label other than `OUTSIDE`."""
        return self.names[label][2:]

    def label(self, type_: str, *, begins: bool) -> int:
        """Return the label of a token in a span of a type."""
        wanted = type_ if f"B-{type_}" in self.names else MASK
        return self.names.index(f"{'B' if begins else 'I'}-{wanted}")

    def of_tokens(self, tokens: Sequence[tuple[int, int]], spans: Sequence[Detected]) -> list[int]:
        """Return the labels of tokens, given by their offsets in order, for spans that do not overlap."""
        labels, number, begun = [], 0, -1
        for start, end in tokens:
            while number < len(spans) and spans[number].end <= start:
                number += 1
            if start == end or number == len(spans) or spans[number].start >= end:
                labels.append(0)
            else:
                labels.append(self.label(spans[number].type, begins=begun != number))
                begun = number
        return labels


def spans_to_mask(mentions: Iterable[Mention]) -> list[Detected]:
    """Return what must be masked by anybody's word: the mentions of all annotators, joined where they overlap."""
    return without_overlap(
        Detected(mention.start, mention.end, mention.type, mention.type)
        for mention in mentions
        if mention.identifier is not IdentifierType.NO_MASK
    )
