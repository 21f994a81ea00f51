"""Whose text a release is, and how much of it: found in moved and cut texts, never in what methods make."""

import pytest

from gyges.corpus import bundled_corpus
from gyges.records import Release
from gyges.scoring import kept_of, origin_of, why_no_release

ONE, TWO = (document.text for document in bundled_corpus()[:2])
FORM = "Form 12. Fill in all fields of this form with black ink and send it to the office in time. Name: {}. Why: {}."


def test_a_release_of_another_original_is_told_from_one_of_its_own() -> None:
    assert origin_of(ONE, TWO, TWO).made_from
    assert origin_of(ONE, TWO, TWO.replace("and", "[AND]")).made_from
    assert not origin_of(ONE, TWO, ONE).made_from
    beside = origin_of(ONE, TWO, f"{ONE}\n{TWO}")
    assert (beside.made_from, beside.in_full) == (False, True)


def test_words_that_both_originals_have_tell_nothing() -> None:
    one, two = FORM.format("Ana Reis", "moved away"), FORM.format("Tom Berger", "lost the key")
    found = origin_of(one, two, FORM.format("[NAME]", "[REASON]"))
    assert not found.made_from
    assert not found.in_full


def test_a_text_about_something_else_is_no_release_and_a_translation_is_one() -> None:
    recipe = "Beat eggs with sugar until fluffy, fold flour under gently, then bake it for forty minutes. " * 20
    assert why_no_release(ONE, Release("a", recipe, "x")) == "the text has nothing to do with the original"
    german = "Der Kläger wohnte zusammen mit seiner Mutter und arbeitete damals als Fahrer bei einer Firma. " * 20
    assert why_no_release(ONE, Release("a", german, "x")) is None


def test_a_paraphrase_that_keeps_no_telling_word_is_a_release() -> None:
    text = (
        "At about nine in the evening two young men came into my shop and asked for cigarettes. When I turned round "
        "one of them took the cash box from under the counter and both ran towards the canal. I shouted, and Mrs Patel "
        "came out."
    )
    told = (
        "Late one day a pair of customers wanted tobacco; while the witness looked away, the money was grabbed from "
        "below the till and the two fled in the direction of the water. Calls brought somebody from next door outside."
    )
    assert why_no_release(text, Release("a", told, "x")) is None


@pytest.mark.parametrize(("share", "cut"), [(0.02, True), (0.5, True), (0.98, False)])
def test_the_beginning_of_a_text_is_cut_off(share: float, cut: bool) -> None:
    text = " ".join(f"word{number}" for number in range(200)) + "."
    assert kept_of(text, text[: int(share * len(text))]).cut is cut
    assert not kept_of(text, text[: int(share * len(text))], 0).cut


def test_whole_sentences_may_be_left_out() -> None:
    sentences = [f"Sentence number {number} tells about what happened on that day." for number in range(10)]
    assert not kept_of(" ".join(sentences), " ".join(sentences[:3])).cut
    assert kept_of(" ".join(sentences * 3), sentences[0]).cut
