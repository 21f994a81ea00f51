import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.models import Reply, ReplyCache, default_cache_path
from gyges.testing import Capabilities, ChatRequest, FaultKind, FirstFaults, ModelServer

runner = CliRunner()


def _gyges(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [str(Path(sys.executable).with_name("gyges")), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_check_says_what_the_endpoint_supports() -> None:
    with ModelServer() as server:
        done = runner.invoke(app, ["models", "check", server.spec()])
    assert done.exit_code == 0
    assert "enforced by the endpoint" in done.stdout
    assert len(server.requests) == 2


def test_check_finds_out_that_schemas_are_not_supported() -> None:
    with ModelServer(
        lambda _: '{"people": 2, "first_name": "Ana"}', capabilities=Capabilities(json_schema=False)
    ) as server:
        done = runner.invoke(app, ["models", "check", server.spec(), "--json", "-"])
    result = json.loads(done.stdout)
    assert (result["json_schema"], result["valid"]) == ("refused", True)


def _talks_unless_told(request: ChatRequest) -> str:
    if "exactly this shape" in request.prompt:
        return '{"people": 2, "first_name": "Ana"}'
    return "Blue." if "colour" in request.prompt else "Two people are named, and the first one is Ana."


def test_check_finds_out_that_schemas_are_taken_and_ignored_and_that_words_help() -> None:
    with ModelServer(_talks_unless_told, capabilities=Capabilities(json_schema="ignored")) as server:
        done = runner.invoke(app, ["models", "check", server.spec(), "--json", "-"])
        shown = runner.invoke(app, ["models", "check", server.spec()])
    result = json.loads(done.stdout)
    assert (done.exit_code, result["json_schema"], result["valid"]) == (0, "ignored", True)
    assert "taken and ignored" in shown.stdout


def test_check_is_not_deceived_by_json_that_answers_the_question_and_not_the_schema() -> None:
    def json_mode(request: ChatRequest) -> str:
        return '{"answer": "blue"}' if "colour" in request.prompt else '{"people": 2, "first_name": "Ana"}'

    with ModelServer(json_mode, capabilities=Capabilities(json_schema="ignored")) as server:
        done = runner.invoke(app, ["models", "check", server.spec(), "--json", "-"])
    result = json.loads(done.stdout)
    assert (result["json_schema"], result["valid"]) == ("ignored", True)


def test_check_exits_with_one_when_the_answer_is_of_no_use() -> None:
    with ModelServer(faults=FirstFaults(FaultKind.MALFORMED, 2)) as server:
        done = runner.invoke(app, ["models", "check", server.spec()])
    assert done.exit_code == 1
    assert "no:" in done.stdout


def test_an_unreachable_endpoint_is_one_line_and_exit_two() -> None:
    done = _gyges("models", "check", "http://127.0.0.1:9/v1#m")
    assert done.returncode == 2
    assert done.stderr.startswith("gyges: GY302 http://127.0.0.1:9/v1 cannot be reached")
    assert "Traceback" not in done.stderr


def test_an_endpoint_that_takes_no_more_questions_is_said_to_be_there() -> None:
    with ModelServer(faults=FirstFaults(FaultKind.RATE_LIMIT, 1)) as server:
        done = _gyges("models", "check", server.spec())
    assert done.returncode == 2
    assert "429" in done.stderr
    assert "it is there, but takes no more questions for now" in done.stderr
    assert "address" not in done.stderr


def test_list_shows_the_ways_and_the_roles_of_the_settings_file(tmp_path: Path) -> None:
    config = tmp_path / "gyges.yaml"
    config.write_text("attacker: http://127.0.0.1:1/v1#m\n")
    done = runner.invoke(app, ["models", "list", "--config", str(config), "--json", "-"])
    result = json.loads(done.stdout)
    assert {way["form"] for way in result["ways"]} >= {"gguf:PATH", "openai/NAME"}
    assert result["roles"] == {"attacker": "http://127.0.0.1:1/v1#m"}


def test_a_found_settings_file_counts_once_it_was_confirmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gyges.yaml").write_text("attacker: http://127.0.0.1:1/v1#m\n")
    refused = _gyges("models", "list")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "run: gyges models trust gyges.yaml" in refused.stderr
    assert _gyges("models", "list", "--config", "gyges.yaml").returncode == 0
    assert _gyges("models", "trust").returncode == 0
    assert _gyges("models", "list").returncode == 0


def test_the_cache_is_shown_and_cleared() -> None:
    cache = ReplyCache(default_cache_path())
    cache.put("k", "m", Reply("x"))
    cache.close()
    shown = json.loads(runner.invoke(app, ["models", "cache", "--json", "-"]).stdout)
    assert shown["by_model"] == {"m": 1}
    assert "Dropped 1 replies." in runner.invoke(app, ["models", "cache", "--clear"]).stderr
