from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import InputError, UnknownNameError
from gyges.records import DecidedBy, Document, Fact, JsonValue, Subject, Verdict
from gyges.scoring import (
    CoverageRow,
    Profile,
    ScoredDocument,
    ScoredSubject,
    WorstSubject,
    coverage,
    protection,
    targets,
    unscored_document,
)
from scoring.people import corpora, document, missing, person, simple, verdict


def _value(scored: list[ScoredDocument], name: str, **options: object) -> float | None:
    return protection(scored, **options)[name].value  # type: ignore[arg-type]


def _worked_example() -> ScoredDocument:
    """SPIA, appendix C.3.3."""
    third = person("3", missing(), missing(), missing(), matched=False)
    first, second = simple([[1.0, 0.5, 0.5, 0.0], [1.0, 0.5]]).subjects
    return document("a", first, second, third, found=2)


def test_the_worked_example_of_the_paper() -> None:
    figures = protection([_worked_example()])
    assert figures["cpr"].value == pytest.approx(1 - 3.5 / 9)
    assert round(figures["cpr"].value or 0, 3) == 0.611
    assert figures["ipr"].value == pytest.approx((0.5 + 0.25 + 1.0) / 3)
    assert round(figures["ipr"].value or 0, 3) == 0.583
    assert (figures["cpr"].numerator, figures["cpr"].denominator) == (5.5, 9)
    assert figures["ipr"].subjects == 3


def test_facts_nobody_could_decide_on_count_as_leaked_lower_coverage_and_open_the_bounds() -> None:
    scored = [simple([[0.0, None], [None, 0.0]])]
    figures = protection(scored)
    assert (figures["cpr"].value, figures["cpr"].denominator, figures["ipr"].subjects) == (0.5, 4, 2)
    assert figures["cpr"].bounds == (0.5, 1.0)
    assert figures["ipr"].bounds == (0.5, 1.0)
    assert (coverage(scored).facts, coverage(scored).unscored) == (4, 2)


def test_a_failed_document_is_never_protection() -> None:
    people = person("0", verdict(0.0), verdict(0.0, certainty=2)).truth
    failed = unscored_document("b", [people], "the attacker said nothing")
    scored = [simple([[1.0, 0.0, 0.0]]), failed]
    assert protection(scored)["cpr"].bounds == (0.5, 0.75)
    known = coverage(scored)
    assert (known.documents, known.attacked, known.facts, known.unscored) == (2, 1, 4, 1)
    assert known.to_json()["failed"] == [{"id": "b", "stage": "attack", "reason": "the attacker said nothing"}]


def test_a_corpus_without_any_fact_has_no_protection_to_report() -> None:
    for scored in ([], [simple([])], [document("a", failed="broken")]):
        figures = protection(scored)
        assert all(rate.value is None for rate in figures.values())


@given(corpora(), st.data())
def test_no_failure_whatever_it_hits_raises_a_figure(scored: list[ScoredDocument], data: st.DataObject) -> None:
    faulty = []
    for one in scored:
        if data.draw(st.booleans()):
            faulty.append(unscored_document(one.id, [subject.truth for subject in one.subjects], "broken"))
        else:
            lose = data.draw(st.floats(0, 1))
            faulty.append(replace(one, subjects=tuple(_forgotten(s, lose, data) for s in one.subjects)))
    before, after = protection(scored), protection(faulty)
    for name in ("cpr", "ipr", "aac", "weighted_cpr", "protected_people", "worst_subject"):
        value, faultless = after[name].value, before[name].value
        assert value is None or faultless is None or value <= faultless + 1e-9


def _forgotten(subject: ScoredSubject, lose: float, data: st.DataObject) -> ScoredSubject:
    verdicts = [
        Verdict(v.truth, v.guess, None, DecidedBy.FAILED) if data.draw(st.floats(0, 1)) < lose else v
        for v in subject.verdicts
    ]
    return replace(subject, verdicts=tuple(verdicts))


def test_people_with_more_facts_weigh_more_in_cpr_and_not_in_ipr() -> None:
    scored = [simple([[1.0] * 9, [0.0]])]
    assert _value(scored, "cpr") == pytest.approx(0.1)
    assert _value(scored, "ipr") == pytest.approx(0.5)


def test_the_target_is_the_first_person_unless_somebody_is_named() -> None:
    scored = [simple([[1.0, 0.0], [0.0]]), simple([[0.5], [1.0]], "b")]
    assert _value(scored, "aac") == pytest.approx(1 - 1.5 / 3)
    assert _value(scored, "aac", target="applicant") == _value(scored, "aac", target="author")
    assert _value(scored, "aac", target={"a": "1", "b": None}) == 1.0
    assert protection(scored, target={"a": "1", "b": None})["aac"].subjects == 1


def test_targets_come_from_the_meta_of_documents() -> None:
    people = (Subject("7"), Subject("8"))

    def made(id: str, meta: dict[str, JsonValue]) -> Document:
        return Document(id, "", subjects=people, meta=meta)

    documents = [made("a", {}), made("b", {"target": 8}), made("c", {"target": None}), Document("d", "")]
    assert targets(documents) == {"a": "7", "b": "8", "c": None, "d": None}
    with pytest.raises(InputError, match="none of its people"):
        targets([made("e", {"target": "9"})])


