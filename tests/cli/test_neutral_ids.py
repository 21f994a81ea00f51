"""What ``gyges anonymize -o`` writes is audited as it is: its run says which text is which, and nobody guesses."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gyges.cli._app import app
from gyges.corpus import write_documents
from gyges.errors import InputError
from gyges.records import Document

runner = CliRunner()
DOCUMENTS = [
    Document("kowalska", "Ms Maria Kowalska, 41, is a nurse in Porto. She has two sons."),
    Document("berger", "Tom Berger called Ana Reis from Porto on Monday.\nHe is a lawyer."),
    Document("reis", "Dr Ana Reis is a cardiologist in Lisbon, and her husband Luis is a baker."),
]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_documents(DOCUMENTS, Path("originals.jsonl"))


def _run(*words: str) -> Result:
    return runner.invoke(app, list(words))


def _anonymize(*words: str) -> None:
    assert _run("anonymize", "originals.jsonl", "--method", "mask", *words).exit_code == 0


def _cut(text: str) -> str:
    return "".join(text.splitlines(keepends=True)[1:])


@pytest.mark.parametrize("output", ["released.jsonl", "released.csv", "released"])
def test_a_file_of_ones_own_is_audited_like_the_run_that_made_it(output: str) -> None:
    _anonymize("-o", output)
    figures = []
    for name in (output, "runs/anonymize"):
        done = _run("audit", "originals.jsonl", name, "--json", "-")
        assert done.exit_code == 0, done.output
        results = json.loads(done.stdout)
        figures.append([results[key] for key in ("metrics", "coverage", "kept")])
        said = "runs/anonymize/ids.jsonl says which original each was made of" in done.stderr
        assert said == (name == output)
    assert figures[0] == figures[1]


def test_a_part_of_it_is_audited_and_the_rest_counts_as_missing() -> None:
    _anonymize("-o", "released.jsonl")
    part = _cut(Path("released.jsonl").read_text(encoding="utf-8"))
    Path("part.jsonl").write_text(part, encoding="utf-8")
    done = _run("audit", "originals.jsonl", "part.jsonl", "--json", "-")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["coverage"]["attacked"] == 2


@pytest.mark.parametrize(
    "spoil",
    [
        lambda: shutil.rmtree("runs"),
        lambda: Path("runs/anonymize/ids.jsonl").unlink(),
        lambda: Path("runs/anonymize/ids.jsonl").write_text("{}", encoding="utf-8"),
        lambda: _change("released.jsonl", lambda text: text.replace("called", "phoned")),
        lambda: _change("released.jsonl", lambda text: text.replace("d-0001", "d-0009")),
        lambda: _change("released.jsonl", lambda text: text + '{"id": "d-0004", "text": "Another."}\n'),
        lambda: Path("runs/anonymize/public/public.jsonl").write_text("{", encoding="utf-8"),
        lambda: _change("released.jsonl", lambda text: text + text.replace('"d-0003"', '"d-0003.txt"').split("\n")[2]),
        lambda: _change("originals.jsonl", lambda text: text.replace("kowalska", "nowak")),
    ],
)
def test_what_no_run_published_is_not_guessed_and_the_error_names_both_ways(spoil: Callable[[], object]) -> None:
    _anonymize("-o", "released.jsonl")
    spoil()
    for verb in ("audit", "link"):
        done = _run(verb, "originals.jsonl", "released.jsonl")
        assert isinstance(done.exception, InputError)
        assert "runs/anonymize) or make them with --keep-ids" in done.exception.remedy


def test_two_runs_that_disagree_vouch_for_nothing() -> None:
    _anonymize("-o", "released.jsonl")
    shutil.copytree("runs/anonymize", "runs/anonymize-2")
    assert _run("audit", "originals.jsonl", "released.jsonl").exit_code == 0
    swapped = str.maketrans({"2": "3", "3": "2"})
    _change("runs/anonymize-2/ids.jsonl", lambda text: text.translate(swapped))
    assert isinstance(_run("audit", "originals.jsonl", "released.jsonl").exception, InputError)


def _change(name: str, change: Callable[[str], str]) -> None:
    path = Path(name)
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
