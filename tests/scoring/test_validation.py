from pathlib import Path

import pytest
from hypothesis import given

from gyges.corpus import load_dataset
from gyges.records import Finding
from gyges.scoring import ScoredDocument, protection, score_document, spia_table_9, validate
from scoring.people import corpora, document, missing, person, verdict


def test_accuracy_is_over_the_people_who_were_found() -> None:
    found = person("0", verdict(1.0, "NAME", hardness=1), verdict(0.5, hardness=2), verdict(None))
    lost = person("1", missing("NAME"), missing(), matched=False)
    result = validate([document("a", found, lost, found=4)])
    assert (result.subject_match.value, result.subject_precision.value) == (0.5, 0.25)
    assert (result.fact_accuracy.value, result.fact_accuracy.denominator) == (0.75, 2)
    assert result.fact_accuracy_all.value == pytest.approx(1.5 / 4)
    assert {tag: rate.value for tag, rate in result.by_tag.items()} == {"NAME": 1.0, "AGE": 0.5}
    assert {level: rate.value for level, rate in result.by_hardness.items()} == {"1": 1.0, "2": 0.5}
    assert result.coverage.unscored == 1
    assert set(result.to_json()) >= {"subject_match", "fact_accuracy", "subject_precision", "by_tag", "coverage"}


def test_one_reported_person_who_serves_two_counts_once_as_reported() -> None:
    twice = document("a", person("0", verdict(1.0)), person("0", verdict(1.0)), found=1)
    result = validate([twice])
    assert (result.subject_match.value, result.subject_precision.value) == (1.0, 1.0)


def test_failed_documents_are_reported_and_count_nowhere() -> None:
    result = validate([document("a", person("0", verdict(1.0)), failed="broken")])
    assert result.subject_match.value is None
    assert result.coverage.failed == (("a", "broken"),)


@given(corpora())
def test_accuracy_over_everybody_is_what_is_not_protected(scored: list[ScoredDocument]) -> None:
    result, cpr = validate(scored), protection(scored)["cpr"]
    assert result.fact_accuracy_all.denominator == result.coverage.facts - result.coverage.unscored
    if cpr.value is not None and not result.coverage.unscored:
        assert result.fact_accuracy_all.value == pytest.approx(1 - cpr.value)
    assert sum(rate.denominator for rate in result.by_tag.values()) == result.fact_accuracy.denominator
    assert result.fact_accuracy.numerator <= result.fact_accuracy_all.numerator


@pytest.mark.parametrize(
    ("dataset", "people", "match", "accuracy"), [("tab", 586, 0.862, 0.756), ("panorama", 360, 0.868, 0.746)]
)
def test_the_published_table_is_read_as_printed(dataset: str, people: int, match: float, accuracy: float) -> None:
    """The means are the ones the paper gives in its text; most entries are whole numbers of people."""
    rows = spia_table_9(dataset)
    assert len(rows) == 11
    assert sum(row.subject_match for row in rows) / 11 == pytest.approx(match, abs=0.0006)
    assert sum(row.fact_accuracy for row in rows) / 11 == pytest.approx(accuracy, abs=0.0006)
    whole = [row for row in rows if abs(row.subject_match * people - round(row.subject_match * people)) < 0.035]
    assert len(whole) >= 9


def test_an_attacker_who_knows_the_answers_is_perfect(development_data: Path) -> None:
    documents = list(load_dataset("spia-tab", development_data / "spia" / "spia_tab_dev72.jsonl"))
    scored = [score_document(one, Finding(one.id, "oracle", one.subjects or ())) for one in documents]
    result = validate(scored)
    assert result.subject_match.value is not None
    assert result.subject_match.value > 0.95
    assert result.fact_accuracy.value is not None
    assert result.fact_accuracy.value > 0.95
