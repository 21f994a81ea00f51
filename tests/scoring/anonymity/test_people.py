"""The anonymity sets of a corpus."""

import pytest
from hypothesis import given

from gyges.records import DecidedBy, Fact, Verdict
from gyges.scoring.anonymity import FEW, anonymity, told_facts
from scoring.people import corpora, document, missing, person, verdict


def _guessed(tag: str, truth: str, guess: str, score: float) -> Verdict:
    return Verdict(Fact(tag, truth), Fact(tag, guess), score, DecidedBy.RULE)


def test_what_was_guessed_wrong_tells_nothing() -> None:
    assert told_facts(person("a", _guessed("AGE", "34", "80", 0.0), missing("SEX", "Male"))) == ()


def test_a_right_guess_tells_what_was_written_down() -> None:
    (told,) = told_facts(person("a", _guessed("AGE", "34", "30-39", 1.0)))
    assert told.value == "30-39"


def test_a_near_miss_tells_a_span_that_holds_both() -> None:
    (told,) = told_facts(person("a", _guessed("AGE", "34", "38", 0.5)))
    assert told.value == "34-38"


def test_another_town_of_the_country_tells_the_country() -> None:
    (told,) = told_facts(person("a", _guessed("LOCATION", "Lyon / France", "Nice / France", 0.5)))
    assert told.value == "france"


def test_what_could_not_be_scored_counts_as_told() -> None:
    failed = document("d", person("a", verdict(1.0, "LOCATION", "Monaco")), failed="no answer")
    found = anonymity([failed])
    assert found.people[0].fit.people.value == 36_000
    assert found.people[0].unscored == 1


def test_a_name_points_to_one_person_and_half_a_name_does_not() -> None:
    whole = document("d", person("a", verdict(1.0, "NAME", "Ana Sol")))
    half = document("d", person("a", verdict(0.5, "NAME", "Ana Sol")))
    assert anonymity([whole]).risk.value == 1
    assert anonymity([half]).few.value == 0


def test_risk_is_the_mean_chance_to_point_to_the_right_person() -> None:
    known = person("a", verdict(1.0, "NAME", "Ana Sol"))
    in_monaco = person("b", verdict(1.0, "LOCATION", "Monaco"))
    found = anonymity([document("d", known, in_monaco)])
    assert found.risk.value == pytest.approx((1 + 1 / 36_000) / 2)
    assert (found.few.numerator, found.few.denominator) == (1, 2)
    assert [one.id for one in found.people] == ["a", "b"]


def test_kinds_that_are_not_counted_are_said() -> None:
    found = anonymity([document("d", person("a", verdict(1.0, "AFFILIATION", "Acme")))])
    assert found.people[0].besides == ("AFFILIATION",)


@given(scored=corpora())
def test_everybody_has_a_set_and_the_smallest_come_first(scored: list) -> None:  # type: ignore[type-arg]
    found = anonymity(scored)
    assert len(found.people) == sum(len(one.subjects) for one in scored)
    sizes = [one.size for one in found.people]
    assert sizes == sorted(sizes)
    assert found.few.numerator == sum(size < FEW for size in sizes)
    if sizes:
        assert 0 < (found.risk.value or 0) <= 1
