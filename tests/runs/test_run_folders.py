"""Run folders that are there: what they are, what becomes of their files, and being rid of them."""

import json
import os
import threading
from pathlib import Path

import pytest

from gyges.errors import InputError, RunBusyError
from gyges.records import Document
from gyges.runs import (
    FolderClaim,
    Stage,
    claim_folder,
    find_runs,
    folder_lock,
    look_at_run,
    purge_run,
    run,
)

DOCUMENTS = [Document("a", "Ana."), Document("b", "Ben.")]


def _claim(texts: str = "a", outputs: tuple[str, ...] = ("releases.jsonl", "public", "inner")) -> FolderClaim:
    return FolderClaim.of("anonymize", [texts], {}, outputs)


def _filled(folder: Path) -> Path:
    """A folder as a finished run leaves it."""
    claim_folder(folder, _claim())
    (folder / "public").mkdir(mode=0o700)
    (folder / "inner/deep").mkdir(parents=True)
    for name in ("releases.jsonl", "public/public.jsonl", "inner/deep/results.json", "inner/deep/journal", "journal"):
        (folder / name).write_text("{}")
    (folder / "summary.json").write_text(json.dumps({"documents": 2, "total": 2, "failed": [], "stopped": None}))
    return folder


async def _length(document: Document) -> int:
    return len(document.text)


def test_runs_are_found_with_what_they_hold_and_runs_inside_of_them_are_parts(tmp_path: Path) -> None:
    _filled(tmp_path / "runs/one")
    run(Stage("length", _length), DOCUMENTS, tmp_path / "runs/deep/two", kind="count")
    (tmp_path / "runs/mine").mkdir()
    found = {one.folder.name: one for one in find_runs(tmp_path / "runs")}
    assert found.keys() == {"one", "two"}
    assert found["one"].public == ("public/public.jsonl",)
    assert "releases.jsonl" in found["one"].private
    assert (found["one"].verb, found["one"].state, found["one"].documents) == ("anonymize", "done", 2)
    assert (found["two"].verb, found["two"].state, found["two"].documents) == ("count", "done", 2)


def test_the_state_says_how_the_last_run_ended(tmp_path: Path) -> None:
    folder = _filled(tmp_path / "run")
    with folder_lock(folder):
        assert look_at_run(folder).state == "at work"
    for stopped, state in ((None, "done"), ("budget", "out of budget"), ("interrupted", "unfinished")):
        (folder / "summary.json").write_text(json.dumps({"documents": 2, "stopped": stopped}))
        assert look_at_run(folder).state == state
    (folder / "summary.json").unlink()  # as a run that is killed leaves it
    assert look_at_run(folder).state == "unfinished"


def test_looking_at_a_run_neither_signs_its_lock_nor_keeps_a_run_from_starting(tmp_path: Path) -> None:
    folder = _filled(tmp_path / "run")
    with folder_lock(folder):
        pass
    signed = json.dumps({"pid": 1, "started": "2024-01-01T00:00:00+00:00"})
    (folder / "lock").write_text(signed)
    assert look_at_run(folder).state == "done"
    assert (folder / "lock").read_text() == signed
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            look_at_run(folder)

    watchers = [threading.Thread(target=look) for _ in range(2)]
    for one in watchers:
        one.start()
    try:
        for _ in range(20):
            with folder_lock(folder):
                pass
    finally:
        stop.set()
        for one in watchers:
            one.join()


def test_a_purge_leaves_nothing_of_the_run_and_all_of_the_user(tmp_path: Path) -> None:
    folder = _filled(tmp_path / "run")
    (folder / ".releases.jsonl.x.draft").write_text("half")
    (folder / "journal.torn").write_text("torn")
    assert purge_run(folder).left == ()
    assert not folder.exists()
    folder = _filled(tmp_path / "run")
    for name in ("notes.txt", "my.draft", "apple.torn"):
        (folder / name).write_text("mine")
    assert purge_run(folder).left == ("apple.torn", "my.draft", "notes.txt")
    assert sorted(path.name for path in folder.iterdir()) == ["apple.torn", "my.draft", "notes.txt"]


def test_a_purge_leaves_hidden_drafts_of_the_user(tmp_path: Path) -> None:
    folder = _filled(tmp_path / "run")
    for name in (".letter.draft", ".journal.draft", ".README.txt.x.draft"):
        (folder / name).write_text("a draft")
    assert purge_run(folder).left == (".letter.draft",)


@pytest.mark.parametrize(
    ("failed", "count"), [([1], 0), ([{"id": [1]}], 0), ([{}], 0), ([{"id": "a"}, {"id": "a"}, {"id": "b"}, None], 2)]
)
def test_failures_are_counted_whatever_a_summary_says(tmp_path: Path, failed: list[object], count: int) -> None:
    folder = _filled(tmp_path / "run")
    (folder / "summary.json").write_text(json.dumps({"failed": failed}))
    assert look_at_run(folder).failed == count


def test_what_is_no_run_or_is_at_work_is_not_purged(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain/journal").write_text("my diary")
    folder = _filled(tmp_path / "run")
    (tmp_path / "link").symlink_to(folder)
    for place in ("plain", "nowhere", "link"):
        with pytest.raises(InputError):
            purge_run(tmp_path / place)
    with folder_lock(folder), pytest.raises(RunBusyError):
        purge_run(folder)
    assert (tmp_path / "plain/journal").read_text() == "my diary"
    assert (folder / "releases.jsonl").exists()


def test_a_claim_of_somebody_else_cannot_have_other_places_deleted(tmp_path: Path) -> None:
    folder = _filled(tmp_path / "run")
    victim, linked = tmp_path / "victim.txt", tmp_path / "linked"
    victim.write_text("mine")
    linked.mkdir()
    (linked / "kept.txt").write_text("mine")
    (folder / "inner/deep/link").symlink_to(linked)
    row = json.loads((folder / "claim.json").read_text())
    row["outputs"] += ["../victim.txt", str(victim), "..", ".", "a/../../victim.txt"]
    (folder / "claim.json").write_text(json.dumps(row))
    claim_folder(folder, _claim("b"), force=True)
    purge_run(folder)
    assert victim.read_text() == "mine"
    assert (linked / "kept.txt").read_text() == "mine"


def test_force_clears_results_before_the_work_and_keeps_what_was_paid_for(tmp_path: Path) -> None:
    folder = _filled(tmp_path / "run")
    claim_folder(folder, _claim("b"), force=True)
    left = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert left == ["README.txt", "claim.json", "inner/deep/journal", "journal", "lock"]


def test_a_file_that_an_earlier_version_called_otherwise_goes_and_the_same_run_keeps_the_rest(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    claim_folder(folder, _claim(outputs=("releases.jsonl", "public.jsonl")))
    for name in ("releases.jsonl", "public.jsonl"):
        (folder / name).write_text("{}")
    claim_folder(folder, _claim())
    assert not (folder / "public.jsonl").exists()
    assert (folder / "releases.jsonl").exists()


@pytest.mark.skipif(os.name != "posix", reason="rights are those of POSIX")
def test_a_folder_that_was_there_is_closed_unless_it_holds_things_of_the_user(tmp_path: Path) -> None:
    for name, inside, mode in (("empty", (), 0o700), ("own", ("notes.txt",), 0o755)):
        folder = tmp_path / name
        folder.mkdir()
        folder.chmod(0o755)
        for file in inside:
            (folder / file).write_text("mine")
        claim_folder(folder, _claim())
        assert folder.stat().st_mode & 0o777 == mode, name
