"""Output that is full, closed or no longer read: one line, the right exit status, no traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from gyges.cli._saying import one_line, printable
from gyges.corpus import write_documents, write_releases
from gyges.records import Document, Release

GYGES = str(Path(sys.executable).with_name("gyges"))
COMMANDS = {
    "attack": "attack texts.jsonl --out run",
    "anonymize": "anonymize texts.jsonl --method mask --out run",
    "audit": "audit texts.jsonl --out run",
    "link": "link texts.jsonl releases.jsonl --out run",
    "benchmark": "benchmark plan.yaml --out run",
    "tune": "tune --list",
    "datasets": "datasets list",
    "help": "--help",
}
WRITERS = ("attack", "anonymize", "link", "datasets")  # all ways in which verbs write: lines, texts, tables, reports


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [("a", "Ms Maria Kowalska, 41, is a nurse in Porto."), ("b", "Tom Berger lives in Berlin with Ana Reis.")]
    write_documents([Document(*row) for row in rows], tmp_path / "texts.jsonl")
    write_releases([Release(*row, "none") for row in rows], tmp_path / "releases.jsonl")
    (tmp_path / "plan.yaml").write_text("name: p\ndatasets: [{name: o, path: texts.jsonl}]\nmethods: [none, mask]\n")


def _shell(command: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)  # noqa: S607


def _told(done: "subprocess.CompletedProcess[str]", words: str) -> None:
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    (line,) = [line for line in done.stderr.splitlines() if "GY101" in line]
    assert words in line
    assert done.returncode == 2


@pytest.mark.parametrize("name", ["attack", "audit", "benchmark", "tune", "datasets"])
def test_a_full_disk_behind_json_is_one_line(name: str) -> None:
    _told(_shell(f"{GYGES} {COMMANDS[name]} --json /dev/full"), "/dev/full cannot be written (No space left on device)")


@pytest.mark.parametrize("name", [*WRITERS, "help"])
def test_a_full_disk_behind_standard_output_is_one_line(name: str) -> None:
    _told(
        _shell(f"{GYGES} {COMMANDS[name]} > /dev/full"), "standard output cannot be written (No space left on device)"
    )


@pytest.mark.parametrize("name", WRITERS)
def test_a_closed_standard_output_is_one_line(name: str) -> None:
    _told(_shell(f"{GYGES} {COMMANDS[name]} >&-"), "standard output cannot be written (Bad file descriptor)")


@pytest.mark.parametrize("name", WRITERS)
def test_a_reader_that_left_is_one_line(name: str) -> None:
    # The pipe is closed before anything is written to it.
    command = f"set -o pipefail; (sleep 0.5; {GYGES} {COMMANDS[name]}) | true"
    _told(_shell(command), "standard output was closed before all was written")


def test_a_closed_standard_error_changes_no_exit_status() -> None:
    done = _shell(f"{GYGES} {COMMANDS['attack']} 2>&-")
    assert done.returncode == 0
    assert _shell(f"{GYGES} attack nowhere.jsonl 2>&-").returncode == 2


def test_json_to_standard_output_by_its_other_name_is_written() -> None:
    done = _shell(f"{GYGES} {COMMANDS['attack']} --json /dev/stdout | cat")
    assert '"findings"' in done.stdout


def test_ids_and_messages_stay_on_one_line_and_turn_nothing_around() -> None:
    assert one_line("a\nb\r\n\tc\u2028d") == "a b c d"
    assert one_line("x\u202ey\u2066z\x1b[1m") == "x\ufffdy\ufffdz\ufffd[1m"
    assert printable("half \ud800 and \u202eright to left\nas it is") == "half \ufffd and \u202eright to left\nas it is"


def test_an_id_cannot_steer_the_terminal_of_any_verb() -> None:
    odd = "a\nb\x1b[31m\u202ec"
    write_documents([Document(odd, "Ana Reis is a nurse.")], Path("odd.jsonl"))
    write_releases([Release(odd, "Somebody.", "m\x1b[31m\u202e")], Path("odd-out.jsonl"))
    for command in (
        "attack odd.jsonl",
        "anonymize odd.jsonl",
        "audit odd.jsonl odd-out.jsonl",
        "link odd.jsonl odd.jsonl",
    ):
        done = _shell(f"{GYGES} {command} --out {command.split()[0]}")
        assert "\x1b" not in done.stdout + done.stderr, command
    attacked = _shell(f"{GYGES} attack odd.jsonl --out attack").stdout
    assert "a b\ufffd[31m\ufffdc: 1 people found" in attacked
