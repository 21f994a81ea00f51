"""What every finder of the lexical layer must keep to, for the property tests."""

import time
from collections.abc import Callable, Sequence
from typing import Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


class Span(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


LONG = 100_000
SECONDS = 8.0  # one or two on a quiet machine; a quadratic finder takes minutes
_PIECES = [
    "born in 1970",
    "DOB 03/03/1970",
    "in Paris, Texas",
    "Dr Smith",
    "+44 20 7946 0000",
    "14 Rua das Flores, Porto",
    "a@b.example",
    "University of X",
    "head of the nursing staff",
    "43-year-old",
    "SSN 123-45-6789",
    "é",
    "İ",
    "ß",
    "Þ",
    "Æ",
    "ﬁ",
    "😀",
    "中",
    "²",
    "١٢",
    "\n",
    "\t",
    " ",
    "(",
    ")",
    "-",
    "'s",
    "’",
    "of",
    "the",
    "Ltd",
    ",",
    ".",
    "№",
    "\u2028",
    "\x00",
]
TEXTS = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(_PIECES), max_size=30).map("".join))
REPEATED = [
    "a",
    "A",
    "1",
    "1 ",
    "+",
    "((1",
    "1-",
    "a-",
    "a@",
    "A. ",
    "A B ",
    "of ",
    "University ",
    "Street ",
    "Rua da ",
    "born 1970 ",
    "1 May 1970 ",
    "in Paris, ",
    "Smith, Jones and ",
    "head of the ",
    "retired nurse ",
    "aged 12 ",
    "id 1234 ",
    "12:34 ",
    "A district ",
    "works at A ",
    "A Ltd ",
    "é",
    "'",
    "中1",
    "A-",
]


def check_spans(text: str, spans: Sequence[Span]) -> None:
    """Offsets lie inside the text, in order, without overlap."""
    end = 0
    for span in spans:
        assert end <= span.start < span.end <= len(text)
        end = span.end


def properties(find: Callable[[str], Sequence[Span]]) -> tuple[Callable[[], None], Callable[[str], None]]:
    """Return the two property tests of a finder, to be bound to names that pytest finds."""

    @settings(deadline=None, max_examples=60)
    @given(TEXTS)
    def any_text(text: str) -> None:
        spans = find(text)
        check_spans(text, spans)
        assert list(spans) == list(find(text))
        for span in spans:
            for name in ("text", "value"):
                if hasattr(span, name):
                    assert getattr(span, name) == text[span.start : span.end]

    @pytest.mark.parametrize("piece", REPEATED)
    def long_text(piece: str) -> None:
        find("Paris 1990 nurse Ltd")  # the tables are read
        text = (piece * (LONG // len(piece) + 1))[:LONG]
        start = time.process_time()
        find(text)
        assert time.process_time() - start < SECONDS

    return any_text, long_text
