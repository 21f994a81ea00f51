"""Student's t, held against the usual table."""

import pytest

from gyges.scoring._rate import Z_95
from gyges.scoring.sampling import student_95

TABLE = {1: 12.7062, 2: 4.3027, 3: 3.1824, 5: 2.5706, 10: 2.2281, 30: 2.0423, 60: 2.0003, 120: 1.9799}


@pytest.mark.parametrize(("freedom", "value"), TABLE.items())
def test_the_reach_is_the_one_of_the_table(freedom: int, value: float) -> None:
    assert student_95(freedom) == pytest.approx(value, abs=5e-5)


def test_the_reach_falls_towards_that_of_the_normal_distribution() -> None:
    reaches = [student_95(freedom) for freedom in range(1, 200)]
    assert reaches == sorted(reaches, reverse=True)
    assert student_95(5000) == pytest.approx(Z_95, abs=1e-3)
