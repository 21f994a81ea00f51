"""What may be published holds no name of a file, no id, no order and no word of the originals' keeping."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import read_documents, write_documents, write_releases
from gyges.errors import ConfigError, InputError
from gyges.records import Document, Release

runner = CliRunner()
GYGES = [sys.executable, "-c", "from gyges.cli import main; main()"]
CANARY = "zylinska"
THINGS = ("roof", "gate", "fence", "cellar", "lawn", "gutter", "stairs", "chimney")
PLAN = "name: p\ndatasets: [{name: own, path: originals-zylinska}]\nmethods: [none, mask]\n"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of letters whose file names, and nothing in the texts, say whom they are about."""
    monkeypatch.chdir(tmp_path)
    Path(f"originals-{CANARY}").mkdir()
    for number in range(8):
        text = f"Ms Maria Kowalska, {30 + number}, is a nurse in Porto. She wrote about the {THINGS[number]}.\n"
        Path(f"originals-{CANARY}/{CANARY}-{number}.txt").write_text(text)
    Path("p.yaml").write_text(PLAN)


def _run(*arguments: str) -> str:
    done = runner.invoke(app, list(arguments), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def _public(folder: str) -> list[dict[str, str]]:
    lines = Path(folder, "public/public.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _anonymize(out: str, *more: str) -> str:
    return _run("anonymize", f"originals-{CANARY}", "--method", "mask", "--out", out, *more)


def test_nothing_in_any_public_folder_names_a_file_an_id_or_a_person() -> None:
    _anonymize("rel")
    rows = [Release(d.id, d.text, "unknown") for d in read_documents(f"originals-{CANARY}")]
    write_releases(rows, f"{CANARY}-own.jsonl")
    Path(f"known-{CANARY}.jsonl").write_text(json.dumps({"id": f"{CANARY}-k", "text": "Maria Kowalska, nurse."}) + "\n")
    originals, known = f"originals-{CANARY}", f"known-{CANARY}.jsonl"
    _run("audit", originals, "rel", f"{CANARY}-own.jsonl", "--known", known, "--out", "audit", "--show-original")
    _run("audit", originals, f"{CANARY}-own.jsonl", "--out", "audit-one")
    _run("link", originals, f"{CANARY}-own.jsonl", "--out", "link")
    _run("benchmark", "p.yaml", "--out", "bench")
    found = {path.as_posix() for path in Path().glob("*/public/**/*") if path.is_file()}
    assert found == {
        *("rel/public/public.jsonl", "audit/public/report.md", "audit-one/public/report.md", "link/public/report.html"),
        *("bench/public/report.html", "bench/public/table.md", "bench/public/table.csv"),
    }
    for name in found:
        content = Path(name).read_text(encoding="utf-8").casefold()
        assert content.strip()
        assert CANARY not in content, name
        assert "kowalska" not in content, name


def test_a_key_joins_releases_and_kept_ids_are_warned_about() -> None:
    Path("key").write_text("0123456789abcdef0123456789abcdef\n")
    Path("key").chmod(0o600)
    for out in ("one", "two"):
        _anonymize(out, "--id-key", "key")
    assert _public("one") == _public("two")
    told = _anonymize("kept", "--keep-ids")
    assert "WARNING: --keep-ids" in told
    assert {row["id"] for row in _public("kept")} == {f"{CANARY}-{number}.txt" for number in range(8)}
    both = runner.invoke(app, ["anonymize", f"originals-{CANARY}", "--keep-ids", "--id-key", "key"])
    assert isinstance(both.exception, ConfigError)


def test_what_is_published_can_be_audited_as_it_lies_there() -> None:
    _anonymize("rel")
    figures = []
    for name in ("rel", "rel/public", "rel/public/public.jsonl"):
        told = runner.invoke(app, ["audit", f"originals-{CANARY}", name, "--json", "-"])
        figures.append(json.loads(told.stdout)["metrics"]["cpr"])
        assert json.loads(told.stdout)["coverage"]["attacked"] == 8
    assert figures[0] == figures[1] == figures[2]
    Path("moved.jsonl").write_bytes(Path("rel/public/public.jsonl").read_bytes())
    lost = runner.invoke(app, ["audit", f"originals-{CANARY}", "moved.jsonl"])
    assert isinstance(lost.exception, InputError)
    assert "name the run folder that made them" in lost.exception.remedy


def test_releases_may_be_called_like_files_of_a_run() -> None:
    rows = [Release(d.id, d.text, "unknown") for d in read_documents(f"originals-{CANARY}")]
    names = ("mark", "progress.json", "results.json", "public")
    for name in names:
        write_releases(rows, f"{name}.jsonl")
    _run("audit", f"originals-{CANARY}", *(f"{name}.jsonl" for name in names), "--out", "run")
    assert all(Path(f"run/release-{name}/results.json").is_file() for name in names)
    assert [path.name for path in Path("run/public").iterdir()] == ["report.md"]


def test_a_forced_run_that_is_killed_leaves_no_result_of_the_earlier_one() -> None:
    _anonymize("run")
    write_documents([Document(str(n), f"Tom Berger {n} lives in Porto. " * 2000) for n in range(100)], "many.jsonl")
    _kill([*GYGES, "anonymize", "many.jsonl", "--method", "mask", "--out", "run", "--force"])
    left = {path.name for path in Path("run").iterdir()}
    assert not left & {"releases.jsonl", "public", "ids.jsonl"}
    assert "unfinished" in _run("runs", "show", "run")


def _kill(command: list[str]) -> None:
    """Start a command, and kill it once it has finished a document of its own."""
    journal = Path("run/journal")
    before = journal.stat().st_size if journal.exists() else 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        deadline = time.monotonic() + 60
        while not (journal.exists() and journal.stat().st_size > before) and time.monotonic() < deadline:
            time.sleep(0.02)
        process.kill()
        process.communicate(timeout=60)
