"""What every finder of the lexical layer must keep to, for the property tests."""

from collections.abc import Callable, Sequence
from typing import Protocol

from hypothesis import given, settings
from hypothesis import strategies as st


class Span(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


_PIECES = [
    "born in 1970", "DOB 03/03/1970", "in Paris, Texas", "Dr Smith", "+44 20 7946 0000", "14 Rua das Flores, Porto",
    "a@b.example", "University of X", "head of the nursing staff", "43-year-old", "SSN 123-45-6789", "é", "İ", "ß",
    "Þ", "Æ", "ﬁ", "😀", "中", "²", "١٢", "\n", "\t", " ", "(", ")", "-", "'s", "’", "of", "the", "Ltd", ",", ".", "№",
    "\u2028", "\x00",
]  # fmt: skip
TEXTS = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(_PIECES), max_size=30).map("".join))


def check_spans(text: str, spans: Sequence[Span]) -> None:
    """Offsets lie inside the text, in order, without overlap."""
    end = 0
    for span in spans:
        assert end <= span.start < span.end <= len(text)
        end = span.end


def properties(find: Callable[[str], Sequence[Span]]) -> Callable[[], None]:
    """Return the property test of a finder, to be bound to a name that pytest finds."""

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

    return any_text
