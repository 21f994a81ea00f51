"""Verbs with files in a store: read and written as files here, and what the user is told of it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from corpus.stores import BUCKET, PASSWORD, USER, s3_server, web_server
from gyges.cli._app import app
from gyges.corpus import bundled_corpus, read_documents, write_documents
from gyges.errors import ConfigError, GygesError, OutputExistsError

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the libraries of stores
runner = CliRunner()
STORE = f"s3://{BUCKET}"
SIGNATURE = "tell-nobody"


@pytest.fixture(scope="module", autouse=True)
def _s3() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch, s3_server(patch):
        write_documents(bundled_corpus()[:3], f"{STORE}/originals.jsonl")
        yield


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_documents(bundled_corpus()[:3], Path("originals.jsonl"))


def _run(*arguments: str) -> Any:
    done = runner.invoke(app, list(arguments), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done


def _refused(*arguments: str) -> GygesError:
    done = runner.invoke(app, list(arguments))
    assert isinstance(done.exception, GygesError), (done.exit_code, done.output, done.exception)
    return done.exception


def _texts(source: str) -> dict[str, str]:
    return {document.id: document.text for document in read_documents(source)}


def test_what_is_made_of_a_store_is_what_is_made_of_a_file() -> None:
    _run("anonymize", "originals.jsonl", "--method", "mask", "--keep-ids", "-o", "here.jsonl", "--out", "one")
    _run(
        "anonymize",
        f"{STORE}/originals.jsonl",
        "--method",
        "mask",
        "--keep-ids",
        "-o",
        f"{STORE}/1.jsonl",
        "--out",
        "two",
    )
    assert _texts(f"{STORE}/1.jsonl") == _texts("here.jsonl")
    audits = [
        json.loads(_run("audit", f"{place}originals.jsonl", released, "--json", "-").stdout)
        for place, released in (("", "here.jsonl"), (f"{STORE}/", f"{STORE}/1.jsonl"))
    ]
    assert audits[0]["metrics"] == audits[1]["metrics"]


def test_a_result_that_may_quote_originals_goes_to_a_store_by_name_and_aloud() -> None:
    done = _run("audit", "originals.jsonl", "--json", f"{STORE}/audit.json")
    assert f"gyges: the result goes to {STORE}/audit.json: it may quote originals" in done.stderr
    assert isinstance(_refused("audit", "originals.jsonl", "--json", f"{STORE}/audit.json"), OutputExistsError)
    again = _run("report", "runs/audit", "--out", f"{STORE}/audit.html")
    assert f"gyges: the report goes to {STORE}/audit.html: it may quote originals" in again.stderr
    figures = _run("report", "runs/audit", "--out", f"{STORE}/audit.md")
    assert "originals" not in figures.stderr  # figures alone quote nobody
    assert _refused("report", "runs/audit", "--out", f"{STORE}/tables").remedy == "name a .html or .md"


def test_a_copy_of_originals_is_said_before_it_is_made() -> None:
    done = _run("datasets", "convert", "originals.jsonl", f"{STORE}/copy.csv")
    assert done.stderr.startswith(f"gyges: a copy goes to {STORE}/copy.csv: it may quote originals")
    assert _texts(f"{STORE}/copy.csv") == _texts("originals.jsonl")


@pytest.mark.parametrize(
    "command",
    [
        ("anonymize", "originals.jsonl", "--method", "mask"),
        ("audit", "originals.jsonl"),
        ("attack", "originals.jsonl"),
        ("link", "originals.jsonl", "originals.jsonl"),
        ("benchmark", "plan.yaml"),
        ("demo",),
    ],
)
def test_a_run_folder_in_a_store_is_refused_in_one_line(command: tuple[str, ...]) -> None:
    error = _refused(*command, "--out", f"{STORE}/run")
    assert error.problem.startswith(f"{STORE}/run is in a store, and the journal of a run needs a disk")
    assert [path.name for path in Path().iterdir()] == ["originals.jsonl"]


def test_a_store_takes_a_file_and_no_folder_and_never_the_originals() -> None:
    released = ("anonymize", f"{STORE}/originals.jsonl", "--method", "mask")
    assert isinstance(_refused(*released, "-o", f"{STORE}/folder"), ConfigError)
    assert "overlap" in str(_refused(*released, "-o", f"{STORE}/originals.jsonl", "--force"))
    assert "keeps the looks of its original" in str(_refused(*released, "-o", "letter.docx"))


def test_a_secret_in_a_url_is_in_no_file_and_no_message() -> None:
    with web_server({"/private/letters.jsonl": Path("originals.jsonl").read_bytes()}) as host:
        url = f"http://{USER}:{PASSWORD}@{host}/private/letters.jsonl?sig={SIGNATURE}"
        told = [_run("anonymize", url, "--method", "mask", "--keep-ids", "-o", "released.jsonl", "--out", "run").output]
        audit = ("audit", url, "released.jsonl", "--known", url, "--out", "audit")
        told += [_run(*audit).output]
        told += [_run("datasets", "stats", url).output]
        missing = url.replace("letters", "none")
        Path("plan.yaml").write_text(f"name: p\ndatasets: [{{name: a, path: '{url}'}}]\nmethods: [mask]\n")
        for command in (
            ("anonymize", missing, "--method", "mask"),
            ("anonymize", url, "--method", "mask", "-o", url),
            ("audit", url, missing),
            ("datasets", "stats", missing),
            ("datasets", "convert", url, missing),
            ("benchmark", "plan.yaml"),
            ("anonymize", url, "--out", url),
        ):
            told += [str(_refused(*command))]
    Path("plan.yaml").unlink()
    kept = [path.read_bytes().decode(errors="replace") for path in Path().rglob("*") if path.is_file()]
    for secret in (PASSWORD, SIGNATURE):
        assert not any(secret in text for text in told + kept)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_texts_in_a_store_are_taken_back_when_the_result_beside_them_cannot_be_written() -> None:
    released = ("anonymize", "originals.jsonl", "--method", "mask", "-o", f"{STORE}/both.jsonl", "--out", "run")
    assert "/dev/full cannot be written" in str(_refused(*released, "--json", "/dev/full"))
    with pytest.raises(GygesError, match="there is no"):
        _texts(f"{STORE}/both.jsonl")
    _run(*released, "--json", "both.json")  # nothing is in the way of the same command
    assert len(_texts(f"{STORE}/both.jsonl")) == 3
    _refused(*released, "--json", "/dev/full", "--force")
    assert len(_texts(f"{STORE}/both.jsonl")) == 3  # it was there before
