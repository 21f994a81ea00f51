"""The working text: edits of the original, the way back, and sentences that still read."""

from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers._edits import apply_edits
from gyges.anonymizers.subjectwise._board import Board, edits_of
from gyges.anonymizers.subjectwise._find import find_pieces
from gyges.anonymizers.subjectwise._pieces import TAGS, Piece, Pieces
from gyges.reading import read_text

WORDS = st.lists(
    st.sampled_from(
        ["the", "a", "an", "in", "Porto", "Turkish", "nurse", ",", ".", "(", ")", "Ana", "is", "he", "\n", "…"]
    ),
    min_size=1,
    max_size=30,
)


def raised(text: str) -> Board:
    board = Board(text, find_pieces(text, read_text(text)))
    board.lift(board.pieces)
    return board


def test_titles_go_and_every_form_of_a_name_gets_the_same_letter() -> None:
    text = "The case was brought by Mr Tony Booth. Booth lives in Leeds, and Mr Booth’s lawyer is Ms Ada Crane."
    released = raised(text).version().text
    assert "Booth" not in released
    assert "Mr" not in released
    assert released.startswith("The case was brought by D. D. lives in E., and D.’s")


def test_a_phrase_whose_going_breaks_the_sentence_becomes_a_letter() -> None:
    text = "They are in Porto now."
    gone = Piece(4, 17, "place", ("",), "place porto", TAGS["place"], instead=" are in K.")
    board = Board(text, Pieces([gone]))
    board.lift(board.pieces)
    assert board.version().text == "They are in K. now."


def test_words_that_are_only_quoted_stay_where_they_are_not_understood() -> None:
    board = Board("They read geography there.", Pieces())
    quoted = Piece(10, 19, "quoted", ("geography",), "quoted geography", frozenset(("OCCUPATION",)))
    assert not board.add(quoted)


def test_an_age_that_is_only_quoted_becomes_broader() -> None:
    board = Board("The owner is 52.", Pieces())
    assert board.add(Piece(13, 15, "quoted", ("52",), "quoted 52", frozenset(("AGE",))))
    board.lift(board.pieces)
    assert board.version().text == "The owner is no longer young."


@given(WORDS, st.data())
def test_edits_make_the_release_and_lead_back(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    starts = data.draw(st.lists(st.integers(0, max(0, len(text) - 1)), max_size=6))
    pieces = Pieces()
    for number, start in enumerate(starts):
        end = min(len(text), start + data.draw(st.integers(1, 6)))
        new = data.draw(st.sampled_from(["", "a city", "person", "…", "an item"]))
        kind = data.draw(st.sampled_from(["place", "demonym", "job", "name"]))
        pieces.add(Piece(start, end, kind, (new,), str(number), TAGS[kind]))
    board = Board(text, pieces)
    board.lift(board.pieces)
    version = board.version()
    assert apply_edits(text, edits_of(text, version, {}, {})) == version.text
    changed, spans = version.original(0, len(version.text))
    assert {piece for change in version.changes if change.new for piece in change.pieces} <= set(changed)
    for start, end in spans:
        assert 0 <= start < end <= len(text)
    kept = "".join(text[start:end] for start, end in spans)
    assert len(kept) + sum(len(change.new) for change in version.changes) == len(version.text)


def test_a_snapshot_can_be_restored() -> None:
    board = raised("Ana Reis lives in Porto.")
    before, text = board.snapshot(), board.version().text
    board.put(Piece(0, 8, "model", ("she",), "model", frozenset(("NAME",))))
    assert board.version().text != text
    board.restore(before)
    assert board.version().text == text
