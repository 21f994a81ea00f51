"""Things by id, asked for in order or not."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.corpus import Shelf
from gyges.runs._in_step import InStep, unread
from gyges.runs._made import MadeFrom

IDS = st.lists(st.sampled_from("abcdefgh"), unique=True)


@given(IDS, st.lists(st.sampled_from("abcdefghxyz")))
def test_whoever_asks_in_any_order_gets_what_there_is(there: list[str], asked: list[str]) -> None:
    plain = {id_: ord(id_) for id_ in there}
    for things in (plain, Shelf(plain.items()), MadeFrom(Shelf((id_, id_) for id_ in there), ord)):
        walk = InStep(things)
        found = [walk.get(id_) for id_ in asked]
        assert [None if kept is None else kept.thing for kept in found] == [plain.get(id_) for id_ in asked]


def test_what_is_asked_for_in_order_is_not_searched_for() -> None:
    class Unsearchable(Shelf[int]):
        def unread_at(self, name: str) -> Iterator[int]:  # type: ignore[override]
            raise AssertionError(name)

    walk = InStep(Unsearchable((str(number), number) for number in range(5000)))
    assert [walk.get(str(number)).thing for number in range(5000)] == list(range(5000))  # type: ignore[union-attr]


def test_what_is_not_there_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        unread({"a": 1}, "b")
