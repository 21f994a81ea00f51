"""``gyges anonymize --review`` where somebody sits at a terminal, and where nobody does."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from gyges.corpus import read_releases, write_documents
from gyges.records import Document

TEXT = "STATEMENT\n\nMs Maria Kowalska, 41, is a nurse in Porto. She saw the red van at the gate."
COMMAND = [sys.executable, "-c", "from gyges.cli import main; main()"]
COMMAND += ["anonymize", "texts.jsonl", "--method", "mask", "--review", "review.yaml", "--out", "run"]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_documents([Document("a", TEXT)], tmp_path / "texts.jsonl")


def _on_a_terminal(typed: str) -> tuple[int, str]:
    """Run the command on a terminal of its own; return its exit status and all it showed."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(COMMAND, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    os.write(ours, typed.encode())
    shown = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    return process.wait(), shown.decode(errors="replace")


def test_somebody_at_a_terminal_is_asked_about_every_edit_and_the_release_follows() -> None:
    status, shown = _on_a_terminal("k\nu\nd\n")
    assert status == 0
    assert "what a strong reader is expected to leave protected" in shown
    assert "undoing it costs" in shown
    (release,) = read_releases("run/releases.jsonl")
    assert "Kowalska" not in release.text
    assert release.trace["review"]["rejected"] == 1  # type: ignore[index,call-overload]
    (accepted,) = [one["accept"] for one in _edits() if str(one["original"]) in release.text]
    assert accepted is False


def test_naming_somebody_again_is_asked_twice_warned_of_and_recorded() -> None:
    status, shown = _on_a_terminal("u\nn\nd\n")
    assert status == 0
    assert "Undo it all the same?" in shown
    assert "Kowalska" not in next(iter(read_releases("run/releases.jsonl"))).text
    Path("review.yaml").unlink()
    status, shown = _on_a_terminal("u\ny\nd\n")
    assert status == 0
    assert "WARNING: undone edits of a bring back 'Ms Maria Kowalska'" in shown
    release = next(iter(read_releases("run/releases.jsonl")))
    assert "Maria Kowalska" in release.text
    assert release.trace["review"]["brought_back"]  # type: ignore[index,call-overload]
    assert release.trace["residual"]


def test_who_quits_has_released_nothing_and_keeps_the_decisions() -> None:
    status, _ = _on_a_terminal("k\nu\nq\n")
    assert status == 0
    assert not Path("run/releases.jsonl").exists()
    assert [one["accept"] for one in _edits()].count(False) == 1


def test_without_a_terminal_nobody_is_asked_and_the_run_folder_shows_what_edits_are_worth() -> None:
    done = subprocess.run(COMMAND, input="u\n" * 9, capture_output=True, text=True, check=True)
    assert "then run the same command again" in done.stdout
    row = json.loads(Path("run/review.jsonl").read_text(encoding="utf-8"))
    assert 0 <= row["before"] < row["after"] <= 1
    assert any(one["protects"] and one["brings_back"] for one in row["edits"])
    assert "Contains personal data" in Path("run/review.html").read_text(encoding="utf-8")
    assert all(Path("run", name).stat().st_mode & 0o077 == 0 for name in ("review.jsonl", "review.html"))
    again = subprocess.run(COMMAND, capture_output=True, text=True, check=True)
    assert "Kowalska" not in again.stdout


def _edits() -> list[dict[str, object]]:
    documents = yaml.safe_load(Path("review.yaml").read_text(encoding="utf-8"))["documents"]
    return [edit for person in documents[0]["people"] for edit in person["edits"]]
