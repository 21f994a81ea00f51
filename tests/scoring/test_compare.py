from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import InputError
from gyges.records import DecidedBy, Verdict
from gyges.scoring import (
    Profile,
    ScoredDocument,
    ScoredSubject,
    compare_audits,
    coverage,
    protection,
    unscored_document,
)
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
    first = [simple([[0.0]], "a"), simple([[0.0]], "b"), simple([[0.0]], "c"), replace(failed, id="f")]
    second = [simple([[0.0]], "a"), failed, simple([[0.0]], "d"), simple([[0.0]], "f")]
    found = compare_audits([*first, replace(failed, id="e")], [*second, replace(failed, id="e")])
    assert (found.only_first, found.only_second) == (("b",), ("d",))
    assert (found.failed_first, found.failed_second, found.failed_both) == (("f",), ("c",), ("e",))
    assert [(one.document, one.why) for one in found.regressions] == [
        ("b", "document missing"),
        ("c", "document failed"),
    ]
    assert (found.cpr.numerator, found.cpr.denominator) == (-2 + 1, 5)
    assert (found.lost_facts, found.new_facts) == (1, 1)


def test_what_the_second_audit_lacks_or_could_not_judge_counts_as_leaked_there() -> None:
    found = compare_audits([simple([[0.0, 0.0], [0.0]])], [simple([[0.0, None]])])
    assert (found.cpr.numerator, found.cpr.denominator) == (-2, 3)
    assert [(one.id, one.after, one.why) for one in found.regressions] == [("1", 0.0, "person missing"), ("0", 0.5, "")]
    assert (found.judged_first, found.judged_second, found.lost_facts) == (3, 1, 1)


def test_facts_that_only_the_second_audit_has_are_in_no_figure() -> None:
    found = compare_audits([simple([[1.0]])], [simple([[1.0, 0.0], [0.0]])])
    assert (found.cpr.value, found.cpr.denominator, found.new_facts) == (0.0, 1, 2)


def test_documents_missing_in_the_second_audit_can_be_left_out() -> None:
    first, second = [simple([[0.0]], "a"), simple([[0.0]], "b")], [simple([[0.0]], "a")]
    found = compare_audits(first, second, accept_missing=True)
    assert (found.cpr.value, found.cpr.denominator, found.only_first) == (0.0, 1, ("b",))
    assert found.regressions == ()


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
    assert one.judged_first == two.judged_second
    assert one.cpr.numerator == pytest.approx(-two.cpr.numerator)
    assert one.ipr.numerator == pytest.approx(-two.ipr.numerator)
    assert one.improved.numerator == two.worsened.numerator == len(two.regressions)


@given(corpora())
def test_an_audit_does_not_differ_from_itself(scored: list[ScoredDocument]) -> None:
    found = compare_audits(scored, scored)
    assert found.cpr.value in (0, None)
    assert found.regressions == ()
    known = coverage(scored)
    assert found.cpr.denominator == known.facts
    assert found.judged_first == found.judged_second == known.facts - known.unscored


@given(corpora(), st.data())
def test_the_difference_of_two_audits_is_that_of_their_cpr(first: list[ScoredDocument], draw: st.DataObject) -> None:
    second = _rescored(first, draw)
    before, after = protection(first)["cpr"].value, protection(second)["cpr"].value
    found = compare_audits(first, second).cpr.value
    # equal facts of a person are told apart by their order only, which changes no sum
    assert found is None if before is None or after is None else found == pytest.approx(after - before)


@given(corpora(min_size=1), st.data())
def test_losing_documents_people_or_scores_never_looks_better(
    scored: list[ScoredDocument], draw: st.DataObject
) -> None:
    def unjudged(old: Verdict) -> Verdict:
        return replace(old, score=None, decided_by=DecidedBy.FAILED)

    def lost(one: ScoredDocument) -> ScoredDocument | None:
        what = draw.draw(st.sampled_from(("kept", "missing", "failed", "people", "scores")))
        if what == "failed":
            return unscored_document(one.id, [s.truth for s in one.subjects], "no answer")
        people = () if what == "people" else one.subjects
        if what == "scores":
            people = tuple(replace(s, verdicts=tuple(map(unjudged, s.verdicts))) for s in people)
        return None if what == "missing" else replace(one, subjects=people)

    found = compare_audits(scored, [one for one in map(lost, scored) if one is not None])
    assert found.improved.numerator == 0
    assert (found.cpr.value or 0) <= 0
    assert found.cpr.denominator == coverage(scored).facts
