"""Changes of a text, made in the pieces that it is laid out in."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.corpus._files._layout import TextChange, change_pieces, line_changes, same_words, text_of
from gyges.errors import InputError


@dataclass
class Words:
    text: str
    fixed: bool = False

    def say(self, text: str) -> None:
        assert not self.fixed
        self.text = text


def _layout(*texts: str) -> list[Words]:
    return [Words(text, fixed=not text.strip("\n\t")) for text in texts]


LAYOUTS = st.lists(st.sampled_from(["Ana", " is ", "x", "\n", "\t", "Porto. "]), min_size=1, max_size=12).map(
    lambda texts: _layout(*texts)
)


@st.composite
def laid_out_with_changes(draw: st.DrawFn) -> tuple[list[Words], list[TextChange]]:
    pieces = draw(LAYOUTS)
    ends = sorted(draw(st.lists(st.integers(0, len(text_of(pieces))), max_size=6)))
    words = st.sampled_from(["", "Q", "[PERSON]", "two words"])
    return pieces, [TextChange(low, high, draw(words)) for low, high in zip(ends[::2], ends[1::2], strict=False)]


@given(laid_out_with_changes())
def test_changed_pieces_say_the_changed_text(drawn: tuple[list[Words], list[TextChange]]) -> None:
    pieces, changes = drawn
    text, released, end = text_of(pieces), "", 0
    for change in changes:
        released += text[end : change.start] + change.text
        end = change.end
    released += text[end:]
    change_pieces(pieces, changes)
    if any(not piece.fixed for piece in pieces):
        assert sorted("".join(text_of(pieces).split())) == sorted("".join(released.split()))


@given(LAYOUTS, st.lists(st.sampled_from(["Ana is x", "Ana", "new", "a\tb", "", "Porto."]), max_size=6))
def test_a_text_written_anew_goes_into_any_layout_that_has_words(pieces: list[Words], lines: list[str]) -> None:
    changes, _ = line_changes(pieces, "\n".join(lines))
    has_words = any(not piece.fixed for piece in pieces)
    change_pieces(pieces, changes)
    assert same_words(text_of(pieces), "\n".join(lines)) or not has_words


def test_changes_that_overlap_are_refused() -> None:
    with pytest.raises(InputError, match="overlap"):
        change_pieces(_layout("Ana Lopes"), [TextChange(0, 5, ""), TextChange(4, 6, "")])
    with pytest.raises(InputError, match="outside"):
        change_pieces(_layout("Ana"), [TextChange(0, 5, "")])
