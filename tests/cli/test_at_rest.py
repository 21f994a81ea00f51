"""``--at-rest-key`` as a user meets it: nothing of a text is left in the open, and each mistake is one line."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import write_documents
from gyges.errors import ConfigError, GygesError, OutputExistsError, WrongKeyError
from gyges.models import default_cache_path
from gyges.records import Document
from gyges.testing import ChatRequest, ModelServer

runner = CliRunner()
TEXTS = {
    "kowalska": "Anna Kowalska, 43, a nurse from Gdansk, has diabetes. She called Dr Peter Brown on 4 May 2021.",
    "smith": "John Smith works at Lidl in Leeds and lost his wife Mary in 2019.",
}
TELLTALES = [b"Kowalska", b"kowalska", b"Gdansk", b"diabetes", b"Smith", b"Leeds", b"Lidl"]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GYGES_HOME", str(tmp_path / "home"))
    write_documents([Document(id_, text) for id_, text in TEXTS.items()], "texts.jsonl")
    _run("runs", "new-key", "k")
    _run("runs", "new-key", "other")


def _run(*arguments: str) -> str:
    done = runner.invoke(app, list(arguments), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def _error(*arguments: str) -> GygesError:
    error = runner.invoke(app, list(arguments)).exception
    assert isinstance(error, GygesError), error
    return error


def _told(folder: Path) -> list[tuple[str, bytes]]:
    files = [path for path in folder.rglob("*") if path.is_file() and "public" not in path.parts]
    return [(path.name, word) for path in files for word in TELLTALES if word in path.read_bytes()]


def _answer(request: ChatRequest) -> str:
    asked = "\n".join(message.content for message in request.messages)
    who = "A nurse from Gdansk has diabetes" if "Kowalska" in asked else "A man in Leeds works at Lidl"
    return json.dumps(
        {"explanation": "Names go.", "text": f"{who}, and there was a call, or a death in the family, some years ago."}
    )


@pytest.mark.parametrize(
    "command",
    [
        ("attack", "texts.jsonl"),
        ("audit", "texts.jsonl", "--show-original"),
        ("anonymize", "texts.jsonl", "--method", "mask"),
        ("link", "texts.jsonl", "texts.jsonl", "--samples", "1"),
    ],
    ids=lambda command: command[0],
)
def test_no_file_of_a_sealed_run_tells_a_word_and_the_same_command_goes_on(command: tuple[str, ...]) -> None:
    _run(*command, "--out", "run")
    assert _told(Path("run"))  # so that the search below would find something
    _run(*command, "--out", "sealed", "--at-rest-key", "k")
    assert not _told(Path("sealed"))
    journal = Path("sealed/journal").read_bytes()
    _run(*command, "--out", "sealed", "--at-rest-key", "k")
    assert Path("sealed/journal").read_bytes() == journal  # nothing was done again
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KEY", Path("k").read_text())
        (row,) = json.loads(_run("runs", "list", "sealed", "--json", "-", "--at-rest-key", "env:KEY"))
    assert (row["state"], row["documents"]) == ("done", 2 if command[0] != "link" else row["documents"])
    (row,) = json.loads(_run("runs", "list", "sealed", "--json", "-"))
    assert (row["state"], row["documents"]) == ("sealed", None)


def test_sealed_results_are_those_of_an_open_run_and_can_be_opened_reported_and_audited() -> None:
    for folder, key in (("open", ()), ("sealed", ("--at-rest-key", "k"))):
        _run("anonymize", "texts.jsonl", "--method", "mask", "--out", f"{folder}-releases", *key)
        _run("audit", "texts.jsonl", f"{folder}-releases/releases.jsonl", "--out", folder, *key)
    _run("runs", "open", "sealed", "--to", "opened", "--at-rest-key", "k")
    assert {path.name for path in Path("opened").iterdir()} == {"report.html", "results.json", "summary.json"}
    assert Path("opened/results.json").read_bytes() == Path("open/results.json").read_bytes()
    assert Path("opened/results.json").stat().st_mode & 0o777 == 0o600
    _run("report", "sealed", "--out", "again.md", "--at-rest-key", "k")
    _run("report", "open", "--out", "same.md")
    assert Path("again.md").read_text().replace("sealed", "open") == Path("same.md").read_text()
    assert isinstance(_error("runs", "open", "sealed", "--to", "opened", "--at-rest-key", "k"), OutputExistsError)
    assert "is not sealed" in str(_error("runs", "open", "open", "--to", "elsewhere", "--at-rest-key", "k"))


def test_a_wrong_key_a_missing_one_and_one_too_many_are_one_line_each_before_any_work() -> None:
    audit = ("audit", "texts.jsonl")
    _run(*audit, "--at-rest-key", "k")
    before = {path: path.read_bytes() for path in Path("runs").rglob("*") if path.is_file() and path.name != "lock"}
    assert isinstance(_error(*audit, "--at-rest-key", "other"), WrongKeyError)
    assert "name that key with --at-rest-key" in str(_error(*audit))
    assert "name that key" in str(_error(*audit, "--force"))
    for verb in (("report", "runs/audit", "--out", "r.md"), ("runs", "open", "runs/audit", "--to", "o")):
        assert isinstance(_error(*verb, "--at-rest-key", "other"), WrongKeyError)
        assert isinstance(_error(*verb), ConfigError)
    after = {path: path.read_bytes() for path in Path("runs").rglob("*") if path.is_file() and path.name != "lock"}
    assert before == after
    _run("attack", "texts.jsonl")
    assert "was begun without a key" in str(_error("attack", "texts.jsonl", "--at-rest-key", "k"))


def test_a_run_inside_of_a_sealed_one_outlives_it_sealed() -> None:
    _run("attack", "texts.jsonl", "--out", "outer", "--at-rest-key", "k")
    inner = ("attack", "texts.jsonl", "--out", "outer/mine")
    _run(*inner, "--at-rest-key", "k")
    _run("runs", "purge", "outer", "--yes")
    assert "name that key" in str(_error(*inner))
    assert isinstance(_error(*inner, "--at-rest-key", "other"), WrongKeyError)
    _run("runs", "open", "outer/mine", "--to", "opened", "--at-rest-key", "k")
    Path("outer/mine/at_rest.json").unlink()  # as one of an earlier version, or whoever wants it in the open
    assert "was sealed with a key" in str(_error(*inner))
    assert not _told(Path("outer"))


def test_a_run_of_another_key_is_one_line_to_show_and_a_state_in_the_list() -> None:
    _run("attack", "texts.jsonl", "--out", "runs/one", "--at-rest-key", "k")
    assert isinstance(_error("runs", "show", "runs/one", "--at-rest-key", "other"), WrongKeyError)
    (row,) = json.loads(_run("runs", "list", "--json", "-", "--at-rest-key", "other"))
    assert row["state"] == "sealed with another key"


def test_verbs_that_could_not_keep_the_promise_take_no_key() -> None:
    for verb in (["studio", "p"], ["synthesize", "texts.jsonl"], ["train", "tagger", "texts.jsonl"], ["doctor"]):
        done = runner.invoke(app, [*verb, "--at-rest-key", "k"])
        assert done.exit_code == 2
        assert "No such option" in done.output


def test_replies_of_models_are_sealed_paid_once_and_gone_with_the_run() -> None:
    with ModelServer(_answer) as server:
        paraphrase = ("anonymize", "texts.jsonl", "--method", "paraphrase", "--model", server.spec())
        for calls, key in ((2, "k"), (4, "other")):
            _run(*paraphrase, "--out", f"run-{key}", "--at-rest-key", key)
            assert len(server.requests) == calls  # one key does not open what another one sealed
            Path(f"run-{key}/journal").unlink()
            _run(*paraphrase, "--out", f"run-{key}", "--at-rest-key", key)
            assert len(server.requests) == calls  # the cache answers
        assert not _told(Path("home"))
        _purge("run-k", gone=2)
        _purge("run-other", gone=2)
        with closing(sqlite3.connect(default_cache_path())) as cache:
            assert cache.execute("SELECT count(*) FROM replies").fetchone() == (0,)


def test_a_purge_leaves_replies_that_another_run_has_used_until_that_one_goes_too() -> None:
    with ModelServer(_answer) as server:
        paraphrase = ("anonymize", "texts.jsonl", "--method", "paraphrase", "--model", server.spec())
        _run(*paraphrase, "--out", "one")
        write_documents([Document("smith", TEXTS["smith"])], "fewer.jsonl")
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