def test_direct_identifiers_weigh_more_than_weak_ones() -> None:
    leaked_name = [document("a", person("0", verdict(1.0, "NAME"), verdict(0.0, "SEX")))]
    leaked_sex = [document("a", person("0", verdict(0.0, "NAME"), verdict(1.0, "SEX")))]
    assert _value(leaked_name, "cpr") == _value(leaked_sex, "cpr") == 0.5
    assert _value(leaked_name, "weighted_cpr") == pytest.approx(1 / 5)
    assert _value(leaked_sex, "weighted_cpr") == pytest.approx(4 / 5)
    own = [document("a", person("0", verdict(1.0, "SHOE_SIZE"), verdict(0.0, "AGE")))]
    assert _value(own, "weighted_cpr") == 0.5


def test_the_worst_person_is_named_and_has_a_quantile_in_place_of_an_interval() -> None:
    scored = [simple([[0.0]] * 30), simple([[1.0, 0.5], [0.0]], "b")]
    worst = protection(scored)["worst_subject"]
    assert isinstance(worst, WorstSubject)
    assert (worst.document, worst.id, worst.value, worst.low, worst.high) == ("b", "0", 0.25, None, None)
    assert worst.quantile_5 is not None
    assert worst.quantile_5.value == 1.0
    row = worst.to_json()
    assert row["document"] == "b"
    assert row["subjects"] == 32
    assert "no bootstrap interval" in str(row["note"])
    assert row["scored"] is True
    lost = protection([*scored, unscored_document("c", [Subject("0", "", (Fact("AGE", "40"), Fact("SEX", "f")))], "x")])
    assert lost["worst_subject"].to_json()["id"] == "0"
    assert lost["worst_subject"].to_json()["scored"] is False


def test_the_share_of_protected_people_depends_on_the_threshold() -> None:
    scored = [simple([[0.0], [0.5], [1.0], [0.0, 0.0, 0.0, 0.0, 1.0]])]
    assert _value(scored, "protected_people") == 0.5
    assert _value(scored, "protected_people", threshold=0.5) == 0.75


def test_the_paper_counts_a_tag_once_by_its_best_value() -> None:
    scored = [document("a", person("0", verdict(0.0, "EMAIL_ADDRESS"), verdict(1.0, "EMAIL_ADDRESS"), verdict(0.0)))]
    assert protection(scored)["cpr"].denominator == 3
    paper = protection(scored, profile="paper")["cpr"]
    assert (paper.value, paper.denominator) == (0.5, 2)


def test_a_tag_that_is_undecided_in_part_stays_undecided_unless_another_value_is_right() -> None:
    undecided = [document("a", person("0", verdict(0.5), verdict(None)))]
    assert coverage(undecided, profile="paper").unscored == 1
    right = [document("a", person("0", verdict(1.0), verdict(None)))]
    assert coverage(right, profile="paper").unscored == 0


def test_an_unknown_profile_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="lenient"):
        protection([], profile="lenient")  # type: ignore[arg-type]


@given(corpora(), st.sampled_from(("strict", "paper")))
def test_rates_are_shares_and_people_are_counted_once(scored: list[ScoredDocument], profile: Profile) -> None:
    figures = protection(scored, profile=profile)
    for rate in figures.values():
        if rate.value is not None:
            assert 0 <= rate.value <= 1
            assert rate.numerator == pytest.approx(rate.value * rate.denominator)
    known = coverage(scored, profile=profile)
    assert figures["cpr"].denominator == known.facts
    low, high = figures["cpr"].bounds or (0.0, 0.0)
    assert low <= high
    assert low < high or not known.unscored
    assert figures["ipr"].denominator == figures["ipr"].subjects


@given(corpora(), st.sampled_from(("strict", "paper")))
def test_every_fact_is_told_or_protected_or_could_not_be_judged(scored: list[ScoredDocument], profile: Profile) -> None:
    known = coverage(scored, profile=profile)
    assert known.facts == known.told + known.protected + known.unscored  # halves add up exactly
    assert min(known.told, known.protected, known.unscored) >= 0
    if profile == "strict":
        failed = [subject for one in scored if one.failed is not None for subject in one.subjects]
        assert known.unscored >= sum(len(subject.verdicts) for subject in failed)
    row = CoverageRow.model_validate(known.to_json())
    assert (row.told, row.protected, row.judged) == (known.told, known.protected, known.told + known.protected)
    if row.share is not None and row.facts:
        assert row.share <= row.judged / row.facts
    figures = protection(scored, profile=profile)
    low, high = figures["cpr"].bounds or (0.0, 0.0)
    assert low * known.facts == pytest.approx(known.protected)  # one sum: what is not judged counts as leaked
    assert high * known.facts == pytest.approx(known.protected + known.unscored)


@given(corpora())
def test_cpr_and_ipr_by_definition(scored: list[ScoredDocument]) -> None:
    people = [
        [1.0 if v.score is None else v.score for v in subject.verdicts] for one in scored for subject in one.subjects
    ]
    people = [row for row in people if row]
    figures = protection(scored)
    if people:
        facts = [score for row in people for score in row]
        assert figures["cpr"].value == pytest.approx(1 - sum(facts) / len(facts))
        assert figures["ipr"].value == pytest.approx(sum(1 - sum(row) / len(row) for row in people) / len(people))
        assert figures["worst_subject"].value == pytest.approx(min(1 - sum(row) / len(row) for row in people))
