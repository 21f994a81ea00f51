"""``--skip-bad``: what could not be read stays in every denominator as a document that failed."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.corpus import bundled_corpus, document_row, read_releases

runner = CliRunner()
ROWS = [document_row(document) for document in bundled_corpus()[:6]]
IDS = [str(row["id"]) for row in ROWS]
UNREAD = IDS[1::2]


def _write(name: str, rows: list[Any]) -> None:
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every second original has no text and no annotations; its release is the whole original."""
    monkeypatch.chdir(tmp_path)
    _write("whole.jsonl", ROWS)
    _write("originals.jsonl", [{"id": r["id"], "text": None} if n % 2 else r for n, r in enumerate(ROWS)])
    done = runner.invoke(app, ["anonymize", "whole.jsonl", "--method", "mask", "--out", "masked", "--json", "m.json"])
    assert done.exit_code == 0
    masked = {row["id"]: row["text"] for row in json.loads(Path("m.json").read_text(encoding="utf-8"))}
    _write(
        "released.jsonl", [{"id": r["id"], "text": r["text"] if r["id"] in UNREAD else masked[r["id"]]} for r in ROWS]
    )


def _audit(*arguments: str) -> tuple[int, dict[str, Any], str]:
    done = runner.invoke(app, ["audit", *arguments, "--skip-bad", "--out", "run"])
    return done.exit_code, json.loads(Path("run/results.json").read_text(encoding="utf-8")), done.output


def test_an_unreadable_original_is_a_document_that_failed_and_the_gate_falls() -> None:
    code, results, said = _audit("originals.jsonl", "released.jsonl")
    covered = results["coverage"]
    assert code == 1
    assert (covered["documents"], covered["attacked"]) == (6, 3)
    assert [(row["id"], row["stage"]) for row in covered["failed"]] == [(id_, "read") for id_ in UNREAD]
    assert "only 3 of 6 documents" in said
    assert "3 of 6 documents attacked" in said
    assert "6 of 6 documents attacked" not in said
    page = Path("run/report.html").read_text(encoding="utf-8")
    assert all(id_ in page for id_ in UNREAD)
    assert "3 failed documents" in page


def test_what_was_annotated_in_an_unreadable_row_counts_as_leaked() -> None:
    _write("originals.jsonl", [{**r, "text": None, "mentions": None} if n % 2 else r for n, r in enumerate(ROWS)])
    _, results, _ = _audit("originals.jsonl", "released.jsonl")
    people = [row for row in results["subjects"] if row["document"] in UNREAD]
    facts = [fact for row in people for fact in row["facts"]]
    assert facts
    assert all(fact["score"] is None for fact in facts)
    assert results["coverage"]["unscored"] >= len(facts)
    assert results["metrics"]["cpr"]["value"] < results["metrics"]["cpr"]["none_leaked"]


def test_originals_nobody_annotated_that_cannot_be_read_fail_at_reading() -> None:
    _write("originals.jsonl", [{"id": r["id"], "text": None if n % 2 else r["text"]} for n, r in enumerate(ROWS)])
    code, results, _ = _audit("originals.jsonl", "released.jsonl")
    assert code == 1
    assert results["truth"] == "self-labelled"
    assert {row["stage"] for row in results["coverage"]["failed"]} == {"read"}


def test_where_no_original_can_be_read_nothing_is_protected() -> None:
    _write("originals.jsonl", [{"id": id_, "text": None} for id_ in IDS])
    code, results, _ = _audit("originals.jsonl", "released.jsonl")
    assert code == 1
    assert (results["coverage"]["documents"], results["coverage"]["attacked"]) == (6, 0)
    assert results["metrics"]["cpr"]["value"] is None


def test_a_release_that_cannot_be_read_fails_its_document() -> None:
    rows: list[Any] = [{"id": id_, "text": "Nobody is named here."} for id_ in IDS]
    rows[0]["text"] = None
    rows[1] = '{"id": broken'
    rows.append({"id": IDS[2], "text": "A second release of the same document."})
    _write("released.jsonl", rows)
    code, results, _ = _audit("whole.jsonl", "released.jsonl")
    failed = {row["id"]: row for row in results["coverage"]["failed"]}
    assert code == 1
    assert results["coverage"]["documents"] == 6
    assert "not a text" in failed[IDS[0]]["reason"]
    assert failed[IDS[1]]["stage"] == "release"
    assert "and again at" in failed[IDS[2]]["reason"]


def test_anonymize_counts_skipped_rows_as_documents_without_a_release() -> None:
    done = runner.invoke(app, ["anonymize", "originals.jsonl", "--skip-bad", "--method", "mask", "--out", "made"])
    assert done.exit_code == 1
    assert "3 of 6 documents released" in done.output
    summary = json.loads(Path("made/summary.json").read_text(encoding="utf-8"))
    assert (summary["documents"], summary["finished"]) == (6, 3)
    assert [unit["id"] for unit in summary["failed"]] == UNREAD
    rows = {release.id: release for release in read_releases("made/releases.jsonl")}
    assert all("not a text" in str(rows[id_].trace["failed"]) for id_ in UNREAD)


@pytest.mark.parametrize("verb", ["attack", "validate"])
def test_other_verbs_list_what_was_skipped_and_exit_1(verb: str) -> None:
    done = runner.invoke(app, [verb, "originals.jsonl", "--skip-bad", "--json", "found.json", "--out", "found"])
    told = json.loads(Path("found.json").read_text(encoding="utf-8"))
    failed = told["failed"] if verb == "attack" else told["coverage"]["failed"]
    assert done.exit_code == 1
    assert len(failed) == len(UNREAD)


def test_link_counts_unreadable_originals_as_found() -> None:
    done = runner.invoke(app, ["link", "originals.jsonl", "released.jsonl", "--skip-bad", "--json", "linked.json"])
    told = json.loads(Path("linked.json").read_text(encoding="utf-8"))
    assert done.exit_code == 1
    assert told["coverage"]["originals"] == told["linkage"]["correct"]["denominator"] == 6
    assert {row["id"] for row in told["coverage"]["unusable"]} == set(UNREAD)
