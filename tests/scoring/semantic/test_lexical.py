from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring import Count
from gyges.scoring.semantic import LEXICAL_VARIANTS, identifiers_left, lexical_distances

TEXT = "Tom Berger is a nurse. He lives in Porto. He was born on 4 May 1971."
words = st.lists(st.sampled_from(["Tom", "is", "a", "nurse", ".", "Porto", "He", "lives", "in"]), max_size=20).map(
    " ".join
)


def test_a_copy_is_at_no_distance_in_any_variant() -> None:
    distances = lexical_distances(TEXT, TEXT, ["He lives in Porto."])
    assert set(distances) == set(LEXICAL_VARIANTS)
    assert all(value == 0 for value in distances.values())


def test_sentences_the_attacker_knew_are_left_out() -> None:
    distances = lexical_distances(TEXT, "He lives in Porto.", ["He lives in Porto."])
    assert distances["recall"] is not None
    assert distances["recall_without_known"] is not None
    assert distances["recall_without_known"] > distances["recall"]


def test_a_record_of_which_all_was_known_has_no_value_rather_than_perfect_privacy() -> None:
    assert lexical_distances("He lives in Porto.", "anything", ["He lives in Porto."])["recall_without_known"] is None


@given(words, words, st.lists(words, max_size=3))
def test_every_variant_is_a_distance_or_nothing(original: str, record: str, known: list[str]) -> None:
    for value in lexical_distances(original, record, known).values():
        assert value is None or 0 <= value <= 1


def test_identifiers_are_counted_word_for_word_and_once() -> None:
    assert identifiers_left(TEXT, TEXT).hits == identifiers_left(TEXT, TEXT).out_of
    assert identifiers_left(TEXT, "Somebody lives somewhere.").hits == 0
    assert identifiers_left("", "anything") == Count(0, 0)


def test_identifiers_in_a_sentence_the_attacker_knew_do_not_count() -> None:
    everything = identifiers_left(TEXT, TEXT).out_of
    assert identifiers_left(TEXT, TEXT, ["He lives in Porto."]).out_of == everything - 1


def test_a_name_inside_another_word_is_not_that_name() -> None:
    assert identifiers_left("Ask Ann Lee.", "The annual fleet.").hits == 0
