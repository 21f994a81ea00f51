"""``gyges runs`` as a user meets it: what is there, what may go out, and being rid of the rest."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import bundled_corpus, write_documents
from gyges.errors import OutputExistsError
from gyges.models import default_cache_path
from gyges.records import Document
from gyges.testing import ChatRequest, ModelServer

runner = CliRunner()
GYGES = [sys.executable, "-c", "from gyges.cli import main; main()"]
VERBS = {
    "attack": ["attack", "texts.jsonl"],
    "anonymize": ["anonymize", "texts.jsonl", "--method", "mask"],
    "audit": ["audit", "texts.jsonl"],
    "validate": ["validate", "texts.jsonl"],
    "benchmark": ["benchmark", "p.yaml"],
}


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GYGES_HOME", str(tmp_path / "home"))
    documents = [Document(d.id, d.text[:400], d.subjects, meta=d.meta) for d in bundled_corpus()[:2]]
    write_documents(documents, "texts.jsonl")
    Path("p.yaml").write_text("name: p\ndatasets: [{name: own, path: texts.jsonl}]\nmethods: [none]\n")


def _run(*arguments: str) -> str:
    done = runner.invoke(app, list(arguments), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_listed_shown_and_purged_without_a_trace(verb: str) -> None:
    _run(*VERBS[verb])
    (row,) = json.loads(_run("runs", "list", "--json", "-"))
    assert row["verb"] == verb
    assert row["state"] == "done"
    assert bool(row["public"]) == (verb in ("anonymize", "audit", "benchmark"))
    shown = _run("runs", "show", row["folder"])
    assert shown.count("may be published") == len(row["public"])
    assert f"gyges {verb}" in shown
    assert "Deleted" in _run("runs", "purge", row["folder"], "--yes")
    assert not Path(row["folder"]).exists()
    assert json.loads(_run("runs", "list", "--json", "-")) == []


def test_a_list_of_runs_fits_a_terminal_of_80_columns_without_a_broken_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for words in VERBS.values():
        _run(*words)
    shown = _run("runs", "list").splitlines()
    for folder, verb in (("anonymize", "anonymize"), ("benchmark/p", "benchmark")):
        (line,) = [line for line in shown if line.split()[:2] == [folder, verb]]
        assert line.split()[4] == "done"
    assert max(map(len, shown)) <= 80


@pytest.mark.parametrize(("answer", "status", "there"), [("y", 0, False), ("n", 1, True), ("", 1, True)])
def test_a_terminal_is_asked(answer: str, status: int, there: bool) -> None:
    _run(*VERBS["attack"])
    ours, theirs = pty.openpty()
    try:
        os.write(ours, f"{answer}\n".encode())
        command = [*GYGES, "runs", "purge", "runs/attack"]
        done = subprocess.run(command, stdin=theirs, capture_output=True, text=True, check=False, timeout=60)
    finally:
        os.close(ours)
        os.close(theirs)
    assert "Delete runs/attack (gyges attack, " in done.stdout
    assert done.returncode == status
    assert Path("runs/attack").exists() == there


def test_a_json_file_that_is_there_is_refused_before_the_work_by_every_verb_that_writes_one() -> None:
    Path("mine.json").write_text("mine")
    commands = [
        *VERBS.values(),
        ["runs", "list"],
        ["datasets", "stats", "bundled"],
        ["agree", "texts.jsonl", "texts.jsonl"],
        ["anonymize", "texts.jsonl", "--restore", "--key-file", "none"],
        ["train", "tagger", "texts.jsonl", "--base", "nowhere", "--out", "tagger"],
        ["compare", "nowhere", "nowhere"],
        ["demo"],
    ]
    for command in commands:
        done = runner.invoke(app, [*command, "--json", "mine.json"])
        assert isinstance(done.exception, OutputExistsError), command
    assert not Path("runs").exists()
    assert Path("mine.json").read_text() == "mine"
    for order in (["--json", "mine.json", "--force"], ["--force", "--json", "mine.json"]):
        _run("datasets", "stats", "bundled", *order)
    assert json.loads(Path("mine.json").read_text())
    assert Path("mine.json").stat().st_mode & 0o777 == 0o600


def test_reports_and_copies_that_tell_are_for_their_owner_and_figures_are_not_hidden() -> None:
    previous = os.umask(0o022)
    try:
        _run(*VERBS["audit"])
        _run("report", "runs/audit", "--out", "all.html")
        _run("report", "runs/audit", "--out", "figures.html", "--no-text")
        _run("report", "runs/audit", "--out", "figures.md")
        _run("report", "runs/audit", "--out", "tables")
        _run("datasets", "convert", "texts.jsonl", "copy.csv")
    finally:
        os.umask(previous)
    modes = {"all.html": 0o600, "tables/people.csv": 0o600, "copy.csv": 0o600}
    modes |= {"figures.html": 0o644, "figures.md": 0o644}
    assert {name: Path(name).stat().st_mode & 0o777 for name in modes} == modes


def test_a_table_that_is_there_is_refused_before_another_is_written() -> None:
    _run(*VERBS["audit"])
    Path("tables").mkdir()
    Path("tables/people.csv").write_text("mine")
    done = runner.invoke(app, ["report", "runs/audit", "--out", "tables"])
    assert isinstance(done.exception, OutputExistsError)
    assert [path.name for path in Path("tables").iterdir()] == ["people.csv"]


TEXTS = {
    "kowalska": "Anna Kowalska, 43, a nurse from Gdansk, has diabetes. She called Dr Peter Brown on 4 May 2021.",
    "smith": "John Smith works at Lidl in Leeds and lost his wife Mary in 2019.",
}


def _answer(request: ChatRequest) -> str:
    asked = "\n".join(message.content for message in request.messages)
    who = "A nurse from Gdansk has diabetes" if "Kowalska" in asked else "A man in Leeds works at Lidl"
    return json.dumps(
        {"explanation": "Names go.", "text": f"{who}, and there was a call, or a death in the family, some years ago."}
    )


def test_a_purge_leaves_replies_that_another_run_has_used_until_that_one_goes_too() -> None:
    with ModelServer(_answer) as server:
        paraphrase = ("anonymize", "people.jsonl", "--method", "paraphrase", "--model", server.spec())
        write_documents([Document(id_, text) for id_, text in TEXTS.items()], "people.jsonl")
        write_documents([Document("smith", TEXTS["smith"])], "fewer.jsonl")
        _run(*paraphrase, "--out", "one")
        _run("anonymize", "fewer.jsonl", *paraphrase[2:], "--out", "two")
        calls = len(server.requests)
        Path("two").rename("moved")  # a run is known by its mark, not by its place
        assert any(b"diabetes" in path.read_bytes() for path in default_cache_path().parent.iterdir())
        _purge("one", gone=1)
        Path("moved/journal").unlink()
        _run("anonymize", "fewer.jsonl", *paraphrase[2:], "--out", "moved")
        assert len(server.requests) == calls
        _purge("moved", gone=1)
        assert not any(b"diabetes" in path.read_bytes() for path in default_cache_path().parent.iterdir())


def _purge(folder: str, *, gone: int) -> None:
    assert f"and {gone} replies of models" in _run("runs", "purge", folder, "--yes")
    assert not Path(folder).exists()
