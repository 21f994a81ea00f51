"""Prompts of the user's own on the command line: listed, exported, used, named in results, and part of the plan."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import write_documents
from gyges.errors import GygesError
from gyges.records import Document, Fact, Subject
from gyges.testing import ModelServer, by_pattern

runner = CliRunner()
OWN = "{% block user %}MY OWN WORDS\n{{ text }}{% endblock %}"
ANSWERS = by_pattern({"MY OWN WORDS|list the people": '{"people": []}'})


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    path = tmp_path / "texts.jsonl"
    write_documents([Document("a", "Ana met Ben.", (Subject("0", "Ana", (Fact("NAME", "Ana", 5, 1),)),))], path)
    return path


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "own" / "attacks").mkdir(parents=True)
    (tmp_path / "own" / "attacks" / "people.jinja").write_text(OWN)
    return tmp_path / "own"


def _run(*words: str) -> str:
    done = runner.invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.output


def _refusal(*words: str) -> str:
    error = runner.invoke(app, list(words)).exception
    assert isinstance(error, GygesError)
    return str(error)


def test_ours_are_listed_and_exported(tmp_path: Path) -> None:
    assert "attacks/people" in _run("models", "prompts", "attacks/people")
    _run("models", "prompts", "attacks/people", "--export", str(tmp_path / "p"))
    assert "block user" in (tmp_path / "p" / "attacks" / "people.jinja").read_text()
    assert "attacks/people" in _run("models", "prompts", "--check", str(tmp_path / "p"))
    rows = json.loads(runner.invoke(app, ["models", "prompts", "--json", "-"]).stdout)
    assert {"name", "what", "fields", "documents", "part"} == set(rows[0])


def test_an_audit_asks_in_the_users_words_and_results_and_report_name_them(
    tmp_path: Path, texts: Path, own: Path
) -> None:
    with ModelServer(ANSWERS) as server:
        flags = ["audit", str(texts), "--attacker", server.spec(), "--accept", "weak-reader"]
        flags += ["--out", str(tmp_path / "run")]
        _run(*flags, "--prompts", str(own))
        assert any("MY OWN WORDS" in str(request.body) for request in server.requests)
    digests = json.loads((tmp_path / "run" / "results.json").read_text())["prompts"]
    assert list(digests) == ["attacks/people"]
    report = (tmp_path / "run" / "report.html").read_text()
    assert f"attacks/people ({digests['attacks/people']})" in report


def test_a_changed_prompt_is_another_run(tmp_path: Path, texts: Path, own: Path) -> None:
    with ModelServer(ANSWERS) as server:
        flags = ["attack", str(texts), "--attacker", server.spec(), "--out", str(tmp_path / "run")]
        _run(*flags, "--prompts", str(own))
        before = len(server.requests)
        _run(*flags, "--prompts", str(own))
        assert len(server.requests) == before  # nothing is paid twice
        (own / "attacks" / "people.jinja").write_text(OWN.replace("WORDS", "WORDS, ANOTHER TIME"))
        assert "other settings" in _refusal(*flags, "--prompts", str(own))
        _run(*flags, "--prompts", str(own), "--force")
        assert len(server.requests) == before + 1


def test_a_wrong_prompt_is_one_line_before_any_call(tmp_path: Path, texts: Path, own: Path) -> None:
    (own / "attacks" / "people.jinja").write_text("{% block user %}Who?{% endblock %}")
    with ModelServer(ANSWERS) as server:
        for verb in ("attack", "audit", "anonymize", "validate"):
            output = _refusal(verb, str(texts), "--prompts", str(own), "--out", str(tmp_path / verb))
            assert "does not show 'text'" in output
            assert not (tmp_path / verb).exists()
        assert not server.requests


def test_gyges_yaml_names_prompts_and_has_to_be_confirmed_anew_when_they_change(
    tmp_path: Path, texts: Path, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GYGES_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gyges.yaml").write_text("prompts: own\n")
    with ModelServer(ANSWERS) as server:
        flags = ["attack", str(texts), "--attacker", server.spec()]
        assert "sets prompts" in _refusal(*flags)
        _run("models", "trust", "gyges.yaml")
        _run(*flags)
        assert "MY OWN WORDS" in str(server.requests[0].body)
        (own / "attacks" / "people.jinja").write_text(OWN.replace("MY", "NOT MY"))
        assert "sets prompts" in _refusal(*flags)


def test_releases_tell_of_own_prompts(tmp_path: Path, texts: Path) -> None:
    place = tmp_path / "own" / "anonymizers" / "paraphrase.jinja"
    place.parent.mkdir(parents=True)
    place.write_text(
        "{# without: purpose, glossary #}"
        "{% block user %}SAY IT ANEW {{ text }}{% include 'rewrite_answer.jinja' %}{% endblock %}"
    )
    answers = by_pattern({"SAY IT ANEW": '{"explanation": "", "text": "Somebody met somebody."}'})
    with ModelServer(answers) as server:
        flags = ["anonymize", str(texts), "--method", "paraphrase", "--model", server.spec()]
        _run(*flags, "--prompts", str(tmp_path / "own"), "--out", str(tmp_path / "run"))
    row = json.loads((tmp_path / "run" / "releases.jsonl").read_text())
    assert list(row["trace"]["prompts"]) == ["anonymizers/paraphrase"]
