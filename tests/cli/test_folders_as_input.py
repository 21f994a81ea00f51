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


def test_one_release_has_the_same_figures_as_run_folder_as_file_and_as_folder() -> None:
    Path("letters").mkdir()
    for document in bundled_corpus()[20:23]:
        Path("letters", f"{document.id}.txt").write_text(document.text, encoding="utf-8")
    _run("anonymize", "letters", "-o", "released")
    lines = Path("runs/anonymize/releases.jsonl").read_text(encoding="utf-8").splitlines()
    made = {row["id"]: row["text"] for row in map(json.loads, lines)}
    Path("file.jsonl").write_text("".join(json.dumps({"id": id_, "text": made[id_]}) + "\n" for id_ in made))
    for verb in ("audit", "link"):
        told: list[dict[str, object]] = []
        for named in ("runs/anonymize", "runs/anonymize/public/public.jsonl", "released", "file.jsonl"):
            out = f"{verb}-{len(told)}"
            runner.invoke(app, [verb, "letters", named, "--out", out], catch_exceptions=False)
            found = json.loads(Path(out, "results.json").read_text(encoding="utf-8"))
            told.append({key: value for key, value in found.items() if key not in ("anonymizer", "reader")})
        assert told[1:] == told[:-1]
    refused = _refused("report", "runs/anonymize", "--out", "a.md")
    assert refused.remedy == "run: gyges audit ORIGINALS runs/anonymize"


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
