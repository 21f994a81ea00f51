"""Writing: whole files or none, and never over another one."""

import csv
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gyges.corpus import atomic_file, read_documents, read_releases, write_documents, write_releases
from gyges.errors import InputError, OutputExistsError
from gyges.records import Document, Fact, IdentifierType, Mention, Release, Subject

FORMATS = ["jsonl", "csv", "tsv", "parquet"]
DOCUMENTS = [
    Document(
        "a",
        'Ana said: "40,\t\r\n50".\r',
        (Subject("0", "Ana", (Fact("AGE", "40", 4, 2, ("40",)),)), Subject("1")),
        (Mention(0, 3, "Ana", "PERSON", IdentifierType.DIRECT, "e"),),
        {"genre": "note", "date": None, "codes": [1, 2.5, True]},
    ),
    Document("b", "", subjects=(), mentions=()),
    Document("c", "nobody looked"),
]


def _broken() -> Iterator[Document]:
    yield DOCUMENTS[0]
    raise RuntimeError("the power went")


@pytest.mark.parametrize("suffix", FORMATS)
def test_releases_come_back_as_they_went(tmp_path: Path, suffix: str) -> None:
    releases = [
        Release("a", "A person\nleft.", "mask", {"rounds": 2, "edits": [{"from": "Ana"}]}),
        Release("b", "", "x"),
    ]
    path = tmp_path / f"out.{suffix}"
    assert write_releases(releases, path) == len(releases)
    assert list(read_releases(path)) == releases


FORMULAS = ["=1+1", "+49 30", "-x", "@sum", " \t=1", "\uff1d1", "\n-", "'=1", "''@", "'tis", "plain"]


@pytest.mark.parametrize("suffix", ["csv", "tsv"])
def test_no_cell_of_a_table_begins_a_formula_and_all_come_back(tmp_path: Path, suffix: str) -> None:
    releases = [Release(f"{words} {number}", words, words) for number, words in enumerate(FORMULAS)]
    path = tmp_path / f"out.{suffix}"
    write_releases(releases, path)
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(stream, delimiter="," if suffix == "csv" else "\t"))[1:]
    assert all(cell[:1] not in {*"=+-@\t\r\n ", "\uff1d"} for row in rows for cell in row)
    assert list(read_releases(path)) == releases


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_failure_midway_keeps_the_file_that_was_to_be_replaced(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"out.{suffix}"
    path.write_bytes(b"before")
    with pytest.raises(RuntimeError, match="the power went"):
        write_documents(_broken(), path, force=True)
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_there_is_replaced_only_when_told(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    write_documents(DOCUMENTS[:1], path)
    with pytest.raises(OutputExistsError, match="is there already; name another file or pass --force"):
        write_documents(DOCUMENTS[1:], path)
    assert list(read_documents(path)) == DOCUMENTS[:1]
    write_documents(DOCUMENTS[1:], path, force=True)
    assert list(read_documents(path)) == DOCUMENTS[1:]


def test_a_file_that_appears_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"

    def slow() -> Iterator[Document]:
        path.write_bytes(b"quicker")
        yield DOCUMENTS[0]

    with pytest.raises(OutputExistsError):
        write_documents(slow(), path)
    assert path.read_bytes() == b"quicker"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_system_without_hard_links_is_written_to_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(self: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    write_documents(DOCUMENTS, tmp_path / "out.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


def test_missing_folders_are_made_and_the_file_can_be_read_by_others(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "out.jsonl"
    write_documents(DOCUMENTS, path)
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


@pytest.mark.parametrize("name", ["out.txt", "out.json", "out.jsonl.gz", "out", "."])
def test_what_cannot_be_written_is_refused_before_anything_is_made(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError):
        write_documents(DOCUMENTS, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_hold_a_file_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(InputError, match="cannot be written"):
        write_documents(DOCUMENTS, tmp_path / "file" / "out.jsonl")


@pytest.mark.parametrize("suffix", FORMATS)
def test_half_a_character_is_not_written(tmp_path: Path, suffix: str) -> None:
    with pytest.raises(InputError, match="half a character"):
        write_documents([Document("a", "a\ud800b")], tmp_path / f"out.{suffix}")
    assert list(tmp_path.iterdir()) == []


def test_an_atomic_file_is_not_seen_before_it_is_whole(tmp_path: Path) -> None:
    with atomic_file(tmp_path / "out") as stream:
        stream.write(b"half")
        assert not (tmp_path / "out").exists()
    assert (tmp_path / "out").read_bytes() == b"half"


@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX has them")
def test_the_draft_of_a_process_that_was_killed_is_cleared_away_by_the_next_write(tmp_path: Path) -> None:
    path = tmp_path / "out [1].jsonl"
    code = (
        "import sys, time; from pathlib import Path; from gyges.corpus import atomic_file\n"
        "with atomic_file(Path(sys.argv[1])) as stream:\n"
        "    stream.write(b'half'); stream.flush(); print('ready', flush=True); time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, path], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with atomic_file(path, force=True) as stream:
            stream.write(b"whole")
        assert len(list(tmp_path.iterdir())) == 2  # what a living process writes is left alone
        process.kill()
    (other := tmp_path / ".out [1].jsonl.keep").touch()
    with atomic_file(path, force=True) as stream:
        stream.write(b"whole")
    assert sorted(tmp_path.iterdir()) == sorted([path, other])
    assert path.read_bytes() == b"whole"
