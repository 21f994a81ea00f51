"""The editor in a language of tables: quoted words that no piece covers go, or get the label of what they tell."""

import re
from collections.abc import Iterable, Iterator

from gyges.anonymizers.subjectwise._board import Board
from gyges.anonymizers.subjectwise._editor import RulesEditor
from gyges.anonymizers.subjectwise._pieces import Piece
from gyges.anonymizers.subjectwise.languages._people import may_go
from gyges.anonymizers.subjectwise.languages._study import told_swap
from gyges.anonymizers.subjectwise.languages._table import LanguageWriting

__all__ = ["LanguageEditor"]

_LABELS = {
    "NAME": "name", "AGE": "age", "LOCATION": "place", "NATIONALITY": "demonym", "AFFILIATION": "organisation",
    "OCCUPATION": "job", "POSITION": "job", "EDUCATION": "study", "RELATIONSHIP": "bond",
}  # fmt: skip
_TYPES = {"NAME": "PERSON", "AGE": "DATETIME", "LOCATION": "LOC", "AFFILIATION": "ORG"}
_LONGEST = 60  # code points of quoted words that are changed as they stand
_MARKS = re.compile(r"[\s,;:()]*")


class LanguageEditor(RulesEditor):
    """Raises the pieces that leaks quote.

    Args:
        board: The text.
        writing: How its language is written.
        kept: The tags that stay.
    """

    def __init__(self, board: Board, writing: LanguageWriting, kept: frozenset[str] = frozenset()) -> None:
        super().__init__(board, kept | {"SEX"})
        self._writing = writing

    def _around(self, spots: Iterable[tuple[int, int]], tag: str) -> list[Piece]:
        """Return nothing: a label on words that a leak does not quote would only read badly."""
        return []

    def _fresh(self, start: int, end: int, tag: str) -> Iterator[Piece]:
        """Make a piece of words that only the attacker pointed at."""
        text = self._board.text
        start += len(_MARKS.match(text[start:end]).group())  # type: ignore[union-attr]
        words = text[start:end].rstrip(" ,;:(")
        end = start + len(words)
        if tag in self._kept or not any(map(str.isalnum, words)) or len(words) > _LONGEST:
            return
        if self._writing.generic.fullmatch(words) or text[end : end + 1] == ":":
            return
        told = told_swap(text, start, end, self._writing)
        label = self._writing.labels.get(_LABELS.get(tag, "told")) or f"[{_TYPES.get(tag, 'DEM')}]"
        label = "" if may_go(text, start, end, self._writing) else label
        rungs = told.rungs if told is not None else (label,)
        piece = Piece(
            start, end, "quoted", rungs, f"quoted {words.casefold()}", frozenset((tag,)), _TYPES.get(tag, "DEM")
        )
        if self._board.add(piece):
            yield piece
