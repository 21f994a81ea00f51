"""Parts of a text in one language each: what is written in it, one behind the other, and the way back."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from gyges.anonymizers._edits import Edit
from gyges.reading import ENGLISH, foreign_paragraphs, reading_language
from gyges.reading.details import written_as

__all__ = ["TextPart", "parts_of"]

_BETWEEN = "\n\n"
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TextPart:
    """What of a text is in one language.

    Attributes:
        language: The English name of the language.
        iso: The folder of its tables; empty for English and for what is not written.
        text: Its passages, one behind the other.
        spans: Where they stand in the whole text, in order.
        starts: Where they begin in the part.
    """

    language: str
    iso: str
    text: str
    spans: tuple[Span, ...]
    starts: tuple[int, ...]

    @classmethod
    def of(cls, language: str, text: str, spans: Sequence[Span]) -> "TextPart":
        """Return the part of a text that some spans make, with a blank line between them."""
        passages = [text[low:high] for low, high in spans]
        starts = accumulate((len(passage) + len(_BETWEEN) for passage in passages[:-1]), initial=0)
        whole = _BETWEEN.join(passages)
        return cls(language, written_as(whole), whole, tuple(spans), tuple(starts))

    def holds(self, position: int) -> bool:
        """Tell whether a place of the whole text is in this part."""
        place = bisect_right(self.spans, position, key=lambda span: span[0]) - 1
        return place >= 0 and position < self.spans[place][1]

    def back(self, edit: Edit) -> Iterator[Edit]:
        """Yield an edit of the part as edits of the whole text: what goes on over a joint is one for each passage."""
        new = edit.text
        first = max(0, bisect_right(self.starts, edit.start) - 1)
        for start, (low, high) in zip(self.starts[first:], self.spans[first:], strict=True):
            if start >= edit.end:
                break
            one, two = max(edit.start, start), min(edit.end, start + high - low)
            if one < two or one == two == edit.start == edit.end:
                yield replace(edit, start=low + one - start, end=low + two - start, text=new)
                new = ""


def parts_of(text: str) -> tuple[TextPart, ...]:
    """Return the parts of a text in order of their first words; one for a text in one language.

    Only what is surely in another language that can be written too is a part of its own.
    """
    main = reading_language(text)
    groups: dict[str, list[Span]] = {}
    for low, high in foreign_paragraphs(text, main):
        language = reading_language(text[low:high])
        if language != main and (language == ENGLISH or written_as(text[low:high])):
            groups.setdefault(language, []).append((low, high))
    if not groups:
        return (TextPart.of(main, text, [(0, len(text))]),)
    apart = sorted(span for spans in groups.values() for span in spans)
    rest = zip([0, *(end for _, end in apart)], [*(start for start, _ in apart), len(text)], strict=True)
    groups[main] = [span for span in rest if text[slice(*span)].strip()]
    ordered = sorted((spans[0], language) for language, spans in groups.items() if spans)
    return tuple(TextPart.of(language, text, groups[language]) for _, language in ordered)
