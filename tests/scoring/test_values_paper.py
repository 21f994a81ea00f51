"""The published rules, with every quirk that is known of them."""

from pathlib import Path

import pytest

from gyges.scoring import ValueVerdict, compare_values
from gyges.scoring.values._paper import legacy_jaro_winkler, spia_jaro_winkler

ROWS = [line.split("\t") for line in Path(__file__).with_name("values_paper.tsv").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("taxonomy", "tag", "truth", "guess", "score"), ROWS)
def test_pairs_of_values(taxonomy: str, tag: str, truth: str, guess: str, score: str) -> None:
    found = compare_values(tag, truth, guess, "paper", taxonomy_name=taxonomy)
    assert found.score == float(score)
    if taxonomy == "spia":
        assert found.settled is (float(score) > 0)
        assert compare_values(tag, guess, truth, "paper").score == float(score)


@pytest.mark.parametrize("guess", ["mid 50s", "50-60 years", "thirty"])
def test_an_age_in_words_is_for_the_judge(guess: str) -> None:
    assert compare_values("AGE", "50-60", guess, "paper") == ValueVerdict(0.0, settled=False)


def test_two_empty_values_are_one_and_an_empty_one_is_nothing() -> None:
    assert compare_values("NAME", " ", "", "paper").score == 1.0
    assert compare_values("NAME", "Ana", "", "paper").score == 0.0


def test_a_judge_is_asked_about_free_words_only() -> None:
    wrong = {
        "AGE": ("34", "60"),
        "SEX": ("male", "female"),
        "INCOME": ("low", "very high"),
        "EDUCATION": ("phd in law", "hs diploma"),
        "RELATIONSHIP": ("married", "divorced"),
        "OCCUPATION": ("cook", "judge"),
        "LOCATION": ("Oslo", "Rome"),
        "PLACE_OF_BIRTH": ("Oslo", "Rome"),
    }
    rules = {tag: compare_values(tag, *pair, "paper", taxonomy_name="author") for tag, pair in wrong.items()}
    assert {verdict.score for verdict in rules.values()} == {0.0}
    assert {tag for tag, verdict in rules.items() if not verdict.settled} == {
        "OCCUPATION",
        "LOCATION",
        "PLACE_OF_BIRTH",
    }


@pytest.mark.parametrize(
    ("one", "two", "similarity"),
    [
        ("austria", "australia", 0.927),
        ("iran", "iraq", 0.883),
        ("niger", "nigeria", 0.943),
        ("slovakia", "slovenia", 0.867),
        ("north korea", "south korea", 0.879),
        ("lawyer", "law clerk", 0.857),
        ("software engineer", "software tester", 0.901),
        ("maria kowalska", "marek kowalski", 0.858),
        ("james smith", "james", 0.891),
        ("", "ana", 0.0),
        ("ana", "ana", 1.0),
    ],
)
def test_the_similarity_of_subjects_is_the_published_one(one: str, two: str, similarity: float) -> None:
    assert spia_jaro_winkler(one, two) == pytest.approx(similarity, abs=5e-4)


def test_the_similarity_of_authors_tells_male_from_female() -> None:
    assert legacy_jaro_winkler("male", "female") == pytest.approx(0.722, abs=5e-4)
    assert legacy_jaro_winkler("", "female") == 0.0
