from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given

from gyges.records import DecidedBy
from gyges.scoring import (
    ExcessFold,
    Prior,
    Rate,
    ScoredDocument,
    compare_by_rules,
    coverage,
    permuted_order,
    protection,
    unscored_document,
)
from scoring.people import corpora, document, person, verdict


def _same(tag: str, truth: str, guess: str) -> float | None:
    return float(truth == guess)


def prior_scored(
    scored: list[ScoredDocument], compare: Callable[[str, str, str], float | None] | None = None
) -> list[ScoredDocument]:
    prior = Prior(compare)
    for one in scored:
        prior.learn(one)
    return [prior.guess(one) for one in scored]


def excess_leak(scored: list[ScoredDocument], control: list[ScoredDocument]) -> Rate:
    others, fold = {one.id: one for one in control}, ExcessFold()
    for one in scored:
        fold.add_row(fold.row(one, others.get(one.id)))
    return fold.rate()


def _document(id: str, *values: str) -> ScoredDocument:
    return document(id, *(person(str(n), verdict(1.0, "SEX", value)) for n, value in enumerate(values)))


def test_the_guesser_names_the_majority_of_the_other_documents() -> None:
    scored = [_document("a", "F", "F", "F"), _document("b", "M"), _document("c", "M", "F")]
    prior = prior_scored(scored, _same)
    assert [[s.verdicts[0].guess.value for s in d.subjects if s.verdicts[0].guess] for d in prior] == [
        ["M", "M", "M"],  # the others have M, M, F
        ["F"],
        ["F", "F"],
    ]
    assert protection(prior)["cpr"].value == pytest.approx(1 - 1 / 6)


def test_without_other_documents_there_is_nothing_to_guess_by() -> None:
    (prior,) = prior_scored([_document("a", "F", "F")], _same)
    assert {subject.verdicts[0].decided_by for subject in prior.subjects} == {DecidedBy.MISSING}


def test_the_guesser_is_judged_on_every_fact_also_where_the_attacker_was_not() -> None:
    scored = [document("a", person("0", verdict(None, "SEX", "F"), verdict(0.0, "SEX", "F"))), _document("b", "F")]
    prior = prior_scored(scored, _same)
    assert protection(prior)["cpr"].denominator == protection(scored)["cpr"].denominator == 3
    assert coverage(prior).unscored == 0
    assert excess_leak(scored, prior).denominator == 2


def test_a_comparison_nobody_can_make_is_no_protection() -> None:
    prior = prior_scored([_document("a", "F"), _document("b", "F")], lambda tag, truth, guess: None)
    assert protection(prior)["cpr"].bounds == (0.0, 1.0)


def test_the_rules_compare_by_default() -> None:
    assert compare_by_rules()("NATIONALITY", "Iran", "Iraq") == 0.0
    assert compare_by_rules("paper")("NATIONALITY", "Iran", "Iraq") == 1.0
    prior = prior_scored([_document("a", "Male"), _document("b", "Male")])
    assert protection(prior)["cpr"].value == 0.0


@given(corpora())
def test_the_majority_is_right_by_counting(scored: list[ScoredDocument]) -> None:
    for one, prior in zip(scored, prior_scored(scored, _same), strict=True):
        for subject in prior.subjects:
            for v in subject.verdicts:
                others = Counter(
                    fact.value
                    for other in scored
                    if other.id != one.id
                    for person_ in other.subjects
                    for fact in person_.truth.facts
                    if fact.tag == v.truth.tag
                )
                if v.decided_by is DecidedBy.RULE:
                    assert v.guess is not None
                    best = max(others.values())
                    assert v.guess.value == min(value for value, count in others.items() if count == best)
                elif v.decided_by is DecidedBy.MISSING:
                    assert not others


def test_the_excess_leak_is_the_difference_of_the_two_leaks() -> None:
    scored = [_document("a", "F", "F"), _document("b", "F", "M"), _document("c", "M")]
    prior = prior_scored(scored, _same)
    excess = excess_leak(scored, prior)
    prior_cpr, cpr = protection(prior)["cpr"].value, protection(scored)["cpr"].value
    assert prior_cpr is not None
    assert cpr is not None
    assert excess.value == pytest.approx(prior_cpr - cpr)
    assert excess.denominator == 5


@given(corpora())
def test_nothing_leaks_in_excess_of_itself(scored: list[ScoredDocument]) -> None:
    rate = excess_leak(scored, scored[::-1])
    assert rate.value in (0, None)
    assert rate.denominator == coverage(scored).facts - coverage(scored).unscored


def test_documents_the_control_lacks_or_failed_on_are_left_out() -> None:
    scored = [_document("a", "F"), _document("b", "F"), _document("c", "F")]
    broken = unscored_document("b", [subject.truth for subject in scored[1].subjects], "broken")
    control = [_document("a", "F"), broken]
    assert excess_leak(scored, control).denominator == 1


def test_a_permutation_gives_nobody_their_own_finding_and_everybody_one() -> None:
    pairs = list(permuted_order(7))
    assert sorted(one for one, _ in pairs) == sorted(two for _, two in pairs) == list(range(7))
    assert all(one != two for one, two in pairs)
    assert pairs == list(permuted_order(7))
    assert not list(permuted_order(1))
