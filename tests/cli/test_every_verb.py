"""Every verb: its help, good input, empty input and wrong input."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges import __version__
from gyges.cli._app import VERBS as LINES
from gyges.cli._app import app
from gyges.corpus import bundled_corpus, write_documents
from gyges.errors import GygesError
from verbs import commands

runner = CliRunner()
NO_OPTION = "--nonsense"
"""Wrong input of a verb that takes none."""


@dataclass(frozen=True)
class Tries:
    """Words after the verb; None where there is no such input, or where tests of their own give the good one."""

    good: str | None = None
    empty: str | None = None
    wrong: str = NO_OPTION


TRIES = {
    "demo": Tries(),
    "audit": Tries("one.jsonl", "empty.jsonl", "nowhere.jsonl"),
    "attack": Tries("one.jsonl", "empty.csv", "nowhere.jsonl"),
    "validate": Tries("one.jsonl", "empty.jsonl", "nowhere.jsonl"),
    "anonymize": Tries("one.jsonl --method mask", "empty.jsonl", "nowhere.jsonl"),
    "benchmark": Tries("--list", "empty.yaml", "nowhere.yaml"),
    "link": Tries(None, "empty.jsonl empty.jsonl", "nowhere.jsonl one.jsonl"),
    "distill": Tries(None, "empty one.jsonl --role attacker --base nowhere --out o", "nowhere one.jsonl"),
    "synthesize": Tries(None, "empty.jsonl --base nowhere", "nowhere.jsonl --base nowhere"),
    "compare": Tries(None, "empty.jsonl empty.jsonl", "nowhere nowhere"),
    "dossier": Tries(None, "empty.jsonl --recipient a --purpose b --until 2099-01-01 -o o", "nowhere"),
    "agree": Tries("one.jsonl one.jsonl", None, "nowhere.jsonl one.jsonl"),
    "report": Tries(None, "empty.jsonl --out new.html", "nowhere --out new.html"),
    "synth-corpus": Tries("--n 1 --out new.jsonl", None, "--n 1 --out new.pdf"),
    "datasets": Tries(None, None, "nonsense"),
    "datasets list": Tries(""),
    "datasets show": Tries("bundled", None, "nonsense"),
    "datasets stats": Tries("one.jsonl", None, "nowhere.jsonl"),
    "datasets get": Tries("bundled", None, "nonsense"),
    "datasets convert": Tries("one.jsonl new.csv", None, "nowhere.jsonl new.csv"),
    "models": Tries(None, None, "nonsense"),
    "models list": Tries(""),
    "models check": Tries(None, None, "nonsense"),
    "models get": Tries(None, None, "nonsense"),
    "models prompts": Tries("", None, "nonsense"),
    "models trust": Tries("good.yaml", None, "nowhere.yaml"),
    "models cache": Tries(""),
    "train": Tries(None, None, "nonsense"),
    "train tagger": Tries(None, "empty.jsonl --base nowhere --out o", "nowhere.jsonl --base nowhere --out o"),
    "tune": Tries("--list", "empty.yaml", "nowhere.yaml"),
    "tune learn": Tries("--list", "empty.yaml", "nowhere.yaml"),
    "tune evaluate": Tries(None, "seed --task empty.yaml --model rules", "seed --task nowhere.yaml --model rules"),
    "runs": Tries(None, None, "nonsense"),
    "runs list": Tries(),
    "runs show": Tries(None, None, "nowhere"),
    "runs purge": Tries(None, None, "nowhere"),
    "studio": Tries(None, "project --documents empty.jsonl", "project --documents nowhere.jsonl"),
    "doctor": Tries(),
}


VERBS = sorted(name for name, _ in commands())


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write_documents(bundled_corpus()[:1], Path("one.jsonl"))
    for name in ("empty.jsonl", "empty.csv", "empty.yaml"):
        Path(name).touch()
    Path("empty").mkdir()
    Path("good.yaml").write_text("max_calls: 5\n", encoding="utf-8")


def _try(verb: str, words: str) -> tuple[int, str]:
    """Return the exit status and the complaint, as the command gives them."""
    done = runner.invoke(app, [*verb.split(), *words.split()])
    if isinstance(done.exception, GygesError):
        return 2, str(done.exception)
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    return done.exit_code, done.stderr


def test_the_line_of_every_verb_is_how_its_help_begins() -> None:
    for name, words in LINES.items():
        assert dict(commands())[name].help.startswith(words.rstrip(".")), name


def test_every_verb_is_tried() -> None:
    assert set(VERBS) <= TRIES.keys()


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_explains_itself_by_either_word(verb: str) -> None:
    shown = [runner.invoke(app, [*verb.split(), word]) for word in ("-h", "--help")]
    assert [one.exit_code for one in shown] == [0, 0]
    assert shown[0].stdout == shown[1].stdout
    assert "Usage:" in shown[0].stdout
    assert "-h, --help" in shown[0].stdout
    assert verb in ("datasets", "models") or re.search(r"Example: .*gyges", shown[0].stdout)


@pytest.mark.parametrize("verb", [verb for verb in VERBS if TRIES[verb].good is not None])
def test_good_input_is_exit_zero(verb: str) -> None:
    status, said = _try(verb, TRIES[verb].good or "")
    assert status == 0, said


@pytest.mark.parametrize("verb", [verb for verb in VERBS if TRIES[verb].empty is not None])
def test_empty_input_is_refused_in_one_line(verb: str) -> None:
    status, said = _try(verb, TRIES[verb].empty or "")
    assert status == 2
    assert len(said.strip().splitlines()) == 1, said
    assert ";" in said, "what to do is said too"


@pytest.mark.parametrize("verb", VERBS)
def test_wrong_input_is_exit_two_and_says_what_is_wrong(verb: str) -> None:
    status, said = _try(verb, TRIES[verb].wrong)
    assert status == 2
    assert "Traceback" not in said
    assert said.strip()


def test_the_version_is_told() -> None:
    assert runner.invoke(app, ["--version"]).stdout == f"gyges {__version__}\n"


def test_an_unknown_verb_is_exit_two() -> None:
    assert runner.invoke(app, ["frobnicate"]).exit_code == 2
