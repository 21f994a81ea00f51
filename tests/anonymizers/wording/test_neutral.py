"""Pronouns, people and ties without a sex."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.wording import neutral_kin, neutral_sex, stays, tells_tie
from gyges.anonymizers.wording._pronouns import neutral_pronouns
from gyges.anonymizers.wording._tokens import sentences, tokens


def test_a_sentence_whose_people_would_be_confused_stays_and_is_counted() -> None:
    found = neutral_pronouns("He told her that she was late. She left.")
    assert found.kept == 3
    assert [swap.rungs[0] for swap in found.swaps] == ["They"]


def test_a_verb_whose_subject_is_open_keeps_its_sentence() -> None:
    found = neutral_pronouns("He says the boiler leaks and smells.")
    assert (found.swaps, found.kept) == ((), 1)


def test_verbs_behind_a_new_subject_stay() -> None:
    changed = [swap.rungs[0] for swap in neutral_pronouns("She has a son who lives here and works at sea.").swaps]
    assert changed == ["They", "have"]


def test_words_of_marriage_stay_whoever_points_at_them() -> None:
    assert stays("Married")
    assert not stays("wife")


def test_words_for_relatives_are_known_in_hashtags() -> None:
    assert tells_tie("mum")
    assert not tells_tie("bus")


@given(st.text(alphabet="Shehr imsat.,!?'’\"“”()\n-@#", max_size=120))
def test_tokens_and_sentences_cover_the_words_in_order(text: str) -> None:
    found = tokens(text)
    assert all(one.end <= two.start for one, two in itertools.pairwise(found))
    assert all(text[token.start : token.end] == token.raw for token in found)
    ranges = list(sentences(found))
    assert [at for first, last in ranges for at in range(first, last)] == list(range(len(found)))


@given(st.text(alphabet="She her him is was and wife son .,'\n", max_size=100))
def test_swaps_are_in_order_and_apart(text: str) -> None:
    for swaps in (neutral_sex(text), neutral_kin(text)):
        assert all(one.end <= two.start for one, two in itertools.pairwise(swaps))


@pytest.mark.parametrize("handle", ["@my.husband@mastodon.social", "#ana.wife@x.org", "@my_husband", "my.wife@x.org"])
def test_no_word_of_a_handle_or_an_address_may_change(handle: str) -> None:
    assert not {"husband", "wife", "mastodon", "social"} & {
        one.raw for one in tokens(f"Ask {handle} for news.") if not one.opaque
    }
