import anyio
import pytest

from gyges.errors import InputError
from gyges.runs._loops import in_order


def test_results_are_taken_in_order_and_no_more_things_are_begun_than_may_be_under_way() -> None:
    begun: list[int] = []
    taken: list[int] = []

    async def work(number: int) -> int:
        begun.append(number)
        assert len(begun) - len(taken) <= 4
        await anyio.sleep(0.001 * (number % 3))
        return number

    async def main() -> None:
        await in_order(range(40), work, taken.append, at_once=4)

    anyio.run(main)
    assert taken == list(range(40))


def test_the_first_error_is_raised_once_all_that_was_under_way_has_ended() -> None:
    ended: list[int] = []

    async def work(number: int) -> int:
        await anyio.sleep(0.02 if number == 1 else 0.001)
        if number in (1, 2):
            raise InputError(f"number {number}", "take another")
        ended.append(number)
        return number

    async def main() -> None:
        await in_order(range(1000), work, lambda _: None, at_once=4)

    with pytest.raises(InputError, match="number 1"):
        anyio.run(main)
    assert 3 in ended
    assert len(ended) < 10


def test_an_error_of_the_taker_is_raised_as_it_is_and_nothing_is_taken_after_it() -> None:
    taken: list[int] = []

    async def work(number: int) -> int:
        await anyio.sleep(0.001 * (number % 3))
        return number

    def take(number: int) -> None:
        if number == 5:
            raise InputError("the disk is full", "make room")
        taken.append(number)

    async def main() -> None:
        with anyio.fail_after(5):
            await in_order(range(1000), work, take, at_once=4)

    with pytest.raises(InputError, match="the disk is full"):
        anyio.run(main)
    assert taken == [0, 1, 2, 3, 4]
