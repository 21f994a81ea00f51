from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring import DocumentFolds, Profile, Rate, ScoredDocument, protection
from scoring.people import corpora, document, missing, person, verdict


def _folds(scored: Iterable[ScoredDocument], profile: Profile = "strict") -> DocumentFolds:
    folds = DocumentFolds(profile)
    for one in scored:
        folds.add_row(folds.row(one))
    return folds


def _rates(name: str, scored: Iterable[ScoredDocument], profile: Profile = "strict") -> dict[str, Rate]:
    return _folds(scored, profile).breakdowns[name].rates()


def _one(*verdicts: object) -> list[ScoredDocument]:
    return [document("a", person("0", *verdicts))]  # type: ignore[arg-type]


def test_tags_come_in_the_order_of_the_taxonomy_and_own_tags_last() -> None:
    scored = _one(verdict(1.0, "SHOE_SIZE"), verdict(0.0, "AGE"), verdict(0.5, "NAME"), verdict(None, "SEX"))
    rates = _rates("by_tag", scored)
    assert list(rates) == ["NAME", "SEX", "AGE", "SHOE_SIZE"]
    assert [rate.value for rate in rates.values()] == [0.5, 0.0, 1.0, 0.0]


def test_codes_and_the_rest_are_always_listed() -> None:
    rates = _rates("by_type", _one(verdict(1.0, "PHONE_NUMBER"), verdict(0.0, "NAME")))
    assert {name: rate.value for name, rate in rates.items()} == {"CODE": 0.0, "NON_CODE": 1.0}
    assert _rates("by_type", [])["CODE"].value is None


def test_unrated_facts_are_listed_beside_the_five_levels() -> None:
    rates = _rates("by_hardness", _one(verdict(1.0, hardness=5), verdict(0.5)))
    assert list(rates) == ["1", "2", "3", "4", "5", "unrated"]
    assert (rates["5"].value, rates["unrated"].value, rates["1"].value) == (0.0, 0.5, None)


@pytest.mark.parametrize(
    ("place", "level"),
    [
        ("France", "country"),
        ("Lyon / France", "region_or_city"),
        ("Croix-Rousse / Lyon / France", "within_region_or_city"),
        ("3 rue Neuve / Croix-Rousse / Lyon / France", "premises"),
        ("Flat 2 / 3 rue Neuve / Croix-Rousse / Lyon / France", "premises"),
        (" / / Lyon / France", "region_or_city"),
    ],
)
def test_places_are_grouped_by_their_depth(place: str, level: str) -> None:
    rates = _rates("by_location_level", _one(verdict(1.0, "LOCATION", place), verdict(0.0, "NATIONALITY", "France")))
    assert {name for name, rate in rates.items() if rate.denominator} == {level}


def test_the_sweep_tells_sure_guesses_from_unsure_ones() -> None:
    scored = _one(verdict(1.0, sure=5), verdict(0.5, sure=5), verdict(0.0, sure=2), missing())
    rows = _folds(scored).certainty.rows()
    assert [row.certainty for row in rows] == [0, 1, 2, 3, 4, 5]
    assert [row.guesses for row in rows] == [0, 0, 1, 0, 0, 2]
    assert [row.guesses_from for row in rows] == [3, 3, 3, 2, 2, 2]
    assert (rows[5].accuracy.value, rows[2].accuracy.value, rows[4].accuracy.value) == (0.75, 0.0, None)
    assert rows[5].leaked_from.value == pytest.approx(1.5 / 4)
    flat = rows[5].to_json()
    assert (flat["leaks_from"], flat["accuracy"]) == (1.5, 0.75)


@given(corpora(), st.sampled_from(("strict", "paper")))
def test_every_partition_adds_up_to_the_whole(scored: list[ScoredDocument], profile: Profile) -> None:
    whole = protection(scored, profile=profile)["cpr"]
    for name in ("by_tag", "by_type", "by_hardness"):
        rates = _rates(name, scored, profile).values()
        assert sum(rate.denominator for rate in rates) == whole.denominator
        assert sum(rate.numerator for rate in rates) == pytest.approx(whole.numerator)


@given(corpora())
def test_the_sweep_from_zero_is_the_whole_leak_and_falls_from_there(scored: list[ScoredDocument]) -> None:
    whole = protection(scored)["cpr"]
    rows = _folds(scored).certainty.rows()
    if whole.value is not None and whole.bounds == (whole.value, whole.value):
        assert rows[0].leaked_from.value == pytest.approx(1 - whole.value)
    leaks = [row.leaked_from.numerator for row in rows]
    assert leaks == sorted(leaks, reverse=True)
    assert sum(row.guesses for row in rows) == rows[0].guesses_from


def test_protection_by_the_people_of_a_text_is_that_made_by_hand() -> None:
    alone = document("a", person("0", verdict(1.0), verdict(0.0)))
    pair = document("b", person("0", verdict(0.5)), person("1", verdict(0.0), verdict(None)))
    crowd = document("c", *(person(str(number), verdict(0.0)) for number in range(7)))
    nobody = document("d")
    rates = _rates("by_people", [alone, pair, crowd, nobody])
    counted = {name: (rate.numerator, rate.denominator) for name, rate in rates.items()}
    assert counted == {"1": (1, 2), "2": (1.5, 3), "3": (0, 0), "4": (0, 0), "5+": (7, 7)}
    assert rates["3"].value is None  # no text, no figure


def test_a_failed_text_counts_as_leaked_among_those_with_as_many_people() -> None:
    failed = document("a", person("0", verdict(0.0)), person("1", verdict(0.0)), failed="no answer")
    assert (_rates("by_people", [failed])["2"].value, _rates("by_people", [failed])["2"].denominator) == (0.0, 2)


@given(corpora())
def test_texts_with_so_many_people_add_up_to_cpr(scored: list[ScoredDocument]) -> None:
    rates = _rates("by_people", scored).values()
    whole = protection(scored)["cpr"]
    assert sum(rate.denominator for rate in rates) == whole.denominator
    assert sum(rate.numerator for rate in rates) == pytest.approx(whole.numerator)
