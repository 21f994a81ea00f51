import csv
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.corpus import atomic_file, read_releases, write_releases
from gyges.errors import ConfigError, InputError, RunError, WrongKeyError
from gyges.records import Release
from gyges.sealing import SEAL, AtRestKey, at_rest, is_sealed, open_at_rest, read_at_rest, seal_folder

KEY, OTHER = AtRestKey(b"k" * 32), AtRestKey(b"o" * 32)
PIECE = 1 << 16


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with at_rest(KEY):
        seal_folder(tmp_path, fresh=True)
    return tmp_path


def _write(path: Path, *pieces: bytes) -> None:
    with at_rest(KEY), atomic_file(path, force=True, private=True) as stream:
        for piece in pieces:
            stream.write(piece)


@pytest.mark.parametrize("size", [0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 3 * PIECE + 17])
def test_a_file_of_any_length_comes_back_and_shows_nothing(folder: Path, size: int) -> None:
    whole = (b"Anna Kowalska " * (size // 14 + 1))[:size]
    _write(folder / "deep" / "results.json", whole[: size // 2], whole[size // 2 :])
    assert b"Kowalska" not in (folder / "deep" / "results.json").read_bytes()
    assert is_sealed(folder / "deep" / "results.json")
    with at_rest(KEY):
        assert read_at_rest(folder / "deep" / "results.json") == whole
        with open_at_rest(folder / "deep" / "results.json") as stream:
            assert b"".join(iter(lambda: stream.read(1000), b"")) == whole


@pytest.mark.parametrize("size", [0, 5, PIECE, 2 * PIECE, 2 * PIECE + 5])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_cut_anywhere_or_changed_anywhere_or_made_longer_it_is_refused(
    tmp_path_factory: pytest.TempPathFactory, size: int, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("run")
    with at_rest(KEY):
        seal_folder(folder, fresh=True)
    path = folder / "results.json"
    _write(path, b"x" * size)
    whole = path.read_bytes()
    head = whole.index(b"\n") + 1
    at = data.draw(st.integers(head, len(whole) - 1) | st.sampled_from([head, head + PIECE + 16]))
    at = min(at, len(whole) - 1)
    changed = whole[:at] + bytes([whole[at] ^ data.draw(st.integers(1, 255))]) + whole[at + 1 :]
    for broken in (whole[:at], changed, whole + b"\0", whole[:head] + whole[head + PIECE + 16 :]):
        if broken != whole:
            path.write_bytes(broken)
            with at_rest(KEY), pytest.raises(InputError, match="was changed or cut off"):
                read_at_rest(path)


def test_without_the_key_or_with_another_one_nothing_is_read_or_written(folder: Path) -> None:
    path = folder / "results.json"
    _write(path, b"{}")
    before = path.read_bytes()
    with pytest.raises(ConfigError, match="is sealed with a key; name that key with --at-rest-key"):
        read_at_rest(path)
    with at_rest(OTHER), pytest.raises(WrongKeyError, match="is sealed with another key"):
        read_at_rest(path)
    with pytest.raises(ConfigError, match="is sealed with a key"), atomic_file(path, force=True) as stream:
        stream.write(b"in the open")
    with at_rest(OTHER), pytest.raises(WrongKeyError), atomic_file(path, force=True) as stream:
        stream.write(b"with another key")
    assert path.read_bytes() == before
    assert sorted(entry.name for entry in folder.iterdir()) == [SEAL, "results.json"]


def test_what_is_made_for_others_and_what_holds_no_text_stays_open(folder: Path) -> None:
    for name in ("public/public.jsonl", "cell/public/report.md", "claim.json", "cell/plan.json", "README.txt"):
        _write(folder / name, b"open")
        assert (folder / name).read_bytes() == b"open"
    for name in ("public.jsonl", "ids.jsonl", "summary.json", "cell/journal"):
        _write(folder / name, b"closed")
        assert is_sealed(folder / name)


def test_a_file_outside_of_sealed_folders_is_as_it_was(tmp_path: Path) -> None:
    _write(tmp_path / "mine.json", b"{}")
    assert (tmp_path / "mine.json").read_bytes() == b"{}"
    assert read_at_rest(tmp_path / "mine.json") == b"{}"


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_sealed_releases_are_read_like_any_others(folder: Path, suffix: str) -> None:
    releases = [Release("a", "A nurse,\nas ever.", "mask", {"edits": [1]}), Release("b", "Né 😀", "mask", {})]
    path = folder / f"releases.{suffix}"
    with at_rest(KEY):
        write_releases(releases, path, private=True)
        assert list(read_releases(path)) == releases
    assert is_sealed(path)
    with pytest.raises(ConfigError, match="is sealed"):
        list(read_releases(path))


def test_a_folder_that_was_begun_in_the_open_cannot_be_sealed_later(tmp_path: Path) -> None:
    with at_rest(KEY), pytest.raises(ConfigError, match="was begun without a key"):
        seal_folder(tmp_path, fresh=False)
    assert not list(tmp_path.iterdir())


def test_a_run_in_a_sealed_run_stays_sealed_when_the_outer_one_is_gone(folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir()
    with pytest.raises(ConfigError, match="is sealed with a key"):
        seal_folder(inner, fresh=True)
    with at_rest(KEY):
        seal_folder(inner, fresh=True)
    (folder / SEAL).unlink()
    with pytest.raises(ConfigError, match="is sealed with a key"):
        _write_open(inner / "results.json")
    _write(inner / "results.json", b"Kowalska")
    assert is_sealed(inner / "results.json")


def _write_open(path: Path) -> None:
    with atomic_file(path, force=True) as stream:
        stream.write(b"in the open")


def test_a_damaged_mark_stops_everything(folder: Path) -> None:
    (folder / SEAL).write_text("{}")
    with at_rest(KEY), pytest.raises(RunError, match="cannot be read; put it back"):
        _write(folder / "results.json", b"{}")
    assert not (folder / "results.json").exists()


def test_a_csv_that_is_written_through_a_text_stream_is_whole(folder: Path) -> None:
    with at_rest(KEY):
        write_releases([Release(str(n), "text " * 50, "mask", {}) for n in range(1000)], folder / "r.csv", private=True)
        rows = list(csv.reader(read_at_rest(folder / "r.csv").decode().splitlines()))
    assert len(rows) == 1001
