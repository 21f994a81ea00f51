"""A text under construction, with its marks: spans that must be masked, and spans that give facts away."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from gyges.factory._personas import Persona
from gyges.records import IdentifierType

__all__ = ["DocumentDraft", "DraftEdit", "MarkedFact", "MarkedSpan", "Span"]

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MarkedSpan:
    """A mention to be; `general` is what a generalising mask writes instead."""

    span: Span
    type: str
    identifier: IdentifierType
    entity: object
    general: str


@dataclass(frozen=True, slots=True)
class MarkedFact:
    """Words that give a fact away: all of `spans` are needed, each of `aids` only helps.

    `of_day` says that the date of the document helps, as with an age that was true then.
    """

    who: Persona
    tag: str
    value: str
    certainty: int
    hardness: int
    spans: tuple[Span, ...]
    aids: tuple[Span, ...] = ()
    of_day: bool = False


@dataclass(frozen=True, slots=True)
class DraftEdit:
    """New words for a stretch of the text."""

    start: int
    end: int
    words: str


@dataclass
class DocumentDraft:
    """A text with everything known about it.

    Attributes:
        text: The words.
        people: Everybody in it, in order of appearance.
        spans: What is a mention.
        facts: What gives something away.
        kin_spans: Where somebody is called a relative of the person they are described through.
        names: Name forms in the text per person, with their spans.
        org_spans: Where the organisation of the scene is named.
        place_spans: Where the place of the scene is named.
    """

    genre: str
    locale: str
    style: str
    day: date
    dated: bool
    text: str = ""
    organisation: str = ""
    place: str = ""
    people: list[Persona] = field(default_factory=list)
    spans: list[MarkedSpan] = field(default_factory=list)
    facts: list[MarkedFact] = field(default_factory=list)
    kin_spans: dict[int, Span] = field(default_factory=dict)
    names: dict[int, list[tuple[Span, str, str]]] = field(default_factory=dict)
    org_spans: list[Span] = field(default_factory=list)
    place_spans: list[Span] = field(default_factory=list)
    date_spans: list[Span] = field(default_factory=list)
    patterns: list[str] = field(default_factory=list)

    def edited(self, edits: Iterable[DraftEdit]) -> "DocumentDraft":
        """Return the draft with new words in some places; spans move along, none is dropped.

        Edits must not overlap, and must lie inside or outside of a span, not across its border.
        """
        ordered = sorted((edit for edit in edits), key=lambda edit: edit.start)
        move = _Mover(ordered)
        parts, last = [], 0
        for edit in ordered:
            parts += [self.text[last : edit.start], edit.words]
            last = edit.end
        return replace(
            self,
            text="".join((*parts, self.text[last:])),
            spans=[replace(span, span=move(span.span)) for span in self.spans],
            facts=[
                replace(fact, spans=tuple(map(move, fact.spans)), aids=tuple(map(move, fact.aids)))
                for fact in self.facts
            ],
            kin_spans={who: move(span) for who, span in self.kin_spans.items()},
            names={who: [(move(span), form, kind) for span, form, kind in rows] for who, rows in self.names.items()},
            org_spans=[move(span) for span in self.org_spans],
            place_spans=[move(span) for span in self.place_spans],
            date_spans=[move(span) for span in self.date_spans],
        )


class _Mover:
    """Where a span of the old text lies in the new one."""

    def __init__(self, edits: Sequence[DraftEdit]) -> None:
        self._starts = [edit.start for edit in edits]
        self._edits = edits
        self._shifts = [0]
        for edit in edits:
            self._shifts.append(self._shifts[-1] + len(edit.words) - (edit.end - edit.start))

    def __call__(self, span: Span) -> Span:
        return self._point(span[0], False), self._point(span[1], True)

    def _point(self, point: int, closing: bool) -> int:
        index = bisect_right(self._starts, point - 1 if closing else point)
        if not closing and index and self._starts[index - 1] == point:
            return point + self._shifts[index - 1]
        if index and (edit := self._edits[index - 1]).end > point:  # inside an edit: its whole new wording
            return (edit.end if closing else edit.start) + self._shifts[index if closing else index - 1]
        return point + self._shifts[index]
