from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from gyges.reports import AuditView, TextPair, render_html
from gyges.reports._marks import HighlightedSpan, MarkedPiece, cut, excerpt, find_spans
from reports import samples
from reports.page import Page

few = st.text(alphabet="abA 1.é中\n👩", max_size=60)
quote = st.text(alphabet="abA 1.é中\n👩", max_size=4)


def _starts(text: str, wanted: str) -> list[int]:
    return [start for start in range(len(text)) if text.startswith(wanted, start)]


def _cuts_a_word(text: str, start: int, end: int) -> bool:
    before = start > 0 and (text[start - 1] + text[start]).isalnum()
    after = end < len(text) and (text[end - 1] + text[end]).isalnum()
    return before or after


@given(few, st.lists(quote, max_size=5))
def test_spans_are_sorted_apart_and_inside(text: str, quotes: list[str]) -> None:
    spans = find_spans(text, quotes)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(one.end < two.start for one, two in pairwise(spans))


@given(few, st.lists(quote, max_size=5))
def test_spans_are_exactly_the_occurrences(text: str, quotes: list[str]) -> None:
    expected: set[int] = set()
    for wanted in {one.strip() for one in quotes} - {""}:
        found = [(start, start + len(wanted)) for start in _starts(text, wanted)]
        whole = [place for place in found if not _cuts_a_word(text, *place)]
        if len(wanted) <= 2 and wanted.isascii():
            found = whole
        expected |= {offset for start, end in whole or found for offset in range(start, end)}
    assert {offset for span in find_spans(text, quotes) for offset in range(*span)} == expected


@given(few, st.lists(quote, max_size=5))
def test_pieces_are_the_text_and_marks_the_spans(text: str, quotes: list[str]) -> None:
    spans = find_spans(text, quotes)
    pieces = cut(text, spans)
    assert "".join(piece.text for piece in pieces) == text
    assert [piece.text for piece in pieces if piece.kind == "mark"] == [text[start:end] for start, end in spans]
    assert all(piece.text for piece in pieces)


@given(st.text(alphabet="ab \n", max_size=400), st.lists(st.text(alphabet="ab ", min_size=1, max_size=6), max_size=3))
def test_an_excerpt_keeps_every_mark_and_the_order(text: str, quotes: list[str]) -> None:
    spans = find_spans(text, quotes)
    pieces = excerpt(text, spans, context=20, limit=10_000)
    assert "".join(p.text for p in pieces if p.kind == "mark") == "".join(text[start:end] for start, end in spans)
    place = 0
    for run in _runs(pieces):
        place = text.index(run, place) + len(run)


@given(st.text(max_size=300), st.integers(1, 50))
def test_an_excerpt_keeps_its_limit(text: str, limit: int) -> None:
    shown = excerpt(text, find_spans(text, [text[:5], text[-5:]]), context=10, limit=limit)
    assert sum(len(piece.text) for piece in shown if piece.kind != "gap") <= limit + 3 * 5


def _runs(pieces: tuple[MarkedPiece, ...]) -> list[str]:
    runs = [""]
    for piece in pieces:
        if piece.kind == "gap":
            runs.append("")
        else:
            runs[-1] += piece.text
    return runs


def test_words_are_not_found_inside_other_words() -> None:
    assert find_spans("there he is, the heron", ["he"]) == (HighlightedSpan(6, 8),)
    assert find_spans("INJURY", ["J"]) == ()
    assert find_spans("INJURY", ["JUR"]) == (HighlightedSpan(2, 5),)


def test_scripts_without_spaces_are_searched_character_by_character() -> None:
    assert find_spans("他住在東京都", ["東京"]) == (HighlightedSpan(3, 5),)


def test_offsets_count_code_points() -> None:
    assert find_spans("👩🏽‍🔬 lab tech, 🇨🇭", ["lab tech", "🇨🇭"]) == (HighlightedSpan(5, 13), HighlightedSpan(15, 17))


def test_the_page_marks_the_words_where_they_stand() -> None:
    text = "Tobi here, & Tobi here again. My wife said ICU nurse."
    audit = AuditView("masked", samples.masked().results, {"forum-12": TextPair(text)})
    found = [one for one in Page(render_html([audit])).texts if one[0] == text]
    assert len(found) == 2  # the person, and the whole text of the document
    assert all(
        [text[a:b] for a, b in marks] == ["Tobi here", "Tobi here", "My wife", "ICU nurse"] for _, marks in found
    )
