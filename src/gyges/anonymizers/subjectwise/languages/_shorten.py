"""What the far levels let go: ends of paragraphs, those first that name or describe people most densely."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gyges.anonymizers.subjectwise._board import Board
from gyges.anonymizers.subjectwise._pieces import Piece
from gyges.reading import split_sentences
from gyges.records import JsonValue
from gyges.scoring import rouge

__all__ = ["ShortenedParagraphs", "shorten_paragraphs"]

_PARAGRAPH = re.compile(r"[^\n]+")
_WORD = re.compile(r"\w+")
_REASON = "tells more about people than about what happened"


@dataclass(frozen=True, slots=True)
class ShortenedParagraphs:
    """How many sentences went, and how many words stay of how many."""

    units: int
    words: int
    all_words: int

    def to_json(self) -> dict[str, JsonValue]:
        """Return it as a trace holds it."""
        return {"units": self.units, "words": self.all_words, "words_kept": self.words, "by": "density"}


@dataclass(frozen=True, slots=True)
class _Paragraph:
    """The sentences of a paragraph, the last of which may go."""

    sentences: tuple[tuple[int, int], ...]


def shorten_paragraphs(board: Board, floor: float, least: float, reasons: dict[str, str]) -> ShortenedParagraphs:
    """Drop the last sentences of paragraphs while the text keeps a utility; the first sentence of each stays.

    Args:
        board: The text as it stands, masked.
        floor: ROUGE-L to the original that must be left.
        least: Changed spans for each word from which on a sentence may go.
        reasons: Gets why each piece went.
    """
    paragraphs = [list(one.sentences) for one in _paragraphs(board.text)]
    all_words, gone, units = len(_WORD.findall(board.text)), 0, 0
    while True:
        last = [
            (_density(board, *sentences[-1]), place) for place, sentences in enumerate(paragraphs) if len(sentences) > 1
        ]
        density, place = max(last, default=(0.0, -1))
        if place < 0 or density < least:
            break
        start, end = paragraphs[place].pop()
        before = board.snapshot()
        key = f"drop {start}"
        start -= len(board.text[:start]) - len(board.text[:start].rstrip(" "))
        board.put(Piece(start, end, "drop", ("",), key, frozenset()))
        if rouge(board.text, board.version().text).rouge_l < floor:
            board.restore(before)
            paragraphs[place] = []
            continue
        reasons[key] = _REASON
        gone, units = gone + len(_WORD.findall(board.text[start:end])), units + 1
    return ShortenedParagraphs(units, all_words - gone, all_words)


def _density(board: Board, start: int, end: int) -> float:
    words = len(_WORD.findall(board.text[start:end]))
    pieces = [one for one in board.pieces.within(start, end) if one.kind not in {"drop", "amount"}]
    cut = any(piece.start < start or piece.end > end for piece in pieces)
    return 0.0 if cut else len(pieces) / max(1, words)


def _paragraphs(text: str) -> Iterator[_Paragraph]:
    sentences = [(one.start, one.end) for one in split_sentences(text)]
    for line in _PARAGRAPH.finditer(text):
        inside = tuple(one for one in sentences if line.start() <= one[0] and one[1] <= line.end())
        if len(inside) > 1:
            yield _Paragraph(inside)
