"""``gyges datasets`` as a user meets it: output, messages, exit status."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gyges.cli import main
from gyges.corpus import read_documents


@dataclass(frozen=True)
class Result:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: str | Path) -> Result:
        monkeypatch.setenv("COLUMNS", "200")
        monkeypatch.setattr(sys, "argv", ["gyges", "datasets", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        captured = capsys.readouterr()
        status = caught.value.code
        return Result(status if isinstance(status, int) else 0, captured.out, captured.err)

    return call


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.csv"
    path.write_text("case,remark\n1,Ana is 40.\n2,Ben\n", encoding="utf-8")
    return path


def test_list_names_the_bundled_corpus_and_the_benchmarks(run: Run) -> None:
    result = run("list")
    assert result.status == 0
    for words in ("bundled", "spia-panorama-test", "1,268", "SynthPAI"):
        assert words in result.out
    listed = run("list", "--json", "-").json
    assert [row["name"] for row in listed][:2] == ["bundled", "spia-tab"]
    assert [row["here"] for row in listed][:2] == [True, False]


def test_show_says_terms_citation_files_and_that_addresses_were_not_tried(run: Run) -> None:
    result = run("show", "tab")
    assert result.status == 0
    for words in ("MIT", "Pilan et al.", "echr_dev.json", "https://raw.githubusercontent.com/", "not tried yet"):
        assert words in result.out
    described = run("show", "tab", "--json", "-").json
    assert (described["documents"], len(described["files"]), described["here"]) == (1268, 3, False)
    assert "ships with Gyges" in run("show", "bundled").out


def test_an_unknown_name_ends_with_status_2_and_near_names(run: Run) -> None:
    for command in (("show", "spia-tb"), ("stats", "spia-tb"), ("get", "spia-tb")):
        result = run(*command)
        assert (result.status, result.out) == (2, "")
        assert result.err == "gyges: GY203 there is no dataset 'spia-tb'; did you mean spia-tab?\n"


def test_stats_of_a_file_count_what_it_holds(run: Run, notes: Path) -> None:
    result = run("stats", notes, "--text-field", "remark", "--id-field", "case", "--json", "-")
    assert result.status == 0
    assert result.json["documents"] == 2
    assert result.json["length"] == {
        "total": 13,
        "mean": 6.5,
        "shortest": 3,
        "longest": 10,
        "distribution": {"0": 2},
    }


def test_convert_writes_our_own_keys(run: Run, notes: Path, tmp_path: Path) -> None:
    target = tmp_path / "notes.jsonl"
    result = run("convert", notes, target, "--text-field", "remark", "--id-field", "case")
    assert (result.status, result.out) == (0, "")
    assert result.err == f"gyges: wrote 2 documents to {target}\n"
    assert [(d.id, d.text) for d in read_documents(target)] == [("1", "Ana is 40."), ("2", "Ben")]
    again = run("convert", notes, target, "--text-field", "remark")
    assert (again.status, "is there already" in again.err) == (2, True)
    assert run("convert", notes, target, "--text-field", "remark", "--force").status == 0


def test_convert_works_in_a_pipe() -> None:
    command = [sys.executable, "-c", "from gyges.cli import main; main()", "datasets", "convert", "-", "-"]
    done = subprocess.run(
        command, input='{"id": 1, "text": "Zoë"}\n', capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout == '{"id": "1", "text": "Zoë"}\n'
    assert done.stderr == "gyges: wrote 1 documents to standard output\n"


def test_get_compares_with_the_published_number(run: Run, tmp_path: Path) -> None:
    row = {"personality": {"age": 30}, "feature": "age", "hardness": 1, "response": "Turned 30."}
    (tmp_path / "synthetic_dataset.jsonl").write_text(json.dumps(row), encoding="utf-8")
    result = run("get", "reddit-synthetic", "--path", tmp_path)
    assert result.status == 0
    assert result.out == f"{tmp_path / 'synthetic_dataset.jsonl'}\n"
    assert "1 documents, but 525 were published." in result.err
    assert "Licence: MIT." in result.err
    assert "nothing to fetch" in run("get", "bundled").out
