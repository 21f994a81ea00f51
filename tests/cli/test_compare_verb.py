"""``gyges compare`` as a gate: a second audit that knows less than the first is never as good."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gyges.cli._app import app
from gyges.corpus import write_documents, write_releases
from gyges.records import Document, Fact, Release, Subject

runner = CliRunner()

PEOPLE = {"a": "Maria Lopez", "b": "Tom Berger", "c": "Jana Novak", "d": "Ines Prado"}
MASKED = dict.fromkeys(PEOPLE, "Somebody works as a nurse somewhere.")


def _audit(place: Path, originals: Mapping[str, str], releases: Mapping[str, str]) -> Path:
    place.mkdir()
    documents = [
        Document(
            id_,
            f"{name} works as a nurse in Lisbon.",
            (Subject("0", f"{name} - a nurse", (Fact("NAME", name), Fact("OCCUPATION", "Nurse"))),),
        )
        for id_, name in originals.items()
    ]
    write_documents(documents, place / "originals.jsonl")
    write_releases([Release(id_, text, "hand") for id_, text in releases.items()], place / "released.jsonl")
    files = [str(place / name) for name in ("originals.jsonl", "released.jsonl")]
    runner.invoke(app, ["audit", *files, "--out", str(place / "run")])
    return place / "run"


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return _audit(tmp_path / "good", PEOPLE, MASKED)


def _compare(first: Path, second: Path, *more: str) -> tuple[Result, str]:
    done = runner.invoke(app, ["compare", str(first), str(second), "--fail-on-regression", *more])
    return done, " ".join(done.output.split())


def test_an_audit_is_no_regression_against_itself(good: Path) -> None:
    done, words = _compare(good, good)
    assert done.exit_code == 0
    assert "Of 8 facts the first audit could judge 8 and the second 8" in words


def test_a_second_audit_that_failed_wholly_is_a_regression(tmp_path: Path, good: Path) -> None:
    done, words = _compare(good, _audit(tmp_path / "empty", PEOPLE, dict.fromkeys(PEOPLE, "")))
    assert done.exit_code == 1
    assert "4 people are protected less" in words
    assert "4 documents (a, b, c, d) failed in the second audit and not in the first" in words
    assert "the text is empty" in words
    assert "of 8 facts the first audit could judge 8 and the second 0" in words


def test_a_second_audit_of_partly_other_documents_is_a_regression_unless_that_is_accepted(
    tmp_path: Path, good: Path
) -> None:
    others = {"c": PEOPLE["c"], "d": PEOPLE["d"], "e": "Ada Holm"}
    second = _audit(tmp_path / "others", others, dict.fromkeys(others, MASKED["a"]))
    done, words = _compare(good, second)
    assert done.exit_code == 1
    assert "missing in the second audit and counted as leaked there: 2 documents (a, b)" in words
    assert "Documents only in the second audit: 1 of 3, in no figure: e." in words
    accepted, words = _compare(good, second, "--accept-missing")
    assert accepted.exit_code == 0
    assert "Documents only in the first audit: 2 of 4, left out (--accept-missing): a, b." in words


def test_a_second_audit_of_other_documents_entirely_cannot_be_compared(tmp_path: Path, good: Path) -> None:
    done, _ = _compare(good, _audit(tmp_path / "others", {"x": "Ada Holm"}, {"x": MASKED["a"]}))
    assert done.exit_code != 0
    assert "no document in common" in str(done.exception)


def test_machines_are_told_what_has_no_pair_and_what_was_accepted(tmp_path: Path, good: Path) -> None:
    second = _audit(tmp_path / "some", {"a": PEOPLE["a"], "b": PEOPLE["b"]}, {"a": MASKED["a"]})
    done = runner.invoke(app, ["compare", str(good), str(second), "--accept-missing", "--json", "-"])
    told = json.loads(done.stdout)
    assert (told["only_first"], told["failed_second"], told["only_second"]) == (["c", "d"], ["b"], [])
    assert told["accepted"] == {"missing": True, "coverage": None}
    assert [one["why"] for one in told["regressions"]] == ["document failed"]
    assert len(told["losses"]) == 3
    assert (told["cpr"]["denominator"], told["judged_first"], told["judged_second"]) == (4, 4, 2)


def test_fewer_judged_facts_alone_are_a_regression_unless_they_are_accepted(tmp_path: Path, good: Path) -> None:
    results = json.loads((good / "results.json").read_text())
    for one in results["subjects"]:  # what leaked cannot leak more
        one["facts"] = [{**fact, "score": 1.0, "decided_by": "rule"} for fact in one["facts"]]
    (tmp_path / "first.json").write_text(json.dumps(results))
    for fact in results["subjects"][0]["facts"]:
        fact |= {"score": None, "decided_by": "failed"}
    (tmp_path / "results.json").write_text(json.dumps(results))
    done, words = _compare(tmp_path / "first.json", tmp_path / "results.json")
    assert done.exit_code == 1
    assert "the second 6 (--accept-coverage 0.75 accepts that)" in words
    accepted, words = _compare(tmp_path / "first.json", tmp_path / "results.json", "--accept-coverage", "0.75")
    assert accepted.exit_code == 0
    assert "Accepted: a coverage of 75 % or more (--accept-coverage)." in words


def test_a_second_audit_by_a_reader_that_does_not_read_is_a_regression(tmp_path: Path, good: Path) -> None:
    told = json.loads((good / "results.json").read_text(encoding="utf-8"))
    told["reader"] = {"by": "planted", "documents": 8, "read": 0, "facts": 142, "found": 0}
    (tmp_path / "weak.json").write_text(json.dumps(told), encoding="utf-8")
    done = runner.invoke(app, ["compare", str(good), str(tmp_path / "weak.json"), "--fail-on-regression"])
    assert done.exit_code == 1
    assert "too weak to say anything" in " ".join(done.output.split())
