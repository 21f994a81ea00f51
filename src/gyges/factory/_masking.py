"""Masked variants of a draft: mentions replaced, and only the facts kept that the rest still gives away."""

import random
from collections.abc import Iterator
from dataclasses import replace

from gyges.factory._draft import DocumentDraft, DraftEdit, MarkedFact, MarkedSpan, Span
from gyges.reading.ladders import ten_years
from gyges.records import IdentifierType

__all__ = ["MASK_STYLES", "masked_draft"]

MASK_STYLES = ("type", "stars", "redacted", "generalised", "pseudonyms")
"""How mentions can be masked. Pseudonyms are plainly no names (Person A, Town B): a text with other people's names in
it reads like any other, and would only teach a reader to distrust what it reads."""

_LEVELS = (("direct", 0.2), ("quasi", 0.55), ("all", 0.25))
_ALPHABET = "ABCDEFGHKLMNPRSTVWXYZ"
_TOKENS = {"PERSON": "Person", "LOC": "Town", "ORG": "Company", "CODE": "Code", "DATETIME": "Day"}
_LEAST = 1
_PHRASE_SEEN, _WORD_SEEN = 0.3, 0.65


class _MaskWords:
    """What stands in the place of a mention, the same for the same entity."""

    def __init__(self, style: str, draw: random.Random) -> None:
        self._style, self._draw = style, draw
        self._numbers: dict[tuple[str, object], int] = {}
        self._numbered = draw.random() < 0.4
        self._lower = draw.random() < 0.2
        self._stars = draw.choice((3, 5, 0))
        self._black = draw.choice(("[redacted]", "[REDACTED]", "█████", "(name withheld)", "[…]"))
        self._open, self._close = draw.choice((("[", "]"), ("[", "]"), ("<", ">"), ("(", ")")))

    def __call__(self, mark: MarkedSpan, surface: str) -> str:
        if self._style == "type":
            word = f"{mark.type}_{self._number(mark)}" if self._numbered else mark.type
            return f"{self._open}{word.lower() if self._lower else word}{self._close}"
        if self._style == "stars":
            return "*" * (self._stars or len(surface))
        if self._style == "redacted":
            return self._black if mark.type == "PERSON" or "name" not in self._black else "(withheld)"
        if self._style == "generalised" or mark.type in ("DEM", "QUANTITY", "MISC"):
            return mark.general
        number = self._number(mark) - 1
        letter = _ALPHABET[number % len(_ALPHABET)]
        return f"{_TOKENS[mark.type]} {letter}" if mark.type != "DATETIME" else f"{_TOKENS[mark.type]} {number + 1}"

    def _number(self, mark: MarkedSpan) -> int:
        entity = id(mark.entity) if not isinstance(mark.entity, str) else mark.entity
        same = sum(1 for type_, _ in self._numbers if type_ == mark.type)
        return self._numbers.setdefault((mark.type, entity), same + 1)


def masked_draft(draft: DocumentDraft, style: str, draw: random.Random) -> tuple[DocumentDraft, str]:
    """Return the masked draft, and how much was masked: direct, quasi or all mentions."""
    level = draw.choices([name for name, _ in _LEVELS], [weight for _, weight in _LEVELS])[0]
    ordered = sorted(draft.spans, key=lambda mark: mark.span)
    hidden = [mark for mark in ordered if _is_hidden(mark, level, draft.text, draw)]
    words = _MaskWords(style, draw)
    edits = [_fitted(draft.text, mark.span, words(mark, draft.text[slice(*mark.span)])) for mark in _joined(hidden)]
    gone = [mark.span for mark in hidden]

    def lost(span: Span) -> bool:
        return any(first < span[1] and span[0] < last for first, last in gone)

    facts = [kept for fact in draft.facts if (kept := _kept(fact, gone, style)) is not None]
    left = replace(
        draft,
        facts=facts,
        names={who: [row for row in rows if not lost(row[0])] for who, rows in draft.names.items()},
        kin_spans={who: span for who, span in draft.kin_spans.items() if not lost(span)},
        org_spans=[span for span in draft.org_spans if not lost(span)],
        place_spans=[span for span in draft.place_spans if not lost(span)],
        date_spans=[span for span in draft.date_spans if not lost(span)],
        spans=[mark for mark in draft.spans if not lost(mark.span)],
    )
    return left.edited(edits), level


def _fitted(text: str, span: Span, words: str) -> DraftEdit:
    """Return the edit, with the article in front of it made to fit."""
    start, end = span
    for article in ("an ", "a "):
        if text.endswith(f" {article}", 0, start) and words[:1].isalpha():
            fitting = "" if words.startswith(("a ", "an ")) else "an " if words[0].lower() in "aeiou" else "a "
            return DraftEdit(start - len(article), end, fitting + words)
    return DraftEdit(start, end, words)


def _is_hidden(mark: MarkedSpan, level: str, text: str, draw: random.Random) -> bool:
    """Tell whether a mention is masked; what is told in several plain words is overlooked more often than not."""
    if level == "all" or mark.identifier is IdentifierType.DIRECT:
        return True
    if level == "direct" or mark.identifier is IdentifierType.NO_MASK:
        return False
    if mark.type not in ("DEM", "MISC"):
        return True
    return draw.random() < (_PHRASE_SEEN if text[slice(*mark.span)].count(" ") > 1 else _WORD_SEEN)


def _joined(marks: list[MarkedSpan]) -> Iterator[MarkedSpan]:
    """Yield mentions in order, given name and surname side by side as one."""
    last: MarkedSpan | None = None
    for mark in marks:
        if last and mark.entity is last.entity and mark.type == "PERSON" and mark.span[0] - last.span[1] == 1:
            last = replace(last, span=(last.span[0], mark.span[1]))
            continue
        if last:
            yield last
        last = mark
    if last:
        yield last


def _kept(fact: MarkedFact, gone: list[Span], style: str) -> MarkedFact | None:
    """Return a fact as far as the masked text still gives it away, None if it does not."""
    touched = [span for span in fact.spans if _covers(span, gone)]
    if not touched:
        missing = sum(1 for span in fact.aids if _covers(span, gone))
        return replace(fact, certainty=max(_LEAST, fact.certainty - missing))
    if style == "generalised" and len(fact.spans) == 1 and touched[0] in gone:
        return _coarser(fact)
    return None


def _coarser(fact: MarkedFact) -> MarkedFact | None:
    """Return what a generalised mention still tells: the country, the decade of an age."""
    if fact.tag == "LOCATION" and fact.certainty >= 4 and fact.value.count(" / "):
        return replace(fact, value=fact.value.rpartition(" / ")[2], certainty=4, hardness=2)
    if fact.tag == "AGE" and fact.hardness == 1 and "-" not in fact.value:
        return replace(fact, value=ten_years(int(fact.value)), certainty=4, hardness=2)
    return None


def _covers(span: Span, gone: list[Span]) -> bool:
    return any(first < span[1] and span[0] < last for first, last in gone)
