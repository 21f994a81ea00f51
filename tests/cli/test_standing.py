"""Direct identifiers that stand in releases are said, and nothing that has to be held back is called publishable."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import write_documents, write_releases
from gyges.records import Document, Release

runner = CliRunner()
NAMED = "Ms Maria Kowalska, 41, is a nurse in Porto. Call her on +48 601 234 567."
FREE = "Nobody was hurt when the lorry lost its load on the motorway."
FRENCH = "La voisine d'en face a perdu sa clé hier soir et elle est restée chez nous dans la cuisine."
MINE = "Somebody called Kowalska is a nurse. Call her on the telephone."


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_documents([Document("named-1", NAMED), Document("free-2", FREE)], "texts.jsonl")


def _gyges(*words: str, status: int = 0) -> tuple[str, str]:
    done = runner.invoke(app, list(words), catch_exceptions=False)
    assert done.exit_code == status, done.output
    return done.stdout, done.stderr


def test_what_stands_is_named_by_document_and_the_folder_says_hold_back() -> None:
    said, _ = _gyges("anonymize", "texts.jsonl", "--method", "none")
    assert "Direct identifiers that stand: 2 in 1 of 2 documents. Hold back 1 of 2 documents.\nnamed-1: '" in said
    assert "Maria Kowalska', '" in said
    assert "601 234 567'\n" in said
    assert "public.jsonl has to be held back" in said
    shown, note = _gyges("runs", "show", "runs/anonymize")[0], Path("runs/anonymize/README.txt").read_text()
    for words in (said, shown, note):
        assert "may be published" not in words.lower()
        assert "hold back" in words.lower()
    assert json.loads(_gyges("runs", "show", "runs/anonymize", "--json", "-")[0])["public"] == []


def test_where_nothing_stands_the_texts_may_be_published_though_they_were_held_back_before() -> None:
    _gyges("anonymize", "texts.jsonl", "--method", "none", "--out", "run")
    assert json.loads(Path("run/hold_back.json").read_text()) == {"standing": 1, "unread": 0}
    write_documents([Document("free-2", FREE), Document("free-3", FREE)], "free.jsonl")
    said, _ = _gyges("anonymize", "free.jsonl", "--method", "none", "--out", "run", "--force")
    assert "Direct identifiers that stand: none in 2 documents.\n" in said
    assert "public.jsonl may be published" in said
    assert not Path("run/hold_back.json").exists()
    assert "May be published: what is in public/" in Path("run/README.txt").read_text()
    assert "may be published" in _gyges("runs", "show", "run")[0]


def test_strictly_a_document_in_which_something_stands_is_not_among_the_public_texts() -> None:
    said, told = _gyges("anonymize", "texts.jsonl", "--method", "none", "--strict", status=1)
    (row,) = Path("runs/anonymize/public/public.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(row)["text"] == FREE
    assert "named-1 has no release" in told
    assert "Maria Kowalska" in told
    assert "public.jsonl has the other documents" in said
    assert "may be published" not in said
    _, told = _gyges("anonymize", "texts.jsonl", "--method", "none", "--strict", "--no-text", "--out", "b", status=1)
    assert "gyges: 1 of 2 documents have no release\n" in told
    assert "Kowalska" not in told


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_audit_says_what_stands_in_releases_that_somebody_else_made(jobs: str) -> None:
    write_documents([Document("named-1", NAMED), Document("free-2", FREE), Document("french-3", FRENCH)], "o.jsonl")
    made = [("named-1", MINE), ("free-2", FREE), ("french-3", FRENCH)]
    write_releases([Release(*row, "mine") for row in made], "mine.jsonl")
    asked = ("audit", "o.jsonl", "mine.jsonl", "--fail-under", "coverage=0.1", "--accept", "weak-reader")
    said, _ = _gyges(*asked, "--jobs", jobs, "--out", "run")
    results = json.loads(Path("run/results.json").read_text(encoding="utf-8"))
    assert results["standing"] == [{"document": "named-1", "words": "Kowalska", "kind": "person"}]
    assert results["unchecked"] == [{"document": "french-3", "reason": "the text is in French"}]
    counted = "Direct identifiers that stand: 1 in 1 of 3 documents. 1 of 3 documents could not be checked for them."
    lines = ("Hold back 2 of 3 documents.", "named-1: 'Kowalska'", "french-3: cannot be checked: the text is in French")
    assert " ".join((counted, *lines)) in " ".join(said.split())
    assert "may be published" not in said.lower()
    page, public = Path("run/report.html"), Path("run/public/report.md")
    assert "<bdi>named-1: &#39;Kowalska&#39;</bdi>" in page.read_text(encoding="utf-8")
    assert counted in public.read_text(encoding="utf-8")
    assert "Kowalska" not in public.read_text(encoding="utf-8")
    said, _ = _gyges(*asked, "--out", "b", "--no-text")
    for words in (" ".join(said.split()), Path("b/report.html").read_text(encoding="utf-8")):
        assert counted in words
        assert "Kowalska" not in words


def test_an_audit_of_originals_alone_says_nothing_about_what_stands() -> None:
    said, _ = _gyges("audit", "texts.jsonl", "--accept", "weak-reader")
    assert "that stand" not in said
    assert json.loads(Path("runs/audit/results.json").read_text(encoding="utf-8"))["standing"] is None
