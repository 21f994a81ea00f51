"""A text with all its pieces on their first rung: what a table writes before any attack."""

from gyges.anonymizers.subjectwise._board import Board
from gyges.anonymizers.subjectwise.languages._find import LanguagePieces
from gyges.anonymizers.subjectwise.languages._table import writing_in
from gyges.reading import read_text
from gyges.reading.details import home_countries, written_as


def on_first_rungs(text: str) -> str:
    """Return the text as the table of its language writes it first."""
    iso = written_as(text)
    pieces = LanguagePieces(text, read_text(text), writing_in(iso), set(home_countries(iso))).find()
    board = Board(text, pieces, english=False)
    board.levels.update({piece.key: 0 for piece in pieces if piece.kind != "amount"})
    return board.version().text
