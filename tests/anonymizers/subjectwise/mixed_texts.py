"""Texts in two languages with marks for who and what must go; see ``mixed_texts.txt``."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gyges.records import Edit, Release, edits_from_json

_MARK = re.compile(r"\{(?P<code>#)?(?P<gone>[^{}]+)\}|<(?P<kept>[^<>{}]+)>")
_WORD = re.compile(r"[^\W_]{2,}")


@dataclass(frozen=True, slots=True)
class MixedText:
    """A text and where somebody is told in it."""

    name: str
    text: str
    gone: tuple[tuple[int, int], ...]
    places: tuple[tuple[int, int], ...]

    def left(self, release: Release) -> list[str]:
        """Return the words of what must go that no edit covers."""
        edits = edits_from_json(release.trace["edits"])
        return [
            self.text[low:high] for start, end in self.gone for low, high in _uncovered(self.text, start, end, edits)
        ]

    def mistaken(self, release: Release) -> list[str]:
        """Return the words of no name that were hidden as one."""
        people = [one for one in edits_from_json(release.trace["edits"]) if one.type == "PERSON"]
        return [
            self.text[low:high]
            for low, high in self.places
            if any(one.start < high and low < one.end for one in people)
        ]


def mixed_texts() -> tuple[MixedText, ...]:
    """Return the texts of the file beside this one."""
    whole = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    _, *parts = re.split(r"^== ", whole, flags=re.M)
    return tuple(_parsed(*part.split("\n", 1)) for part in parts)


def _parsed(name: str, marked: str) -> MixedText:
    text, last = "", 0
    gone, places = list[tuple[int, int]](), list[tuple[int, int]]()
    for match in _MARK.finditer(marked.strip()):
        text += marked.strip()[last : match.start()]
        last = match.end()
        kept = match["kept"]
        words = kept if kept is not None else match["gone"]
        (gone if kept is None else places).append((len(text), len(text) + len(words)))
        text += words
    return MixedText(name, text + marked.strip()[last:] + "\n", tuple(gone), tuple(places))


def _uncovered(text: str, start: int, end: int, edits: Sequence[Edit]) -> Iterator[tuple[int, int]]:
    for match in _WORD.finditer(text, start, end):
        if not any(one.start <= match.start() and match.end() <= one.end for one in edits):
            yield match.span()
