"""A title before a name: it is of no kind of its own, and none belongs to the name before it."""

import pytest

from gyges.reading.finder import find_spans


@pytest.mark.parametrize("name", ["Ms Wrona", "Mr Fiachra Delaney", "Dr. Ana Kovač"])
def test_a_name_with_a_title_is_said_to_be_somebodys(name: str) -> None:
    text = f"The shop was sold by {name} in the spring."
    assert [(text[one.start : one.end], one.kind) for one in find_spans(text) if one.direct] == [(name, "person")]


def test_a_title_that_opens_a_sentence_is_no_part_of_the_name_before_it() -> None:
    text = "Mr Delaney wrote to Ms Wrona. Mr Delaney is a solicitor."
    named = [(text[one.start : one.end], one.person) for one in find_spans(text) if one.kind == "person"]
    assert [words for words, _ in named] == ["Mr Delaney", "Ms Wrona", "Mr Delaney"]
    assert named[0][1] == named[2][1] != named[1][1]
