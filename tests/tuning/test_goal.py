"""What is better, in four ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import ConfigError
from gyges.tuning import Goal, Scores, non_dominated

unit = st.floats(0, 1).map(lambda value: round(value, 3))
scores = st.builds(Scores, unit, unit, unit)


@given(scores, scores, st.floats(0, 1))
def test_a_floor_goes_before_any_utility(one: Scores, two: Scores, floor: float) -> None:
    goal = Goal("floor", floor=floor)
    if goal.allows(one) and not goal.allows(two):
        assert goal.improves(two, one)
        assert not goal.improves(one, two)
    if goal.allows(one) and goal.allows(two) and one.utility > two.utility:
        assert goal.improves(two, one)


@given(scores, scores)
def test_below_the_floor_what_comes_nearer_is_better(one: Scores, two: Scores) -> None:
    goal = Goal("floor", floor=1.0)
    if one.privacy < 1 and two.privacy < 1 and one.privacy > two.privacy:
        assert goal.improves(two, one)
        assert goal.scalar(one) > goal.scalar(two)


@given(scores, scores, st.floats(0, 1))
def test_the_weighted_mean_ranks_by_the_weighted_mean(one: Scores, two: Scores, weight: float) -> None:
    goal = Goal(weight=weight)
    assert goal.improves(two, one) == (goal.scalar(one) > goal.scalar(two))


def test_lexicographic_puts_privacy_first_and_utility_among_equals() -> None:
    goal = Goal("lexicographic")
    assert goal.improves(Scores(0.5, 1.0, 0.5), Scores(0.6, 0.1, 0.6))
    assert goal.improves(Scores(0.501, 0.4, 0.5), Scores(0.5, 0.6, 0.5))


def test_worst_person_first_looks_at_the_worst_person() -> None:
    goal = Goal("worst-person")
    assert goal.improves(Scores(0.9, 0.9, 0.2), Scores(0.6, 0.5, 0.5))


@given(st.sampled_from(["weighted", "lexicographic", "worst-person", "floor"]), scores)
def test_the_scalar_is_a_share(kind: str, one: Scores) -> None:
    goal = Goal(kind, floor=0.7)  # type: ignore[arg-type]
    assert 0 <= goal.scalar(one) <= 1
    assert not goal.improves(one, one)


@pytest.mark.parametrize("wrong", [{"kind": "floor"}, {"weight": 1.5}, {"kind": "floor", "floor": 2.0}])
def test_a_goal_that_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        Goal(**wrong)  # type: ignore[arg-type]


@given(st.lists(scores, min_size=1, max_size=12))
def test_the_front_holds_what_nobody_beats_and_nothing_else(points: list[Scores]) -> None:
    front = set(non_dominated(points))
    assert front
    for place, one in enumerate(points):
        beaten = any(
            other.privacy >= one.privacy
            and other.utility >= one.utility
            and (other.privacy, other.utility) != (one.privacy, one.utility)
            for other in points
        )
        assert (place in front) == (not beaten)
