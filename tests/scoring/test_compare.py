from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import InputError
from gyges.records import DecidedBy, Verdict
from gyges.scoring import Profile, ScoredDocument, ScoredSubject, compare_audits, coverage, protection
from scoring.people import corpora, document, person, scores, simple, verdict


def test_differences_are_second_minus_first() -> None:
    first, second = [simple([[1.0, 1.0], [0.0]])], [simple([[0.0, 0.5], [1.0]])]
    found = compare_audits(first, second)
    assert found.cpr.value == pytest.approx((1 - 1.5 / 3) - (1 - 2 / 3))
    assert found.ipr.value == pytest.approx((0.75 + 0.0) / 2 - (0.0 + 1.0) / 2)
    assert (found.improved.value, found.worsened.value) == (0.5, 0.5)


def test_people_who_got_worse_are_listed_with_their_facts_the_worst_first() -> None:
    first = [simple([[0.0, 0.0], [0.0], [0.5]])]
    second = [simple([[0.5, 0.0], [1.0], [0.5]])]
    found = compare_audits(first, second)
    assert [(one.id, one.before, one.after) for one in found.regressions] == [("1", 1.0, 0.0), ("0", 1.0, 0.75)]
    assert [(fact.tag, fact.before, fact.after) for fact in found.regressions[1].facts] == [("AGE", 0.0, 0.5)]
    row = found.to_json()["regressions"]
    assert isinstance(row, list)
    assert row[0]["facts"][0]["truth"] == "30"


def test_documents_missing_or_failed_on_one_side_are_listed() -> None:
    failed = document("c", person("0", verdict(1.0)), failed="broken")
    first = [simple([[1.0]], "a"), simple([[1.0]], "b"), simple([[1.0]], "c")]
    second = [simple([[1.0]], "a"), failed, simple([[1.0]], "d")]
    found = compare_audits([*first, replace(failed, id="e")], [*second, replace(failed, id="e")])
    assert (found.only_first, found.only_second, found.neither) == (("b", "c"), ("d",), ("e",))
    assert found.cpr.denominator == 1


def test_facts_only_one_audit_could_score_are_counted_and_left_out() -> None:
    found = compare_audits([simple([[1.0, None], [0.0]])], [simple([[1.0, 1.0]])])
    assert (found.cpr.value, found.cpr.denominator, found.unpaired_facts) == (0.0, 1, 2)


def test_two_documents_with_one_id_are_refused() -> None:
    with pytest.raises(InputError, match="two documents with one id"):
        compare_audits([simple([[1.0]]), simple([[1.0]])], [])


def _rescored(scored: list[ScoredDocument], draw: st.DataObject) -> list[ScoredDocument]:
    def again(old: Verdict) -> Verdict:
        score = draw.draw(scores)
        return replace(old, score=score, decided_by=DecidedBy.FAILED if score is None else DecidedBy.RULE)

    def redone(subject: ScoredSubject) -> ScoredSubject:
        return replace(subject, verdicts=tuple(again(v) for v in subject.verdicts))

    return [replace(one, subjects=tuple(redone(s) for s in one.subjects)) for one in scored]


@given(corpora(), st.data(), st.sampled_from(("strict", "paper")))
def test_exchanging_the_audits_turns_all_differences_round(
    first: list[ScoredDocument], draw: st.DataObject, profile: Profile
) -> None:
    second = _rescored(first, draw)
    one, two = compare_audits(first, second, profile=profile), compare_audits(second, first, profile=profile)
    assert one.cpr.denominator == two.cpr.denominator
    assert one.unpaired_facts == two.unpaired_facts
    assert one.cpr.numerator == pytest.approx(-two.cpr.numerator)
    assert one.ipr.numerator == pytest.approx(-two.ipr.numerator)
    assert one.improved.numerator == two.worsened.numerator == len(two.regressions)


@given(corpora())
def test_an_audit_does_not_differ_from_itself(scored: list[ScoredDocument]) -> None:
    found = compare_audits(scored, scored)
    assert found.cpr.value in (0, None)
    assert found.regressions == ()
    known = coverage(scored)
    assert found.cpr.denominator == known.facts - known.unscored


@given(corpora(), st.data())
def test_the_difference_of_fully_scored_audits_is_that_of_their_cpr(
    first: list[ScoredDocument], draw: st.DataObject
) -> None:
    second = _rescored(first, draw)
    verdicts = [v for one in (*first, *second) for s in one.subjects for v in s.verdicts]
    before, after = protection(first)["cpr"].value, protection(second)["cpr"].value
    if before is not None and after is not None and all(v.score is not None for v in verdicts):
        found = compare_audits(first, second)
        # equal facts of a person are told apart by their order only, which changes no sum
        assert found.cpr.value == pytest.approx(after - before)
