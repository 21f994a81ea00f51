"""Folders that one verb left are what another one takes."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import bundled_corpus, write_documents
from gyges.errors import InputError

runner = CliRunner()


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_documents(bundled_corpus()[:3], Path("originals.jsonl"))


def _run(*arguments: str) -> str:
    done = runner.invoke(app, list(arguments), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def _refused(*arguments: str) -> InputError:
    done = runner.invoke(app, list(arguments))
    assert isinstance(done.exception, InputError), (done.exit_code, done.output, done.exception)
    return done.exception


def _audit_two() -> None:
    for method in ("mask", "none"):
        _run("anonymize", "originals.jsonl", "--method", method, "--out", f"runs/{method}")
    _run("audit", "originals.jsonl", "runs/mask", "runs/none", "--out", "runs/audit")


def test_the_folder_of_anonymize_is_audited_and_linked_by_the_releases_in_it() -> None:
    _run("anonymize", "originals.jsonl", "--method", "mask")
    folder = ("originals.jsonl", "runs/anonymize", "--json", "-")
    file = ("originals.jsonl", "runs/anonymize/releases.jsonl", "--json", "-")
    for verb, more in (("audit", ()), ("link", ())):
        one, two = (json.loads(_run(verb, *named, *more)) for named in (folder, file))
        assert one == two
    assert _refused("report", "runs/anonymize", "--out", "a.md").remedy == "run: gyges audit ORIGINALS runs/anonymize"


def test_an_audit_of_several_releases_is_reported_as_a_whole_and_compared_by_name() -> None:
    _audit_two()
    _run("report", "runs/audit", "--out", "all.md")
    text = Path("all.md").read_text()
    assert "**mask.** Of" in text
    assert "**none.** Of" in text
    assert "Protected less now" in _run("compare", "runs/audit/mask", "runs/audit/none")
    assert _refused("compare", "runs/audit", "runs/audit/none").remedy == "name one of runs/audit/mask, runs/audit/none"


def test_people_whom_nobody_annotated_are_in_the_results_and_in_no_table_of_a_benchmark() -> None:
    documents = [json.loads(line) for line in Path("originals.jsonl").read_text().splitlines()]
    for document in documents:
        document["subjects"] = document["subjects"][:1]
    Path("few.jsonl").write_text("\n".join(map(json.dumps, documents)))
    results = json.loads(_run("audit", "few.jsonl", "--json", "-"))
    assert results["strangers"]
    assert {"document", "id", "description", "facts"} <= results["strangers"][0].keys()
    assert any(fact["evidence"] for one in results["strangers"] for fact in one["facts"])
    Path("plan.yaml").write_text("name: p\ndatasets: [{name: own, path: few.jsonl}]\nmethods: [none]\n")
    _run("benchmark", "plan.yaml")
    cells = json.loads(Path("runs/benchmark/p/benchmark.json").read_text())["cells"]
    assert cells
    assert not any(cell["results"].get("strangers") for cell in cells)
