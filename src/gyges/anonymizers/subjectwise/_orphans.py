"""Pronouns whose person went: the sentence then begins with "Somebody", which is true and claims nothing."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence

from gyges.anonymizers.subjectwise._board import Board
from gyges.anonymizers.subjectwise._layout import Layout, Statement
from gyges.anonymizers.subjectwise._pieces import Piece
from gyges.anonymizers.subjectwise._units import SOMEBODY, antecedent
from gyges.anonymizers.wording import Change, plain_form

__all__ = ["name_orphans"]

_PRONOUN = re.compile(r"(?P<who>[Hh]e|[Ss]he)\b(?!['’])|(?P<whose>[Hh]is|[Hh]er)\b(?=\s[a-z])")
_NEXT_PRONOUN = re.compile(r"\b(?:he|she|they|who)\b")
_REASON = "the sentence that says who this is went"


def name_orphans(board: Board, layout: Layout, gone: Collection[int], reasons: dict[str, str]) -> None:
    """Put "Somebody" for pronouns at the beginning of sentences whose person is told of in a sentence that went."""
    changes = board.version().changes
    known: tuple[int, bool] | None = None  # whom the last "Somebody" stands for, and whether a man
    for number, statement in enumerate(layout.statements):
        match = _PRONOUN.match(layout.text, _begins(board, statement), statement.end)
        if number in gone:
            continue
        if match is None:
            known = None if SOMEBODY.search(layout.text[statement.start : statement.end]) else known
            continue
        whom = antecedent(layout, number)
        if whom is None or whom not in gone or (whom, match[0].lower() in {"he", "his"}) == known:
            continue
        known = (whom, match[0].lower() in {"he", "his"})
        new = "Somebody" if match["who"] else "Somebody's"
        _put(board, match.start(), match.end(), new, reasons)
        if match["who"]:
            for start, end in list(_verbs(board.text, changes, match.end(), statement.end)):
                _put(board, start, end, board.text[start:end], reasons)


def _begins(board: Board, statement: Statement) -> int:
    """Return where a statement begins once an opening that went is gone."""
    for piece in board.pieces.within(statement.start, statement.start + 1):
        if piece.kind == "drop" and piece.start <= statement.start and piece.rungs == ("",):
            return piece.end
    return statement.start


def _put(board: Board, start: int, end: int, new: str, reasons: dict[str, str]) -> None:
    key = f"somebody {start}"
    board.put(Piece(start, end, "drop", (new,), key, frozenset()))
    reasons[key] = _REASON


def _verbs(text: str, changes: Sequence[Change[Piece]], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the verbs that were made to fit "they", up to the next pronoun: "was" fits "somebody"."""
    stop = _NEXT_PRONOUN.search(text, start, end)
    for place in range(bisect_left(changes, start, key=lambda change: change.start), len(changes)):
        change = changes[place]
        if change.end > (stop.start() if stop else end):
            break
        words = text[change.start : change.end]
        if words.isalpha() and plain_form(words) == change.new:
            yield change.start, change.end
