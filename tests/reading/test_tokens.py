import re

from hypothesis import given
from hypothesis import strategies as st

from gyges.reading.lexicon._fold import is_chatty
from gyges.reading.page._tokens import split_lines, split_sentences, split_words, tokenize, words_among


def _sentences(text: str) -> list[str]:
    return [text[s.start : s.end] for s in split_sentences(text)]


def test_an_abbreviation_ends_no_sentence() -> None:
    assert _sentences("Dr. Roe met Mr. T. Hart. He left.") == ["Dr. Roe met Mr. T. Hart.", "He left."]


def test_a_short_line_is_a_sentence_of_its_own() -> None:
    assert _sentences("Ward 4\nAdmitted today") == ["Ward 4", "Admitted today"]


def test_a_wrapped_line_goes_on() -> None:
    text = "The council met on Tuesday evening to hear the complaint of the\nneighbours about the noise."
    assert len(_sentences(text)) == 1


def test_a_possessive_is_a_token_of_its_own() -> None:
    assert [token.text for token in tokenize("Verna's O’Brien-Katz")] == ["Verna", "'s", "O’Brien-Katz"]


@given(st.text())
def test_tokens_and_sentences_lie_in_the_text_in_order(text: str) -> None:
    at = 0
    for token in tokenize(text):
        assert at <= token.start < token.end <= len(text)
        assert text[token.start : token.end] == token.text
        at = token.end
    at = 0
    for sentence in split_sentences(text):
        assert at <= sentence.start < sentence.end <= len(text)
        at = sentence.end


@given(st.text(alphabet="ab\n\r "))
def test_lines_cover_everything_but_the_breaks(text: str) -> None:
    assert "".join(text[line.start : line.end] for line in split_lines(text)) == text.replace("\n", "").replace(
        "\r", ""
    )


def test_a_word_with_marks_that_no_letter_has_is_one_word() -> None:
    assert [token.text for token in tokenize("x\u0303ilo a\u0308b")] == ["x\u0303ilo", "a\u0308b"]
    assert [text for _, _, text in split_words("Jo\u0308rg x\u0303ilo")] == ["jorg", "xilo"]


@given(st.text() | st.lists(st.sampled_from([*"aZ9é_ß'’‘·-‐‑.\n \u0301", "'s", "’S", "Ana"]), max_size=30).map("".join))
def test_words_among_the_tokens_are_those_of_the_text(text: str) -> None:
    assert words_among(tokenize(text), text) == split_words(text)


@given(st.lists(st.sampled_from([*"aB. \n!>]:?\t1", "\n\n"]), max_size=40).map("".join))
def test_a_text_is_chatty_by_the_share_of_its_sentences_that_begin_small(text: str) -> None:
    small = len(re.findall(r"(?:^|\n|[.!?>\]]\s)[a-z]", text)) + len(
        re.findall(r":\s[a-z][^\n]*[^.,;\n](?=\n|$)", text)
    )
    every = len(re.findall(r"(?:^|\n|[.!?:>\]]\s)[^\W\d_]", text))
    assert is_chatty(text) == (text.islower() or (small >= 3 and small > 0.25 * every))
