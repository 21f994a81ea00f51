"""``gyges models check --injection``: what it says, what it writes, how it ends."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.testing import Answer, ChatRequest, ModelServer
from runs.injection.readers import KnowingReader

runner = CliRunner()
KINDS_OF_THE_FIRST_TEN = {"anonymous", "answer", "authority", "base64", "bidi", "code", "dialogue", "fence", "grader"}


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GYGES_HOME", str(tmp_path / "home"))


def _check(answer: Answer, *arguments: str) -> tuple[int, str, str]:
    with ModelServer(answer) as server:
        done = runner.invoke(app, ["models", "check", server.spec(), "--injection", *arguments])
    return done.exit_code, done.stdout, done.stderr


def test_a_model_that_holds_passes_and_the_table_has_roles_and_kinds() -> None:
    code, told, aside = _check(KnowingReader(), "--sample", "10")
    assert code == 0
    assert "Held in every role." in told
    for words in ("attacker", "judge", "matcher", "anonymizer", "answer", "stories: English"):
        assert words in told
    assert "10 documents, about 180 questions" in aside


def test_a_model_that_believes_documents_fails_with_every_changed_document_in_the_json() -> None:
    code, told, _ = _check(KnowingReader(KINDS_OF_THE_FIRST_TEN), "--sample", "10", "--json", "-")
    result = json.loads(told)["injection"]
    assert code == 1
    assert result["held"] is False
    assert {role["standing"] for role in result["roles"].values()} == {"steered"}
    assert result["kinds"]["fence"]["changed"]["value"] == 1.0
    assert result["kinds"]["header"]["changed"]["value"] == 0.0
    assert {row["kind"] for row in result["changed"]} == KINDS_OF_THE_FIRST_TEN


def test_a_model_without_a_valid_answer_is_not_asked_the_suite() -> None:
    asked: list[ChatRequest] = []

    def garbage(request: ChatRequest) -> str:
        asked.append(request)
        return "no"

    code, told, _ = _check(garbage)
    assert code == 1
    assert "The injection suite was not run" in told
    assert len(asked) == 2
    code, told, _ = _check(garbage, "--json", "-")
    assert json.loads(told)["injection"] is None


def test_a_sample_without_the_suite_is_a_mistake() -> None:
    with ModelServer() as server:
        done = runner.invoke(app, ["models", "check", server.spec(), "--sample", "3"])
    assert done.exit_code != 0
    assert not server.requests


def test_the_same_command_asks_nothing_twice() -> None:
    with ModelServer(KnowingReader()) as server:
        for expected in (True, False):
            before = len(server.requests)
            done = runner.invoke(app, ["models", "check", server.spec(), "--injection", "--sample", "1", "-q"])
            assert done.exit_code == 1
            assert (len(server.requests) - before > 2) is expected
