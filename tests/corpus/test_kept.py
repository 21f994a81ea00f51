from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.corpus import KeyTable, Shelf, Spool, _kept

THINGS = st.lists(st.one_of(st.integers(), st.text(max_size=50), st.binary(max_size=20_000)), max_size=60)
NAMES = st.text(st.characters(), max_size=5)  # half characters too: ids of files may have them


@pytest.fixture(autouse=True, scope="module")
def _few_in_memory() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_kept, "IN_MEMORY", 3)
        patch.setattr(_kept, "KEYS_IN_MEMORY", 3)
        yield


@given(THINGS)
def test_a_spool_is_the_list_of_what_was_put_in(things: list[object]) -> None:
    spool = Spool(things)
    assert list(spool) == things
    assert len(spool) == len(things)
    assert spool == things
    assert [spool[place] for place in range(-len(things), len(things))] == 2 * things
    assert spool[1:-1] == things[1:-1]
    assert spool[::-2] == things[::-2]
    with pytest.raises(IndexError):
        spool[len(things)]


def test_a_spool_is_read_while_it_grows_and_from_disk_it_hands_out_copies() -> None:
    spool: Spool[list[int]] = Spool()
    rows = [[number] for number in range(10)]
    seen = []
    for row in rows:
        spool.append(row)
        seen.append(spool[-1])
    assert seen == rows
    assert seen[0] is rows[0]
    assert seen[9] is not rows[9]
    again = iter(spool)
    first = next(again)
    spool.append([10])
    assert [first, *again] == [*rows, [10]]


@given(st.lists(st.tuples(NAMES, st.integers(-(2**62), 2**62)), max_size=40))
def test_a_table_of_keys_is_a_dictionary(pairs: list[tuple[str, int]]) -> None:
    table, wanted = KeyTable(), {}
    for key, number in pairs:
        table[key] = wanted[key] = number
    assert dict(table) == wanted
    assert list(table) == list(wanted)
    assert len(table) == len(wanted)
    assert "never there" not in table
    with pytest.raises(KeyError):
        table["never there"]


@given(st.dictionaries(NAMES, st.binary(max_size=100), max_size=40))
def test_a_shelf_is_a_dictionary_and_stands_over_a_sequence_as_well(things: dict[str, bytes]) -> None:
    names = list(things)
    turns = iter(names)
    for shelf in (Shelf(things.items()), Shelf.over(list(things.values()), lambda _: next(turns))):
        assert dict(shelf) == things
        assert list(shelf.items()) == list(things.items())
        assert list(shelf.values()) == list(things.values())
        assert [shelf.name(number) for number in range(len(shelf))] == names
        assert all(shelf[name] == things[name] for name in reversed(names))
        assert "never there" not in shelf
