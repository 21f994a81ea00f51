"""A text made plain, pass by pass, until nothing changes any more."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Protocol, TypeVar

from gyges.reading.plain._codes import codes
from gyges.reading.plain._layers import Change, Layer, changed
from gyges.reading.plain._markup import entities, tags
from gyges.reading.plain._signs import accents, is_unseen, look_alikes, marks, reversed_runs, signs
from gyges.reading.plain._words import cut_words, read_figures, spelled_words
from gyges.records import Document, Mention, Release, Subject

_PASSES: tuple[Callable[[str], Iterable[Change]], ...] = (
    entities,
    tags,
    reversed_runs,
    signs,
    marks,
    look_alikes,
    accents,
    codes,
    cut_words,
    spelled_words,
    read_figures,
)
_ROUNDS = 6
"""Times that all passes are made at most: what is hidden in one way may be hidden in another one below it."""

_PAIR = r"[0-9A-Fa-f]{2}[ :,-](?:0x)?"
_TOLD = re.compile(
    r"[^\t\n\v\f\r -~]|&[#A-Za-z]|<[A-Za-z/!]|\]\]>|%[0-9A-Fa-f]{2}|\\[ux]|=[0-9A-F]{2}="
    rf"|[A-Za-z0-9+/_-]{{16}}|[A-Za-z0-9+/_-]{{6}}=|{_PAIR}{_PAIR}{_PAIR}"
    r"|[a-z]-[ \t]*\r?\n|(?<!\S)\S {1,7}\S {1,7}\S(?!\S)"
    r"|(?<!\w)[A-Za-z][-_*|~+./][A-Za-z][-_*|~+./][A-Za-z](?![A-Za-z])|[A-Za-z][013457]{1,4}(?![0-9])|(?<![A-Za-z0-9.,])0[a-z]"
)
"""What a text has in it that may change."""


class _Spot(Protocol):
    """A record of a place."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it ends."""


_Placed = TypeVar("_Placed", bound=_Spot)


@dataclass(frozen=True, slots=True)
class Plain:
    """A text as it is seen."""

    text: str  # the plain text
    layers: tuple[Layer, ...] = ()  # how the given text became it, one change of places after another
    settled: bool = True  # whether nothing more is hidden in it; otherwise what it says is not certain

    def back(self, start: int, end: int) -> tuple[int, int]:
        """Return where words of the plain text stand in the given one."""
        for layer in reversed(self.layers):
            start, end = layer.back(start, end)
        return start, end

    def placed(self, things: Iterable[_Placed]) -> Iterator[_Placed]:
        """Yield things in order with their places in the given text; what shares a place there is told once."""
        last = 0
        for one in things:
            start, end = self.back(one.start, one.end)
            start = max(start, last)
            if end > start:
                yield replace(one, start=start, end=end)
                last = end

    def forth(self, start: int, end: int) -> tuple[int, int]:
        """Return where words of the given text stand in the plain one; an empty place for those that are not seen."""
        for layer in self.layers:
            start, end = layer.forth(start, end) if end > start else (start, start)
        return start, end


def plain_text(text: str) -> Plain:
    r"""Return a text as whoever looks at it sees it, with the way back to the places of the given one."""
    return _made_of_words(text) if len(text) <= _WORDS else _made_of_text(text)


def _made(text: str) -> Plain:
    if _TOLD.search(text) is None:
        return Plain(text)
    layers, now = list[Layer](), text
    for _ in range(_ROUNDS):
        before = len(layers)
        for find in _PASSES:
            changes = list(find(now))
            if changes:
                now, layer = changed(now, changes)
                layers.append(layer)
        if len(layers) == before:
            return Plain(now, tuple(layers))
    return Plain(now, tuple(layers), settled=False)


_WORDS = 200
"""Signs up to which a text counts as words, of which many are kept: they must not push out the documents."""
_made_of_words = lru_cache(maxsize=4096)(_made)
_made_of_text = lru_cache(maxsize=8)(_made)


def shown_text(text: str) -> str:
    """Return a text as it is seen, the given one itself where that is the same."""
    return plain_text(text).text


def unseen_places(text: str) -> list[tuple[int, int]]:
    r"""Return where signs stand that nobody sees, in order."""
    places: list[tuple[int, int]] = []
    for start, end, _ in signs(text):
        if not is_unseen(text[start]):
            continue
        if places and places[-1][1] == start:
            places[-1] = (places[-1][0], end)
        else:
            places.append((start, end))
    return places


def plain_document(document: Document) -> Document:
    """Return a document with its text and what is told of its words made plain, the given one where they are."""
    made = plain_text(document.text)
    if not made.layers:
        return document
    return replace(
        document,
        text=made.text,
        subjects=None if document.subjects is None else tuple(map(_plain_subject, document.subjects)),
        mentions=None if document.mentions is None else tuple(_mentions(document.mentions, made)),
    )


def plain_release(release: Release) -> Release:
    """Return a release with its text made plain, the given one where it is."""
    text = shown_text(release.text)
    return release if text == release.text else replace(release, text=text)


def _plain_subject(subject: Subject) -> Subject:
    facts = tuple(
        replace(fact, value=shown_text(fact.value), evidence=tuple(map(shown_text, fact.evidence)))
        for fact in subject.facts
    )
    called = tuple(map(shown_text, subject.called))
    return replace(subject, description=shown_text(subject.description), facts=facts, called=called)


def _mentions(mentions: tuple[Mention, ...], made: Plain) -> Iterator[Mention]:
    """Yield mentions at their places in the plain text, less those of which nothing is seen."""
    for one in mentions:
        start, end = made.forth(one.start, one.end)
        if end > start:
            yield replace(one, start=start, end=end, text=made.text[start:end])
