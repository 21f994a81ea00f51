from hypothesis import given
from hypothesis import strategies as st

from gyges.reports.benchmark._front import front

SHARES = st.floats(0, 1, allow_nan=False)
POINTS = st.lists(st.one_of(st.none(), st.tuples(SHARES, SHARES)), max_size=12)


@given(POINTS)
def test_every_point_is_on_the_front_or_beaten_by_one_that_is(points: list[tuple[float, float] | None]) -> None:
    best = front(points)
    for number, point in enumerate(points):
        if point is None:
            assert number not in best
            continue
        beaten = [
            other
            for i in best
            if (other := points[i]) and other != point and other[0] >= point[0] and other[1] >= point[1]
        ]
        assert (number in best) == (not beaten)


@given(POINTS)
def test_the_front_is_empty_only_where_nothing_was_measured(points: list[tuple[float, float] | None]) -> None:
    assert bool(front(points)) == any(point is not None for point in points)


def test_two_methods_that_are_the_same_are_both_on_the_front() -> None:
    assert front([(0.5, 0.5), (0.5, 0.5)]) == {0, 1}
