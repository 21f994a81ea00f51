"""``--seeds`` as a user types it: each seed is a run of its own, and the report says what holds over them."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gyges.cli import EXIT_FAILED
from gyges.cli._app import app
from gyges.corpus import bundled_corpus, write_documents, write_releases
from gyges.errors import BudgetExhaustedError, ConfigError
from gyges.records import Document, Fact, Release, Subject
from gyges.testing import ChatRequest, ModelServer

NAMES = ("Ana Reis", "Tom Berger", "Ida Holm", "Paul Okoro", "Mia Sand", "Leo Varga")

FLAGS = ("--stages", "1", "--seeds", "1,2,3", "--accept", "weak-reader")  # the scripted model reads these texts alone


def _run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def _people(tmp_path: Path) -> tuple[str, str]:
    texts = [f"{name} wrote the letter of day {n} and went home." for n, name in enumerate(NAMES)]
    people = [(Subject("0", name, (Fact("NAME", name, 5, 1),)),) for name in NAMES]
    documents = [Document(f"d{n}", text, person) for n, (text, person) in enumerate(zip(texts, people, strict=True))]
    write_documents(documents, tmp_path / "originals.jsonl")
    hidden = [text.replace(name, "Nemo") for text, name in zip(texts, NAMES, strict=True)]
    releases = [Release(f"d{n}", text, "hand") for n, text in enumerate(hidden)]
    write_releases(releases, tmp_path / "released.jsonl")
    return str(tmp_path / "originals.jsonl"), str(tmp_path / "released.jsonl")


class _Moody:
    """Finds the names that stand in a text; of releases the first name of the letter on every third question only."""

    def __init__(self) -> None:
        self.asked: dict[str, int] = {}

    def __call__(self, request: ChatRequest) -> str:
        words = "\n".join(message.content for message in request.messages)
        if "matches" in str(request.schema):
            return json.dumps({"matches": [{"truth": "T1", "found": "F1"}]})
        there = [name for name in NAMES if name in words]
        if "Nemo" in words and "letter of day 0" in words:
            self.asked["d0"] = self.asked.get("d0", 0) + 1
            there = [NAMES[0]] if self.asked["d0"] == 3 else []
        facts = [{"tag": "NAME", "quotes": [], "value": there[0], "certainty": 5}] if there else []
        person = {"called": "somebody", "description": "who wrote", "how_many": 1, "facts": facts}
        return json.dumps({"people": [person]})


def test_an_audit_tells_mean_spread_and_which_differences_hold(tmp_path: Path) -> None:
    originals, released = _people(tmp_path)
    with ModelServer(_Moody()) as server:
        words = ("audit", originals, released, "--attacker", server.spec(), *FLAGS)
        done = _run(*words, "--out", "run")
        asked = len(server.requests)
        again = _run(*words, "--out", "run")
        assert len(server.requests) == asked  # nothing is paid twice
    assert done.exit_code == again.exit_code == 0, done.output
    made = json.loads(Path("run/seeds.json").read_text(encoding="utf-8"))
    assert (
        Path("run/README.txt").read_text(encoding="utf-8").splitlines()[2].startswith("Nothing in this folder may be")
    )
    assert not Path("run/public").exists()
    rows = {(row["who"], row["figure"]): row for row in made["figures"]}
    release, before = rows["hand", "CPR"], rows["original text", "CPR"]
    assert sorted(release["by_seeds"]) == pytest.approx([5 / 6, 1, 1])
    assert (release["least"], release["most"], release["documents"]) == (pytest.approx(5 / 6), 1, 6)
    assert before["by_seeds"] == [0, 0, 0]
    (held,) = [row for row in made["differences"] if row["figure"] == "CPR"]
    assert (held["pairs_of_seeds"], held["survives"]) == (3, True)
    assert "Which differences hold" in done.stdout
    page = Path("run/report.html").read_text(encoding="utf-8")
    assert 'href="seed-2/report.html"' in page
    assert not any(name in page for name in NAMES)
    one = json.loads(Path("run/seed-1/results.json").read_text(encoding="utf-8"))
    assert one["metrics"]["cpr"]["value"] == pytest.approx(release["by_seeds"][0])


def test_every_seed_must_pass_the_gate(tmp_path: Path) -> None:
    originals, released = _people(tmp_path)
    with ModelServer(_Moody()) as server:
        words = ("audit", originals, released, "--attacker", server.spec(), *FLAGS)
        done = _run(*words, "--fail-under", "cpr=0.95", "--out", "run")
    assert done.exit_code == EXIT_FAILED
    assert "hand, seed " in done.stderr


def test_all_seeds_together_have_one_budget(tmp_path: Path) -> None:
    originals, released = _people(tmp_path)
    with ModelServer(_Moody()) as server:
        words = ("audit", originals, released, "--attacker", server.spec(), *FLAGS)
        done = _run(*words, "--max-calls", "30", "--out", "run")
        assert len(server.requests) <= 30
        assert isinstance(done.exception, BudgetExhaustedError)
        whole = _run(*words, "--out", "run")
    assert whole.exit_code == 0, whole.output


def test_linkage_is_compared_with_its_controls_over_seeds(tmp_path: Path) -> None:
    documents = bundled_corpus()[:5]
    write_documents(documents, tmp_path / "originals.jsonl")
    write_releases([Release(d.id, d.text, "none") for d in documents], tmp_path / "releases.jsonl")
    done = _run("link", "originals.jsonl", "releases.jsonl", "--seeds", "1,2,3", "--out", "run", "--json", "-")
    assert done.exit_code == 0, done.output
    made = json.loads(done.stdout)
    rows = {(row["who"], row["figure"]): row for row in made["figures"]}
    for seed, value in zip(made["seeds"], rows["none", "semantic distance"]["by_seeds"], strict=True):
        alone = json.loads(Path(f"run/seed-{seed}/results.json").read_text(encoding="utf-8"))
        assert alone["semantic"]["distance"]["value"] == pytest.approx(value)
        assert alone["settings"]["seed"] == seed
        mean = sum(row["controls"]["known_alone"] for row in alone["records"] if "known_alone" in row["controls"])
        assert mean / alone["controls"]["known_alone"]["denominator"] == pytest.approx(
            alone["controls"]["known_alone"]["value"]
        )
    assert rows["none", "found again"]["value"] == 1
    held = {(row["one"], row["two"]): row["survives"] for row in made["differences"]}
    assert held["none", "known alone"]  # an untouched release gives more away than was known before
    assert not held["none", "original"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("audit", "bundled", "--seeds", "1,2"), "every seed would give the same"),
        (("audit", "bundled", "--seeds", "1,x"), "are no seeds"),
        (("audit", "bundled", "--seeds", "1"), "two or more different seeds"),
        (("link", "originals.jsonl", "released.jsonl", "--seeds", "1,2", "--draw", "first"), "every seed would give"),
    ],
)
def test_seeds_that_cannot_differ_are_one_clear_line(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    _people(tmp_path)
    done = _run(*words)
    assert isinstance(done.exception, ConfigError)
    assert said in str(done.exception)
