"""What must hold for all values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import InputError
from gyges.records import SCORES, taxonomy
from gyges.scoring import PROFILES, compare_values, validate_verdicts
from gyges.scoring.values._text import plain
from scoring.test_values_strict import ROWS

TAGS = st.sampled_from(
    [("spia", tag.name) for tag in taxonomy("spia")] + [("author", tag.name) for tag in taxonomy("author")]
)
KNOWN = sorted({value for row in ROWS if row[0] == "spia" for value in row[2:4]})
LANDS = [row[2] for row in ROWS if row[1] == "NATIONALITY"]
VALUES = st.sampled_from(KNOWN) | st.text(max_size=20)
BOTH_WAYS = st.sampled_from(["SEX", "EMAIL_ADDRESS", "PHONE_NUMBER", "PASSPORT_NUMBER", "NATIONALITY", "RELATIONSHIP"])


@given(TAGS, VALUES, VALUES, st.sampled_from(PROFILES))
def test_a_score_is_one_of_three_or_none(tag: tuple[str, str], truth: str, guess: str, profile: str) -> None:
    verdict = compare_values(tag[1], truth, guess, profile, taxonomy_name=tag[0])
    assert verdict.score in SCORES


@given(TAGS, VALUES)
def test_a_value_equals_itself(tag: tuple[str, str], value: str) -> None:
    verdict = compare_values(tag[1], value, value, taxonomy_name=tag[0])
    assert (verdict.score, verdict.settled) == (1.0, True)


@given(BOTH_WAYS, VALUES, VALUES)
def test_some_rules_know_no_direction(tag: str, one: str, two: str) -> None:
    if one.strip() and two.strip():
        there, back = compare_values(tag, one, two), compare_values(tag, two, one)
        assert (there.score == 0.0) == (back.score == 0.0) or not (there.settled and back.settled)


@given(st.sampled_from(KNOWN), st.sampled_from(KNOWN))
def test_a_place_or_name_is_never_right_one_way_and_surely_wrong_the_other_way(one: str, two: str) -> None:
    for tag in ("NAME", "LOCATION", "AGE"):
        there, back = compare_values(tag, one, two), compare_values(tag, two, one)
        assert not (there.score == 1.0 and there.settled and back.score == 0.0 and back.settled)


@given(st.sampled_from(KNOWN), st.sampled_from(KNOWN))
def test_published_rules_for_subjects_know_no_direction(one: str, two: str) -> None:
    for tag in taxonomy("spia"):
        assert compare_values(tag.name, one, two, "paper") == compare_values(tag.name, two, one, "paper")


@given(st.sampled_from(LANDS), st.sampled_from(LANDS))
def test_a_country_never_equals_another_one(one: str, two: str) -> None:
    verdict = compare_values("NATIONALITY", one, two)
    assert (verdict.score == 1.0) == (compare_values("NATIONALITY", two, one).score == 1.0)


def test_verdicts_are_validated_row_by_row() -> None:
    rows = [
        {"attribute": "occupation", "truth": "lawyer", "guess": "attorney", "verdict_human": 1.0, "verdict_model": 0.0},
        {"attribute": "occupation", "truth": "lawyer", "guess": "law clerk", "verdict_model": 0.0},
        {"attribute": "gender", "truth": "male", "guess": "female", "verdict_human": 0.5},
    ]
    report = validate_verdicts(rows)
    assert list(report) == ["rows", "settled_share", "precision", "agreement", "by_attribute"]
    assert (report["rows"], report["settled_share"], report["precision"]) == (3, pytest.approx(2 / 3), 0.5)
    assert report["by_attribute"]["occupation"] == {"rows": 2, "settled_share": 0.5, "precision": 1.0, "agreement": 1.0}
    assert validate_verdicts([])["precision"] is None


@pytest.mark.parametrize("row", [{}, {"attribute": "age", "truth": "3", "guess": "4", "verdict_human": 0.7}])
def test_a_row_without_a_verdict_is_refused(row: dict[str, object]) -> None:
    with pytest.raises(InputError, match="row 1"):
        validate_verdicts([row])


@given(st.text(st.characters(max_codepoint=127)))
def test_plain_letters_come_out_the_same_beside_an_accent(value: str) -> None:
    assert plain(value) == plain(f"{value}\u0301")
