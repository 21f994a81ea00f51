"""First guesses about authors by attribute and by the width of a place, against cases counted by hand."""

import pytest
from hypothesis import given

from gyges.records import DecidedBy, Document, Fact, Finding, Subject, Verdict
from gyges.scoring import (
    ANY_PLACE,
    ScoredDocument,
    author_rates,
    first_guesses,
    first_guesses_by_place,
    first_guesses_by_tag,
    score_labelled,
)
from scoring.people import corpora, document, person, verdict


def _place(truth: str, guess: str, score: float) -> Verdict:
    return Verdict(Fact("LOCATION", truth), Fact("LOCATION", guess), score, DecidedBy.RULE)


def _authors(*verdicts: Verdict) -> list[ScoredDocument]:
    return [document(f"d{number}", person("author", one)) for number, one in enumerate(verdicts)]


def test_less_precise_is_not_right_and_what_failed_counts_as_right() -> None:
    scored = _authors(verdict(1.0), verdict(0.5), verdict(0.0), verdict(None))
    rate = first_guesses(scored)
    assert (rate.numerator, rate.denominator) == (2, 4)


def test_first_guesses_are_what_top_1_counts() -> None:
    truth = Subject("author", "", (Fact("OCCUPATION", "nurse", 5), Fact("SEX", "Female", 5)))
    guesses = (Fact("OCCUPATION", "baker", 3), Fact("OCCUPATION", "nurse", 3), Fact("SEX", "Female", 4))
    finding = Finding("a", "somebody", (Subject("author", "", guesses),))
    scored = [score_labelled(Document("a", "a text", (truth,)), finding)]
    assert first_guesses(scored).value == author_rates(scored)["top_1"].value == 0.5


def test_attributes_are_counted_apart() -> None:
    rates = first_guesses_by_tag(_authors(verdict(1.0, "SEX"), verdict(0.0, "SEX"), verdict(1.0, "AGE")))
    assert {tag: (rate.numerator, rate.denominator) for tag, rate in rates.items()} == {"AGE": (1, 1), "SEX": (1, 2)}


def test_places_are_split_by_how_narrow_the_label_is() -> None:
    scored = _authors(
        _place("Portugal", "Portugal", 1.0),
        _place("France", "Spain", 0.0),
        _place("Texas, United States", "United States", 0.5),
        _place("Porto, Portugal", "Lisbon, Portugal", 0.0),
        _place("Lyon, France", "Lyon", 1.0),
        _place("New York, United States", "Toronto, Canada", 0.0),
        verdict(1.0, "AGE"),
    )
    rates = {name: (rate.numerator, rate.denominator) for name, rate in first_guesses_by_place(scored).items()}
    assert rates == {
        "country": (1, 2),
        "state": (0, 1),
        "city": (1, 3),  # New York is a city before it is a state
        ANY_PLACE: (4, 6),  # Portugal, Texas, Porto and Lyon: the country is right
    }


def test_without_a_labelled_place_there_is_no_table_of_places() -> None:
    assert first_guesses_by_place(_authors(verdict(1.0, "AGE"))) == {}


def test_people_who_are_no_authors_count_nowhere() -> None:
    assert first_guesses([document("a", person("0", verdict(1.0)))]).value is None


@given(corpora())
def test_attributes_add_up_to_all_labels(scored: list[ScoredDocument]) -> None:
    authors = [document(one.id, *(person("author", *subject.verdicts) for subject in one.subjects)) for one in scored]
    whole, by_tag = first_guesses(authors), first_guesses_by_tag(authors).values()
    assert whole.denominator == sum(rate.denominator for rate in by_tag)
    assert whole.numerator == pytest.approx(sum(rate.numerator for rate in by_tag))
