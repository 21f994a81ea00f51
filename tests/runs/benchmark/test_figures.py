"""Figures that only a benchmark has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.records import DecidedBy, Fact, Release, Subject, Verdict
from gyges.runs.benchmark._run import spent_on, worst_people
from gyges.scoring import ScoredDocument, ScoredSubject, unscored_document

SCORES = st.lists(st.sampled_from([0.0, 0.5, 1.0, None]), max_size=5)


def _person(number: int, scores: list[float | None], tag: str = "") -> ScoredSubject:
    verdicts = []
    for place, score in enumerate(scores):
        fact = Fact(tag or f"T{place}", "x")
        decided = DecidedBy.FAILED if score is None else DecidedBy.RULE
        verdicts.append(Verdict(fact, fact, score, decided))
    return ScoredSubject(Subject(str(number), "", tuple(v.truth for v in verdicts)), None, tuple(verdicts))


@given(st.lists(st.lists(SCORES, max_size=4), max_size=5))
def test_the_worst_person_is_nobody_better_off_than_the_average(documents: list[list[list[float | None]]]) -> None:
    scored = [
        ScoredDocument(str(n), tuple(_person(i, scores) for i, scores in enumerate(people)), 0)
        for n, people in enumerate(documents)
    ]
    rate = worst_people(scored, "strict")
    kept = [
        [1 - sum(1.0 if s is None else s for s in scores) / len(scores) for scores in people if scores]
        for people in documents
    ]
    counted = [people for people in kept if people]
    assert rate.denominator == len(counted)
    if counted:
        assert rate.value == pytest.approx(sum(map(min, counted)) / len(counted))


def test_in_a_failed_document_the_worst_person_keeps_nothing() -> None:
    good = ScoredDocument("a", (_person(0, [0.0]),), 0)
    failed = unscored_document("b", [_person(0, [0.0]).truth], "attack: no answer")
    assert worst_people([good, failed], "strict").value == 0.5


def test_by_the_published_rules_the_best_pair_of_a_tag_counts_once() -> None:
    scored = [ScoredDocument("a", (_person(0, [0.0, 1.0], tag="AGE"),), 0)]
    assert worst_people(scored, "paper").value == 0
    assert worst_people(scored, "strict").value == pytest.approx(0.5)


def test_the_cost_of_releases_is_added_up_and_unknown_when_one_is_unknown() -> None:
    cost = {"calls": 2, "cached_calls": 1, "input_tokens": 10, "output_tokens": 5, "usd": 0.25}
    known = [Release("a", "x", "m", {"cost": cost}), Release("b", "x", "m", {"cost": cost}), Release("c", "", "m")]
    total = spent_on(known)
    assert (total.calls, total.cached_calls, total.input_tokens, total.usd) == (4, 2, 20, 0.5)
    unknown = Release("d", "x", "m", {"cost": {**cost, "usd": None}})
    assert spent_on([*known, unknown]).usd is None
