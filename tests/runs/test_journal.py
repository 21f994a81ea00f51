import errno
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.errors import JournalDamagedError, RunError
from gyges.records import JsonValue
from gyges.runs import Journal
from small_disk import small_disk_or_skip

patient = settings(deadline=None)  # disks of busy machines are slow at times
KEYS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=12)
# All of Unicode, lone surrogates included: documents come from anywhere.
TEXTS = st.text(st.characters(), max_size=20)
PAYLOADS: st.SearchStrategy[JsonValue] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=8,
)
RECORDS = st.lists(st.tuples(KEYS, PAYLOADS), min_size=1, max_size=6)
Records = list[tuple[str, JsonValue]]


@contextmanager
def written(records: Records) -> Iterator[tuple[Path, list[int]]]:
    """A closed journal, and where each of its records ends."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal"
        ends = [0]
        with Journal(path) as journal:
            for key, payload in records:
                journal.append(key, payload)
                ends.append(path.stat().st_size)
        yield path, ends


def contents(path: Path) -> dict[str, JsonValue]:
    with Journal(path) as journal:
        return {key: journal.get(key) for key in journal}


def dumped(values: dict[str, JsonValue]) -> str:
    """Text, so that 1, 1.0 and true are told apart."""
    return json.dumps(values)


@patient
@given(RECORDS)
def test_any_payload_comes_back_and_the_last_of_a_key_wins(records: Records) -> None:
    with written(records) as (path, _):
        assert dumped(contents(path)) == dumped(dict(records))


@patient
@given(RECORDS, st.data())
def test_cut_at_any_byte_exactly_the_records_complete_before_it_are_left(records: Records, data: st.DataObject) -> None:
    with written(records) as (path, ends):
        whole = path.read_bytes()
        cut = data.draw(st.integers(0, len(whole)))
        os.truncate(path, cut)
        complete = sum(end <= cut for end in ends) - 1
        with Journal(path) as journal:
            assert journal.torn_bytes == cut - ends[complete]
        assert dumped(contents(path)) == dumped(dict(records[:complete]))
        torn = path.with_name("journal.torn")
        assert (torn.read_bytes() if torn.exists() else b"") == whole[ends[complete] : cut]


def flipped(whole: bytes, at: int, by: int) -> bytes:
    return whole[:at] + bytes([whole[at] ^ by]) + whole[at + 1 :]


@patient
@given(RECORDS, st.data(), st.integers(1, 255))
def test_a_byte_flipped_in_the_last_record_costs_that_record_only(
    records: Records, data: st.DataObject, by: int
) -> None:
    with written(records) as (path, ends):
        at = data.draw(st.integers(ends[-2], ends[-1] - 1))
        path.write_bytes(flipped(path.read_bytes(), at, by))
        assert dumped(contents(path)) == dumped(dict(records[:-1]))


@patient
@given(st.lists(st.tuples(KEYS, PAYLOADS), min_size=2, max_size=6), st.data(), st.integers(1, 255))
def test_a_byte_flipped_in_an_earlier_record_is_damage_and_nothing_is_touched(
    records: Records, data: st.DataObject, by: int
) -> None:
    with written(records) as (path, ends):
        at = data.draw(st.integers(0, ends[-2] - 1))
        broken = flipped(path.read_bytes(), at, by)
        path.write_bytes(broken)
        begin = max(end for end in ends if end <= at)
        with pytest.raises(JournalDamagedError, match=f"damaged at byte {begin}, .*head -c {begin} journal"):
            Journal(path)
        assert path.read_bytes() == broken


def test_torn_tails_of_two_crashes_are_both_kept_and_writing_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path) as journal:
        journal.append("a", 1)
    for tail in (b"0123", b"\0\0\0\n\0"):
        with path.open("ab") as stream:
            stream.write(tail)
        with Journal(path) as journal:
            assert journal.torn_bytes == len(tail)
            assert list(journal.keys()) == ["a"]
    with Journal(path) as journal:
        assert journal.torn_bytes == 0
        journal.append("b", 2)
    assert contents(path) == {"a": 1, "b": 2}
    assert (tmp_path / "journal.torn").read_bytes() == b"0123\0\0\0\n\0"


@pytest.mark.parametrize("key", ["", "two words", "line\nbreak", "über"])
def test_a_key_with_blanks_or_beyond_ascii_is_refused(tmp_path: Path, key: str) -> None:
    with Journal(tmp_path / "journal") as journal, pytest.raises(ValueError, match="is no key"):
        journal.append(key, 1)


@pytest.mark.parametrize("payload", [float("nan"), {"a": {1, 2}}, b"bytes"])
def test_what_is_no_json_is_refused_and_leaves_no_trace(tmp_path: Path, payload: JsonValue) -> None:
    with Journal(tmp_path / "journal") as journal:
        with pytest.raises((TypeError, ValueError)):
            journal.append("a", payload)
        assert (tmp_path / "journal").read_bytes() == b""


def test_a_full_disk_stops_the_run_and_leaves_no_half_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal"
    write = os.write
    with Journal(path) as journal:
        journal.append("a", 1)
        monkeypatch.setattr(os, "write", lambda fd, line: write(fd, line[:7]))
        with pytest.raises(RunError, match="No space left"):
            journal.append("b", 2)

        def full(fd: int, line: bytes) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "write", full)
        with pytest.raises(RunError, match="No space left"):
            journal.append("b", 2)
        monkeypatch.undo()
        journal.append("c", 3)
    assert contents(path) == {"a": 1, "c": 3}


def test_it_syncs_at_most_once_a_second_and_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    syncs: list[int] = []
    now = [100.0]
    monkeypatch.setattr(os, "fsync", syncs.append)
    monkeypatch.setattr("gyges.runs._journal.time.monotonic", lambda: now[0])
    with Journal(tmp_path / "journal") as journal:
        for number in range(25):
            journal.append("a", number)
            now[0] += 0.1
        assert len(syncs) == 2
    assert len(syncs) == 3


def test_a_path_that_cannot_be_opened_is_explained(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="cannot be opened"):
        Journal(tmp_path / "missing" / "journal")


def test_a_torn_tail_without_room_to_keep_it_is_one_clear_error_and_nothing_is_cut(tmp_path: Path) -> None:
    with small_disk_or_skip(tmp_path / "disk", 16 * 1024) as disk:
        with Journal(disk / "journal") as journal:
            journal.append("a", {"n": 1})
        torn = (disk / "journal").read_bytes() + b"half a record"
        (disk / "journal").write_bytes(torn)
        (disk / "filling").write_bytes(bytes(12 * 1024))
        with pytest.raises(RunError, match=r"cannot be written \(No space left on device\); make room"):
            Journal(disk / "journal")
        assert (disk / "journal").read_bytes() == torn
        (disk / "filling").unlink()
        with Journal(disk / "journal") as journal:
            assert (journal.get("a"), journal.torn_bytes) == ({"n": 1}, 13)


def test_a_file_swapped_under_an_open_journal_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path) as journal:
        journal.append("a", 1)
        path.write_bytes(b"something else, long enough")
        with pytest.raises(JournalDamagedError, match="changed by somebody else"):
            journal.get("a")


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_a_torn_tail_is_kept_for_the_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_bytes(b"half a record")
    before = os.umask(0o022)
    try:
        Journal(path).close()
    finally:
        os.umask(before)
    torn = tmp_path / "journal.torn"
    assert torn.read_bytes() == b"half a record"
    assert torn.stat().st_mode & 0o777 == 0o600
