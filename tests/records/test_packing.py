"""Records as bytes, and things that nobody has looked at."""

import pickle
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.records import DecidedBy, Document, Fact, IdentifierType, Mention, Subject, Unread, Verdict, pack, unpack

FACTS = st.builds(
    Fact,
    st.sampled_from(["AGE", "NAME"]),
    st.text(),
    st.integers(0, 5),
    st.integers(0, 5),
    st.lists(st.text(max_size=5)).map(tuple),
)


@dataclass(frozen=True, slots=True)
class Made:
    """A record one of whose parts is made by itself."""

    one: str
    two: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "two", self.one.upper())


@dataclass(frozen=True, slots=True)
class Alone:
    """A record of one part."""

    part: tuple[int, ...]


@given(st.lists(st.builds(Subject, st.text(), st.text(), st.lists(FACTS).map(tuple))))
def test_records_come_back_as_they_were(people: list[Subject]) -> None:
    assert unpack(pack(people)) == people
    assert pickle.loads(pack(people)) == people  # noqa: S301 - any pickle can read them


@given(FACTS)
def test_all_kinds_of_records_come_back(fact: Fact) -> None:
    mention = Mention(0, 2, "ab", "PERSON", IdentifierType.DIRECT, "e")
    things = [
        Document("d", "abc", (Subject("s", facts=(fact,)),), (mention,), {"a": [1]}),
        Verdict(fact, None, None, DecidedBy.FAILED),
        Made("a"),
        Alone((1, 2)),
        {"plain": (1, 2.5, None)},
    ]
    assert unpack(pack(things)) == things


class _Point(NamedTuple):
    x: int
    y: float


class _Marked(_Point):
    """With something beside its fields."""


def test_named_tuples_come_back_as_what_they_were() -> None:
    marked = _Marked(3, 4.0)
    marked.mark = "here"  # type: ignore[attr-defined]
    back = unpack(pack([_Point(1, 2.5), marked]))
    assert [type(one) for one in back] == [_Point, _Marked]
    assert back == [(1, 2.5), (3, 4.0)]
    assert back[1].mark == "here"


def test_a_kept_thing_is_opened_once_and_travels_unread() -> None:
    opened: list[bytes] = []

    def open_it(data: bytes) -> str:
        opened.append(data)
        return data.decode()

    kept = Unread(b"abc", open_it)
    assert (len(kept), opened) == (3, [])
    assert (kept.thing, kept.thing, opened) == ("abc", "abc", [b"abc"])


@pytest.mark.parametrize("kept", [Unread.of("ab"), Unread(pack("ab"))])
def test_what_is_made_of_a_kept_thing_travels_too(kept: Unread[str]) -> None:
    there = unpack(pack(kept.then(str.upper).then(len)))
    assert there.thing == 2
    assert unpack(pack(kept)).thing == "ab"
