"""A full disk is one line and exit status 2, wherever it is met."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import bundled_corpus, write_documents
from gyges.errors import InputError
from small_disk import small_disk

GYGES = [sys.executable, "-c", "from gyges.cli import main; main()"]
BYTES = 48 * 1024
FEWER = {"tables": 8 * 1024, "texts": 24 * 1024, "texts, then JSON": 40 * 1024, "folder, then JSON": 60 * 1024}
COMMANDS = {
    "anonymize": "anonymize texts.jsonl --method mask --out DISK/run",
    "audit": "audit texts.jsonl --out DISK/run",
    "attack": "attack texts.jsonl --out DISK/run",
    "benchmark": "benchmark p.yaml --out DISK/run",
    "link": "link texts.jsonl rel --out DISK/run",
    "report": "report audit --out DISK/report.html",
    "tables": "report audit --out DISK/tables",
    "prompts": "models prompts --export DISK/prompts",
    "texts": "anonymize texts.jsonl --method mask --out run-of-texts -o DISK/texts",
    "texts, then JSON": "anonymize texts.jsonl --method mask --out run-1 -o DISK/texts.jsonl --json DISK/all.json",
    "folder, then JSON": "anonymize texts.jsonl --method mask --out run-2 -o DISK/texts --json DISK/all.json",
    "synth-corpus": "synth-corpus --n 100 --out DISK/made.jsonl",
    "convert": "datasets convert bundled DISK/copy.csv",
}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("world")
    texts, rel = str(folder / "texts.jsonl"), str(folder / "rel")
    write_documents(bundled_corpus()[:12], texts)
    (folder / "p.yaml").write_text("name: p\ndatasets: [{name: own, path: texts.jsonl}]\nmethods: [none, mask]\n")
    audit = ["audit", texts, rel]
    for command in (["anonymize", texts, "--method", "mask", "--out", rel], audit):
        place = [] if "--out" in command else ["--out", str(folder / "audit")]
        assert CliRunner().invoke(app, [*command, *place]).exit_code == 0
    return folder


@pytest.fixture
def disk(tmp_path: Path, verb: str) -> Iterator[Path]:
    """A disk of 48 KiB where this machine lets us make one, else a folder; see `_limited`."""
    place = tmp_path / "disk"
    with ExitStack() as mounted:
        with suppress(OSError):
            mounted.enter_context(small_disk(place, FEWER.get(verb, BYTES)))
        yield place


def _limited() -> None:
    """Let no file grow beyond the size of the small disk, for machines that lend none."""
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (BYTES, BYTES))


@pytest.mark.skipif(os.name != "posix", reason="disks and limits are those of POSIX")
@pytest.mark.parametrize("verb", COMMANDS)
def test_it_is_said_in_one_line_and_nothing_half_is_left(verb: str, world: Path, disk: Path) -> None:
    if (verb in ("tables", "prompts", "texts") or "JSON" in verb) and not os.path.ismount(disk):
        pytest.skip("no file is large here, only all of them together, and no file system can be mounted")
    limit = None if os.path.ismount(disk) else _limited
    command = [*GYGES, *COMMANDS[verb].replace("DISK", str(disk)).split()]
    done = subprocess.run(command, cwd=world, capture_output=True, text=True, check=False, preexec_fn=limit)
    assert done.returncode == 2, done.stderr
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("gyges: GY")]
    assert "No space left" in line or "File too large" in line
    assert str(disk) in line
    assert "Traceback" not in done.stderr
    assert not list(disk.rglob(".*"))  # drafts are hidden
    left = [path.relative_to(disk) for path in disk.rglob("*") if path.is_file()]
    assert not [path for path in left if path.parts[0] not in ("run", "lost+found")]


def test_proposals_that_were_not_all_written_are_not_taken_for_decisions(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "one.txt").write_text("Ana Kowalska, 42, is a nurse in Graz.", encoding="utf-8")
    command = ["anonymize", str(tmp_path / "one.txt"), "--method", "mask", "--out", str(tmp_path / "run")]
    command += ["--review", str(tmp_path / "review.yaml")]
    in_the_way = tmp_path / "run" / "review.html" / "journal"  # as a full disk is; --force clears no journal
    in_the_way.parent.mkdir()
    in_the_way.touch()
    stopped = CliRunner().invoke(app, [*command, "--force"])
    assert isinstance(stopped.exception, InputError)
    assert not (tmp_path / "review.yaml").exists()
    in_the_way.unlink()
    in_the_way.parent.rmdir()
    again = CliRunner().invoke(app, command)
    assert "Decide on them" in again.stdout
    assert not (tmp_path / "run" / "releases.jsonl").exists()
