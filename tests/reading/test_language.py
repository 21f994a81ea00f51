"""Languages are told apart: twelve sentences in each of 37, none of which the tables were made from."""

import itertools
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reading import ENGLISH, in_latin_letters, language_of
from gyges.reading.lexicon._load import read_rows
from gyges.reading.page._language import vote

FOLDER = Path(__file__).with_name("languages")
ALIKE = {"Malay": "Indonesian"}  # a sentence of one is often a sentence of the other


def sentences() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (FOLDER / "sentences.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            found[line[3:]] = []
        elif line:
            found[next(reversed(found))].append(line)
    return found


SENTENCES = sentences()


def test_there_are_twelve_sentences_in_each_of_thirty_languages_or_more() -> None:
    assert len(SENTENCES) >= 30
    assert {len(lines) for lines in SENTENCES.values()} == {12}


@pytest.mark.parametrize("language", SENTENCES)
def test_a_page_is_in_its_language(language: str) -> None:
    assert vote("\n".join(SENTENCES[language])).language == language


@pytest.mark.parametrize("language", SENTENCES)
def test_three_sentences_are_never_english(language: str) -> None:
    for start in range(0, 12, 3):
        assert vote(" ".join(SENTENCES[language][start : start + 3])).language not in (ENGLISH, "")


def test_nine_of_ten_single_sentences_are_named_and_hardly_any_is_english() -> None:
    told = [(language, vote(line).language) for language, lines in SENTENCES.items() for line in lines]
    right = sum(found in (language, ALIKE.get(language)) for language, found in told)
    assert right / len(told) > 0.88
    assert Counter(found == ENGLISH for _, found in told)[True] <= 4


def test_of_two_sentences_what_is_sure_is_right() -> None:
    pairs = itertools.chain.from_iterable(
        ((language, f"{one} {two}") for one, two in itertools.pairwise(lines)) for language, lines in SENTENCES.items()
    )
    wrong = [(language, found) for language, text in pairs if (found := language_of(text)) not in ("", language)]
    assert len(wrong) <= 1  # of 407


@pytest.mark.parametrize("line", (FOLDER / "english.txt").read_text(encoding="utf-8").splitlines())
def test_english_of_every_kind_is_never_taken_for_another_language(line: str) -> None:
    assert vote(line).language in (ENGLISH, "")


@given(st.text(max_size=300))
def test_recognising_never_raises_and_counts_what_is_there(text: str) -> None:
    told = vote(text)
    assert told.words >= told.beyond_latin >= 0
    assert language_of(text) == (told.language if told.sure else "")
    assert in_latin_letters(text) in (True, False)


def test_names_alone_tell_no_language() -> None:
    assert vote("Anna Weber, Tom Smith, Julia Reyes, Kim Lee, Ana de los Santos").language == ""


def test_a_language_that_is_not_in_the_tables_is_unknown_and_not_english() -> None:
    hmong = "Kuv tus viv ncaus ua haujlwm ua tus kws saib xyuas neeg mob hauv tsev kho mob"
    assert vote(hmong).language == "an unknown language"
    assert language_of(hmong) == ""


def test_the_tables_are_whole() -> None:
    rows = read_rows("languages/words.tsv")
    assert len({language for language, *_ in rows}) >= 55
    for language, script, letters, words in rows:
        listed = words.split()
        assert len(set(listed)) == len(listed), language
        assert all(word == word.lower() for word in listed), language
        assert script
        assert letters
    blocks = sorted((int(first, 16), int(last, 16)) for first, last, *_ in read_rows("languages/scripts.tsv"))
    assert all(one[1] < two[0] for one, two in itertools.pairwise(blocks))
