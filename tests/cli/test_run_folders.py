"""Nothing in a run folder is replaced unasked, and nobody else may read it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import bundled_corpus, write_documents, write_releases
from gyges.errors import OutputExistsError
from gyges.records import Document, Fact, Release, Subject

runner = CliRunner()
GYGES = str(Path(sys.executable).with_name("gyges"))
PLAN = "name: p\ndatasets: [{{name: own, path: {path}}}]\nmethods: [none, mask]\n"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, chosen in (("one", slice(0, 3)), ("two", slice(3, 6))):
        told = [Fact("NAME", "Ana Reis"), Fact("OCCUPATION", "Nurse")][: 1 + (name == "two")]  # figures differ by set
        ana = Subject("0", "Ana Reis - a nurse", tuple(told))
        documents = [
            Document(d.id, f"Ana Reis, a nurse, wrote a letter about {d.id} to the town of Porto.", (ana,), meta=d.meta)
            for d in bundled_corpus()[chosen]
        ]
        write_documents(documents, Path(f"{name}.jsonl"))
        write_releases([Release(d.id, d.text, "none") for d in documents], Path(f"{name}-out.jsonl"))
        Path(f"{name}.yaml").write_text(PLAN.format(path=f"{name}.jsonl"))


def _attack(name: str) -> list[str]:
    return ["attack", f"{name}.jsonl"]


def _validate(name: str) -> list[str]:
    return ["validate", f"{name}.jsonl"]


def _anonymize(name: str) -> list[str]:
    return ["anonymize", f"{name}.jsonl", "--method", "mask"]


def _link(name: str) -> list[str]:
    return ["link", f"{name}.jsonl", f"{name}-out.jsonl"]


def _audit(name: str) -> list[str]:
    return ["audit", f"{name}.jsonl", f"{name}-out.jsonl"]


def _benchmark(name: str) -> list[str]:
    return ["benchmark", f"{name}.yaml"]


Command = Callable[[str], list[str]]
COMMANDS: dict[str, tuple[Command, tuple[str, ...]]] = {
    "attack": (_attack, ()),
    "validate": (_validate, ()),
    "anonymize": (_anonymize, ("releases.jsonl", "public/public.jsonl", "ids.jsonl")),
    "audit": (_audit, ("results.json", "report.html")),
    "link": (_link, ("results.json", "report.html")),
    "benchmark": (_benchmark, ("benchmark.json", "report.html", "table.md", "table.csv")),
}
every_verb = pytest.mark.parametrize(("command", "files"), COMMANDS.values(), ids=list(COMMANDS))


def _run(*arguments: str) -> None:
    done = runner.invoke(app, [*arguments, "--out", "run"], catch_exceptions=False)
    assert done.exit_code == 0, done.output


def _refused(*arguments: str) -> str:
    done = runner.invoke(app, [*arguments, "--out", "run"])
    assert isinstance(done.exception, OutputExistsError), (done.exit_code, done.output, done.exception)
    assert "--out" in done.exception.remedy
    assert "--force" in done.exception.remedy
    return done.exception.problem


def _contents() -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in Path("run").rglob("*") if path.is_file() and path.name != "lock"}


@every_verb
def test_other_texts_are_refused_before_anything_changes_and_forced_in(
    command: Command, files: tuple[str, ...]
) -> None:
    _run(*command("one"))
    before = _contents()
    assert "a run on other texts" in _refused(*command("two"))
    assert _contents() == before
    _run(*command("one"))  # the same command still goes on
    _run(*command("two"), "--force")
    assert not files or any(Path("run", name).read_bytes() != before[f"run/{name}"] for name in files)
    _refused(*command("one"))


@every_verb
def test_a_folder_of_another_verb_is_refused_and_forced(command: Command, files: tuple[str, ...]) -> None:
    _run(*(_link if command is _attack else _attack)("one"))
    assert "a run of 'gyges " in _refused(*command("one"))
    _run(*command("one"), "--force")
    assert all(Path("run", name).is_file() for name in files)


@pytest.mark.parametrize(
    ("command", "name"),
    [(command, name) for command, files in COMMANDS.values() for name in (*files, "journal", "lock", "summary.json")],
)
def test_a_file_of_the_users_own_is_never_touched_unasked(command: Command, name: str) -> None:
    own = Path("run", name)
    own.parent.mkdir(parents=True)
    own.write_text("my own words\n")
    assert name.partition("/")[0] in _refused(*command("one"))
    assert own.read_text() == "my own words\n"


def _unnamed(*arguments: str) -> str:
    """Run a command without --out and return the last line on standard error."""
    done = runner.invoke(app, list(arguments), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stderr.splitlines()[-1]


@every_verb
def test_without_out_other_texts_get_the_next_folder_and_the_same_ones_their_own(
    command: Command, files: tuple[str, ...]
) -> None:
    (verb,) = (name for name, (one, _) in COMMANDS.items() if one is command)
    base = "runs/benchmark/p" if verb == "benchmark" else f"runs/{verb}"
    assert _unnamed(*command("one")) == f"gyges: the run folder is {base}"
    before = {name: Path(base, name).read_bytes() for name in files}
    assert _unnamed(*command("two")) == f"gyges: the run folder is {base}-2"
    assert {name: Path(base, name).read_bytes() for name in files} == before
    assert all(Path(f"{base}-2", name).is_file() for name in files)
    assert _unnamed(*command("two")) == f"gyges: the run folder is {base}-2"
    assert _unnamed(*command("one")) == f"gyges: the run folder is {base}"
    assert not Path(f"{base}-3").exists()


def test_a_dry_run_looks_where_the_run_would_go() -> None:
    _unnamed(*_benchmark("one"))
    _unnamed(*_benchmark("two"))
    for name in ("one", "two"):
        runner.invoke(app, [*_benchmark(name), "--dry-run", "--json", f"{name}.json"], catch_exceptions=False)
        assert all(row["units"] == 0 for row in json.loads(Path(f"{name}.json").read_text())["rows"])
    assert not Path("runs/benchmark/p-3").exists()


def test_other_settings_are_refused() -> None:
    _run(*_anonymize("one"))
    assert "a run with other settings" in _refused("anonymize", "one.jsonl", "--method", "none")
    assert "a run with other settings" in _refused(*_anonymize("one"), "--strict")


def test_a_run_that_was_killed_before_it_signed_its_folder_goes_on() -> None:
    Path("run").mkdir()
    Path("run/lock").write_text('{"pid": 1, "started": "2026-01-01"}\n')
    _run(*_anonymize("one"))


@pytest.mark.parametrize("words", ["{", "[" * 5000, '{"name": 7}'])
def test_a_damaged_plan_is_one_sentence_and_force_gets_past_it(words: str) -> None:
    _run(*_anonymize("one"))
    Path("run/plan.json").write_text(words)
    done = subprocess.run([GYGES, *_anonymize("one"), "--out", "run"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "--force" in done.stderr
    _run(*_anonymize("one"), "--force")
    Path("run/claim.json").write_text(words)
    _refused(*_anonymize("one"))
    _run(*_anonymize("one"), "--force")


@every_verb
def test_only_the_owner_may_read_a_run_folder(command: Command, files: tuple[str, ...]) -> None:
    del files
    previous = os.umask(0o022)
    try:
        _run(*command("one"), "--json", "result.json")
    finally:
        os.umask(previous)
    assert Path("run").stat().st_mode & 0o777 == 0o700
    for path in Path("run").rglob("*"):
        assert path.stat().st_mode & 0o777 == (0o700 if path.is_dir() else 0o600), path
    assert Path("result.json").stat().st_mode & 0o777 == 0o600
    assert json.loads(Path("result.json").read_text())
