"""What an English word can be."""

import pytest

from gyges.anonymizers.wording import article_for, can_be, is_english_word, plain_form


@pytest.mark.parametrize(
    ("verb", "plain"),
    [("is", "are"), ("was", "were"), ("has", "have"), ("goes", "go"), ("watches", "watch"), ("tries", "try")],
)
def test_verbs_lose_the_ending_that_they_does_not_take(verb: str, plain: str) -> None:
    assert plain_form(verb) == plain


@pytest.mark.parametrize("word", ["worked", "bus", "this", "Kessenich", "pass", "s", ""])
def test_words_that_are_no_verbs_of_the_third_person_have_no_plain_form(word: str) -> None:
    assert plain_form(word) is None


def test_a_form_can_be_noun_and_verb_at_once() -> None:
    assert can_be("drinks", "NOUN")
    assert can_be("drinks", "VERB")
    assert not can_be("complains", "NOUN")


def test_capitals_do_not_make_a_name_of_an_ordinary_word() -> None:
    assert is_english_word("DOWN")
    assert not is_english_word("Vunapope")


@pytest.mark.parametrize(
    ("words", "article"),
    [("hour", "an"), ("user", "a"), ("uncle", "an"), ("European", "a"), ("one-off", "a"), ("F. visit", "an")],
)
def test_the_article_follows_the_sound(words: str, article: str) -> None:
    assert article_for(words) == article
