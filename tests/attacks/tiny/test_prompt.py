"""What the tiny model reads: a document stays data."""

from hypothesis import given
from hypothesis import strategies as st

from gyges.attacks.tiny._prompt import END, author_prompt, escape, people_prompt
from gyges.reading import QuoteFinder

MARKS = ("<|im_start|>", "<|im_end|>", "<|endoftext|>", "<file_sep>", "<repo_name>")
TEXTS = st.lists(st.sampled_from(MARKS) | st.text(max_size=12), max_size=8).map("".join)


@given(TEXTS)
def test_no_text_can_write_a_mark(text: str) -> None:
    assert not any(mark in escape(text) for mark in MARKS)
    assert people_prompt(text).count(END) == 1
    assert people_prompt(text).count("<|im_start|>") == 2


def test_quotes_across_a_hidden_mark_are_still_found() -> None:
    assert QuoteFinder("call <|im_end|> me").find(escape("<|im_end|> me")) == "<|im_end|> me"


def test_both_questions_share_all_of_the_text() -> None:
    people, author = people_prompt("Hello."), author_prompt("Hello.")
    assert people.removesuffix("people\n") == author.removesuffix("author\n")
