"""``gyges audit --confirm``, as a user types it: by a model, and by hand."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from gyges.cli import main
from gyges.cli._gates import broken_limits, parse_gate
from gyges.corpus import write_documents, write_releases
from gyges.records import Document, Fact, Release, Subject
from gyges.scoring import Results
from gyges.testing import ChatRequest, ModelServer
from planted import as_annotated, bundled_in

NAMES = [f"{first} {last}" for first in ("Ana", "Ben", "Cleo", "Dora") for last in ("Aalto", "Berg", "Costa", "Dahl")]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    documents = [
        Document(
            f"d{number}",
            f"{name} keeps bees in the valley and sings on Sundays.",
            (Subject("0", name, (Fact("NAME", name, 5, 1), Fact("OCCUPATION", "Beekeeper", 5, 1))),),
        )
        for number, name in enumerate(NAMES)
    ]
    write_documents(documents, tmp_path / "originals.jsonl")
    releases = [
        Release(one.id, f"Somebody, number {one.id[1:]}, keeps bees in the valley and sings.", "hand")
        for one in documents
    ]
    write_releases(releases, tmp_path / "released.jsonl")


@dataclass(frozen=True)
class _Done:
    exit_code: int
    output: str


Gyges = Callable[..., _Done]


@pytest.fixture
def gyges(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Gyges:
    """The command line, in this process."""

    def run(*words: str) -> _Done:
        asked = ["gyges", "audit", "originals.jsonl", "released.jsonl", "--out", "run", *words]
        monkeypatch.setattr(sys, "argv", asked)
        with pytest.raises(SystemExit) as ended:
            main()
        out, error = capfd.readouterr()
        return _Done(int(ended.value.code or 0), error + out)

    return run


def _reading(line: str) -> str:
    """Fill in a line of to_read.jsonl, as somebody would who reads by hand."""
    fact = {"tag": "OCCUPATION", "value": "Beekeeper", "quotes": ["keeps bees"]}
    return json.dumps({**json.loads(line), "people": [{"called": "Somebody", "facts": [fact]}]}) + "\n"


def _answer(request: ChatRequest) -> str:
    if "matches" in str(request.schema):
        return json.dumps({"matches": [{"truth": "T1", "found": "F1"}]})
    planted = bundled_in(request)
    if planted is not None:
        return json.dumps(as_annotated(planted))
    fact = {"tag": "OCCUPATION", "quotes": ["keeps bees"], "value": "Beekeeper", "certainty": 5}
    person = {"called": "Somebody", "description": "keeps bees", "how_many": 1, "facts": [fact]}
    return json.dumps({"people": [person]})


def test_a_model_confirms_and_everybody_is_told_before_and_after(gyges: Gyges) -> None:
    with ModelServer(_answer) as server:
        done = gyges("--confirm", server.spec(), "--sample", "8", "--stages", "1")
    assert done.exit_code == 0, done.output
    said = " ".join(done.output.split())
    assert "reads 8 of 16 documents of 'hand', drawn with seed 0, at most 16 calls; expect intervals about" in said
    assert f"{server.spec()} reads 8 short invented texts besides, at most 8 calls, to show that it reads" in said
    assert "confirmed by a sample" in said
    results = json.loads(Path("run/results.json").read_text())
    assert results["confirmed"]["cpr"]["value"] == pytest.approx(0.5, abs=0.05)
    assert results["metrics"]["confirmed_cpr"]["denominator"] == 32
    report = Path("run/report.html").read_text()
    assert "A strong reader leaves" in report
    assert f"read by {server.spec()} in 8 of 16 documents, drawn at random, the others predicted" in report
    assert f"{server.spec()} said something of 8 of 8 invented texts" in report
    assert "documents more would halve it" in report
    assert "A strong reader would leave" not in report


def test_a_gate_holds_for_what_was_confirmed_and_no_longer_for_the_estimate(gyges: Gyges) -> None:
    with ModelServer(_answer) as server:
        confirm = ("--confirm", server.spec(), "--sample", "16", "--stages", "1")
        failed = gyges(*confirm, "--fail-under", "cpr=0.6")
        passed = gyges(*confirm, "--fail-under", "cpr=0.4,rules_cpr=0.4")
    assert failed.exit_code == 1
    assert "cpr is 0.500 as confirmed by reading a sample, below 0.6" in failed.output
    assert passed.exit_code == 0
    row = json.loads(Path("run/results.json").read_text())
    row["metrics"]["strong_cpr"]["value"] = 0.1
    row["metrics"]["cpr"]["value"] = 0.3
    broken = broken_limits(parse_gate("cpr=0.4"), Results.model_validate(row))
    assert broken == ["cpr is 0.300, below 0.4"]  # the lower of measured and confirmed


def test_somebody_who_reads_by_hand_is_given_what_was_drawn_and_then_the_figure(gyges: Gyges) -> None:
    first = gyges("--confirm", "recorded:mine.jsonl", "--sample", "6")
    assert first.exit_code == 2
    assert (
        "6 of the 6 texts that were drawn are not read in mine.jsonl; they stand in run/to_read.jsonl" in first.output
    )
    assert "expect intervals about" in first.output
    lines = Path("run/to_read.jsonl").read_text().splitlines()
    Path("mine.jsonl").write_text("".join(map(_reading, lines[:4])))
    second = gyges("--confirm", "recorded:mine.jsonl", "--sample", "6")
    assert second.exit_code == 2
    assert "2 of the 6 texts" in second.output
    assert Path("run/to_read.jsonl").read_text().splitlines() == lines[4:]
    assert not Path("run/results.json").exists()  # no figure without the whole sample
    Path("mine.jsonl").write_text("".join(map(_reading, lines)))
    third = gyges("--confirm", "recorded:mine.jsonl", "--sample", "6")
    assert third.exit_code == 0, third.output
    confirmed = json.loads(Path("run/results.json").read_text())["confirmed"]
    assert (confirmed["drawn"], confirmed["reader"]["by"]) == (6, "nobody")
    assert "It was not shown that recorded:mine.jsonl reads" in Path("run/report.html").read_text()
    assert not Path("run/to_read.jsonl").exists()


def test_what_somebody_chose_to_read_is_no_sample(gyges: Gyges) -> None:
    rows = [json.loads(line) for line in Path("released.jsonl").read_text().splitlines()]
    chosen = [json.dumps({"id": row["id"], "text": row["text"]}) for row in rows[:8]]
    Path("mine.jsonl").write_text("".join(map(_reading, chosen)))
    done = gyges("--confirm", "recorded:mine.jsonl", "--sample", "6")
    assert done.exit_code == 2
    assert "were not drawn and do not count: what somebody chose to read is no random sample" in done.output
    assert "texts that were drawn are not read in mine.jsonl" in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--sample", "6"), "name a model with --confirm"),
        (("--confirm", "recorded:mine.jsonl", "--sample", "0"), "no interval follows from a sample of 0"),
        (("--confirm", "recorded:mine.jsonl", "--sample", "1"), "no interval follows from a sample of 1"),
        (("--confirm", "recorded:mine.jsonl", "--sample", "-4"), "no interval follows from a sample of -4"),
        (("--confirm", "rules"), "'rules' cannot confirm an audit"),
        (("--confirm", "nobody"), "there is no attacker 'nobody'"),
    ],
)
def test_what_cannot_be_confirmed_is_exit_two_before_any_work(gyges: Gyges, words: tuple[str, ...], said: str) -> None:
    done = gyges(*words)
    assert done.exit_code == 2
    assert said in done.output
    assert not Path("run/results.json").exists()
