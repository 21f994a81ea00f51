"""What lies on disk only while a process works is sealed too, with a key that nobody keeps."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.corpus import KeyTable, Spool
from gyges.corpus._shelf import _KEYS_IN_MEMORY
from gyges.corpus._spool import IN_MEMORY
from gyges.sealing import AtRestKey, at_rest, passing_key

KEY = AtRestKey(b"k" * 32)


def _open_files() -> bytes:
    """Return what is in the files of this process that have no name any more."""
    found = b""
    for link in Path("/proc/self/fd").iterdir():
        try:
            target = str(link.readlink())
            if target.endswith("(deleted)") and tempfile.gettempdir() in target:
                found += link.read_bytes()
        except OSError:  # the one that lists them
            continue
    return found


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="there is no list of open files")
@pytest.mark.parametrize("sealed", [False, True], ids=["plain", "sealed"])
def test_things_and_keys_beyond_memory_come_back_and_are_in_no_file_of_a_sealed_run(sealed: bool) -> None:
    with at_rest(KEY if sealed else None):
        things = Spool({"name": f"Kowalska {number}"} for number in range(IN_MEMORY + 50))
        table = KeyTable()
        for number in range(_KEYS_IN_MEMORY + 50):
            table[f"smith-{number}"] = number
        assert things[IN_MEMORY + 7] == {"name": f"Kowalska {IN_MEMORY + 7}"}
        assert [one["name"] for one in things] == [f"Kowalska {number}" for number in range(IN_MEMORY + 50)]
        assert list(table) == [f"smith-{number}" for number in range(_KEYS_IN_MEMORY + 50)]
        assert (table["smith-7"], "smith-x" in table) == (7, False)
        assert (b"Kowalska" in _open_files()) != sealed
        assert not sealed or b"smith-" not in _open_files()


def test_there_is_such_a_key_only_under_a_key_and_never_the_same_twice() -> None:
    assert passing_key() is None
    with at_rest(KEY):
        one, two = passing_key(), passing_key()
    assert one is not None
    assert two is not None
    assert len({one.check, two.check, KEY.check}) == 3


@settings(deadline=None, max_examples=20)
@given(st.text(st.characters(), max_size=20))
def test_any_key_of_a_table_comes_back_half_characters_too(key: str) -> None:
    with at_rest(KEY):
        table = KeyTable()
        table[key] = 1
        table._move()
        assert (list(table), table[key]) == ([key], 1)
