"""What a sealed journal adds to the promises of any journal, which tests/runs/test_journal.py holds for both."""

import zlib
from pathlib import Path

import pytest

from gyges.errors import JournalDamagedError, WrongKeyError
from gyges.runs import Journal
from gyges.sealing import AtRestKey, SealedCodec

SEALED = SealedCodec(AtRestKey(b"k" * 32), "journal")
OTHER = SealedCodec(AtRestKey(b"o" * 32), "journal")


def _line(body: bytes) -> bytes:
    return b"%08x %b\n" % (zlib.crc32(body), body)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Journal(tmp_path / "journal", SEALED) as journal:
        journal.append("digest-of-anna", {"name": "Anna Kowalska"})
        journal.append("digest-of-john", {"name": "John Smith"})
    return tmp_path / "journal"


def test_neither_keys_nor_values_can_be_read_without_the_key(path: Path) -> None:
    written = path.read_bytes()
    assert not [word for word in (b"digest-of", b"Kowalska", b"name") if word in written]
    with Journal(path, SEALED) as journal:
        assert [(key, journal.get(key)) for key in journal] == [
            ("digest-of-anna", {"name": "Anna Kowalska"}),
            ("digest-of-john", {"name": "John Smith"}),
        ]


def test_another_key_is_refused_in_one_line_and_touches_nothing(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(WrongKeyError, match="written with another key, or without one"):
        Journal(path, OTHER)
    assert path.read_bytes() == before


def test_who_comes_without_a_key_is_asked_for_it_and_touches_nothing(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(WrongKeyError, match="was sealed with a key; give --at-rest-key"):
        Journal(path)
    assert path.read_bytes() == before


def test_no_key_in_the_open_looks_like_a_sealed_one(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as journal, pytest.raises(ValueError, match="so begin sealed ones"):
        journal.append("sealed:a", 1)


def test_a_journal_that_was_begun_in_the_open_is_refused_with_a_key(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as journal:
        journal.append("a", 1)
    with pytest.raises(WrongKeyError):
        Journal(tmp_path / "journal", SEALED)


def test_a_value_moved_under_another_key_with_a_right_checksum_is_noticed(path: Path) -> None:
    first, second = path.read_bytes().splitlines()
    _, name, _ = first.split(b" ", 2)
    _, _, value = second.split(b" ", 2)
    path.write_bytes(_line(name + b" " + value) + second + b"\n")
    with Journal(path, SEALED) as journal, pytest.raises(JournalDamagedError, match="not what was written"):
        journal.get("digest-of-anna")


def test_a_value_in_the_open_is_no_value_of_a_sealed_journal(path: Path) -> None:
    first, second = path.read_bytes().splitlines()
    _, name, _ = first.split(b" ", 2)
    path.write_bytes(_line(name + b' {"name": "somebody else"}') + second + b"\n")
    with Journal(path, SEALED) as journal, pytest.raises(JournalDamagedError):
        journal.get("digest-of-anna")
