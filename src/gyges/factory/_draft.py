"""A text under construction with its marks, and ways of writing: lower case and short forms, slips of the pen."""

import random
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from gyges.factory._personas import Persona
from gyges.factory._world import pairs_of
from gyges.records import IdentifierType

Span = tuple[int, int]
DraftEdit = tuple[int, int, str]
"""New words for a stretch of the text: where it begins and ends, and the words."""

_TYPO_SHARE = 0.035
_SHORT_SHARE = 0.6
_WORD = re.compile(r"[a-z]{5,}")
_LOOSE = re.compile(
    r"[ \t]{2,}|[ \t]+(?=\n)|\n{3,}|(?<=\n)[ \t]+(?=\S)|^\s+|\s+$|[ ]+(?=[.,;!?](?:\s|$))|\.(?=\",)|(?<=\.)\.(?=\s|$)"
)


@dataclass(frozen=True, slots=True)
class MarkedSpan:
    """A mention to be."""

    span: Span
    type: str
    identifier: IdentifierType
    entity: object


@dataclass(frozen=True, slots=True)
class MarkedFact:
    """Words that give a fact away; all of `spans` are needed."""

    who: Persona
    tag: str
    value: str
    certainty: int
    hardness: int
    spans: tuple[Span, ...]


@dataclass
class DocumentDraft:
    """A text with everything known about it."""

    locale: str
    style: str
    day: date
    dated: bool
    text: str = ""  # the words
    organisation: str = ""
    place: str = ""
    people: list[Persona] = field(default_factory=list)  # everybody in it, in order of appearance
    spans: list[MarkedSpan] = field(default_factory=list)  # what is a mention
    facts: list[MarkedFact] = field(default_factory=list)  # what gives something away
    kin_spans: dict[int, Span] = field(default_factory=dict)
    names: dict[int, list[tuple[Span, str, str]]] = field(default_factory=dict)
    org_spans: list[Span] = field(default_factory=list)  # where the organisation of the scene is named
    place_spans: list[Span] = field(default_factory=list)  # where the place of the scene is named
    patterns: list[str] = field(default_factory=list)

    def edited(self, edits: Iterable[DraftEdit]) -> "DocumentDraft":
        """Return the draft with new words in some places; spans move along, none is dropped.

        Edits must not overlap, and must lie inside or outside of a span, not across its border.
        """
        ordered = sorted(edits)
        move = _Mover(ordered)
        parts, last = [], 0
        for start, end, words in ordered:
            parts += [self.text[last:start], words]
            last = end
        return replace(
            self,
            text="".join((*parts, self.text[last:])),
            spans=[replace(span, span=move(span.span)) for span in self.spans],
            facts=[replace(fact, spans=tuple(map(move, fact.spans))) for fact in self.facts],
            kin_spans={who: move(span) for who, span in self.kin_spans.items()},
            names={who: [(move(span), form, kind) for span, form, kind in rows] for who, rows in self.names.items()},
            org_spans=[move(span) for span in self.org_spans],
            place_spans=[move(span) for span in self.place_spans],
        )


class _Mover:
    """Where a span of the old text lies in the new one."""

    def __init__(self, edits: Sequence[DraftEdit]) -> None:
        self._starts = [start for start, _, _ in edits]
        self._edits = edits
        self._shifts = [0]
        for start, end, words in edits:
            self._shifts.append(self._shifts[-1] + len(words) - (end - start))

    def __call__(self, span: Span) -> Span:
        return self._point(span[0], False), self._point(span[1], True)

    def _point(self, point: int, closing: bool) -> int:
        index = bisect_right(self._starts, point - 1 if closing else point)
        if not closing and index and self._starts[index - 1] == point:
            return point + self._shifts[index - 1]
        if index and (edit := self._edits[index - 1])[1] > point:  # inside an edit: its whole new wording
            return (edit[1] if closing else edit[0]) + self._shifts[index if closing else index - 1]
        return point + self._shifts[index]


def tidied(draft: DocumentDraft) -> DocumentDraft:
    """Return a draft without the gaps that optional parts leave behind."""
    edits = [(*match.span(), _gap(draft.text, *match.span())) for match in _LOOSE.finditer(draft.text)]
    return draft.edited(edits)


def _gap(text: str, start: int, end: int) -> str:
    """Return what stays of a run of white space."""
    if start == 0 or end == len(text) or text[start] == ".":
        return ""
    if text[start] == "\n":
        return "\n\n"
    return "" if text[end] in "\n.,;!?" or text[start - 1] == "\n" else " "


def styled(draft: DocumentDraft, draw: random.Random) -> DocumentDraft:
    """Return a draft in its style; names and codes are left as they are."""
    if draft.style == "chatty":
        draft = draft.edited(_short_forms(draft, pairs_of("chat"), draw))
        draft.text = _lowered(draft)
        return draft.edited(_typos(draft, draw)) if draw.random() < 0.4 else draft
    if draft.style == "telegraphic":
        return draft.edited(_short_forms(draft, pairs_of("notes"), draw))
    if draft.style == "typos":
        return draft.edited(_typos(draft, draw))
    return draft


def _taken(draft: DocumentDraft) -> list[Span]:
    return sorted(mark.span for mark in draft.spans)


def _free(taken: list[Span], start: int, end: int) -> bool:
    return not any(first < end and start < last for first, last in taken)


def _short_forms(draft: DocumentDraft, forms: dict[str, str], draw: random.Random) -> Iterator[DraftEdit]:
    taken = _taken(draft)
    words = {word for word in forms if draw.random() < _SHORT_SHARE}
    if not words:
        return
    for match in re.finditer(rf"\b(?:{'|'.join(sorted(words, key=len, reverse=True))})\b", draft.text):
        if _free(taken, *match.span()):
            yield *match.span(), forms[match.group()]


def _typos(draft: DocumentDraft, draw: random.Random) -> Iterator[DraftEdit]:
    taken = _taken(draft)
    for match in _WORD.finditer(draft.text):
        if draw.random() < _TYPO_SHARE and _free(taken, *match.span()):
            yield *match.span(), _slip(match.group(), draw)


def _slip(word: str, draw: random.Random) -> str:
    place = draw.randrange(1, len(word) - 1)
    kind = draw.randrange(3)
    if kind == 0:
        return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    return word[:place] + word[place + 1 :] if kind == 1 else word[:place] + word[place] + word[place:]


def _lowered(draft: DocumentDraft) -> str:
    """Return the text in lower case, sign for sign, codes as they are."""
    codes = [mark.span for mark in draft.spans if mark.type == "CODE"]
    signs = [low if len(low := sign.lower()) == 1 else sign for sign in draft.text]
    for start, end in codes:
        signs[start:end] = draft.text[start:end]
    return "".join(signs)
