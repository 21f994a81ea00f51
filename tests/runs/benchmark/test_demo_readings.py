"""The readings that ship with the bundled documents: from texts for readers to figures, and never of another text."""

import json
from pathlib import Path

import anyio
import pytest
from training.demo_readings import LABELS, main

from gyges.attacks import read_recorded
from gyges.corpus import bundled_corpus, write_releases
from gyges.models import ModelPool, Spending
from gyges.records import Document, Release
from gyges.runs import AuditOptions
from gyges.runs._audit import audit_releases
from gyges.runs._audited import AuditRun
from gyges.runs._examined import examine
from gyges.runs._figures import audit_results
from gyges.scoring import Results

DOCUMENTS = bundled_corpus()[:3]


def _text(document: Document, label: str) -> str:
    return document.text if label == "none" else f"{document.text} ({label})"


def _demo(folder: Path) -> Path:
    """A folder as a demo leaves it behind, with releases that differ by a word."""
    cells = []
    for label in LABELS:
        releases = [Release(one.id, _text(one, label), label) for one in DOCUMENTS]
        (folder / label).mkdir(parents=True)
        write_releases(releases, folder / label / "releases.jsonl")
        cells.append({"label": label, "releases_file": f"{label}/releases.jsonl"})
    (folder / "benchmark.json").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return folder


def _read_all(work: Path) -> None:
    """Readers who list everybody in reverse with one right fact each, and matchers who say so."""
    people = {one.id: one.subjects or () for one in DOCUMENTS}
    for name in ("read", "match"):
        (work / name).mkdir()
    read, matched = [], []
    for row in json.loads((work / "keys.json").read_text(encoding="utf-8")):
        true = people[row["id"]]
        listed = [
            {
                "called": "somebody",
                "description": "of the text",
                "facts": [{"tag": f.tag, "value": f.value, "certainty": 4, "quotes": []} for f in one.facts[:1]],
            }
            for one in reversed(true)
        ]
        read.append({"key": row["key"], "people": listed})
        pairs = {f"T{number}": f"F{len(true) - 1 - number}" for number in range(len(true))}
        matched.append({"case": row["key"], "matches": pairs})
    for name, rows in (("read", read), ("match", matched)):
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (work / name / "one.jsonl").write_text(lines, encoding="utf-8")


@pytest.fixture(name="work")
def _work(tmp_path: Path) -> Path:
    work = tmp_path / "work"
    main(["export", str(_demo(tmp_path / "demo")), str(work)])
    return work


def _audited(folder: Path, label: str, readings: Path, changed: str = "") -> Results:
    """The audit of releases by rules; `changed` is the id of a document that is released otherwise."""

    async def run() -> Results:
        releases = {
            one.id: Release(one.id, _text(one, label) + (" Now." if one.id == changed else ""), "hand")
            for one in DOCUMENTS
        }
        async with ModelPool() as pool:
            run = AuditRun(AuditOptions(), folder, pool)
            (audited,) = await audit_releases(DOCUMENTS, {"x": releases}, run)
            examined = await examine(audited, run)
            _, results = await audit_results(examined, run, Spending(), readings=read_recorded(readings))
            return results

    return anyio.run(run)


def test_what_was_read_and_matched_becomes_the_figure_of_these_very_texts(work: Path, tmp_path: Path) -> None:
    _read_all(work)
    main(["cases", str(work)])
    assert "--- LISTED PEOPLE\nF0: somebody (of the text)" in (work / "cases" / "1.txt").read_text(encoding="utf-8")
    out = tmp_path / "readings.jsonl"
    main(["collect", str(work), "--out", str(out)])
    results = _audited(tmp_path / "run", "mask", out)
    read = results.strong and results.strong.read
    assert read
    assert (read.documents, read.of) == (3, 3)
    cpr = results.metrics["read_cpr"]
    people = sum(bool(one.facts) for one in results.subjects)
    assert cpr.denominator == results.metrics["cpr"].denominator
    assert (cpr.denominator or 0) - (cpr.numerator or 0) == people  # one fact of each is told, and it is matched


def test_a_reading_of_a_text_that_changed_is_not_used(work: Path, tmp_path: Path) -> None:
    _read_all(work)
    out = tmp_path / "readings.jsonl"
    main(["collect", str(work), "--out", str(out)])
    results = _audited(tmp_path / "run", "mask", out, changed=DOCUMENTS[1].id)
    assert results.strong
    assert results.strong.read
    assert results.strong.read.documents == 2
    nothing = _audited(tmp_path / "other", "another method", out)
    assert nothing.strong
    assert nothing.strong.read is None
    assert "read_cpr" not in nothing.metrics
    assert nothing.metrics["strong_cpr"].value is not None


def test_texts_that_nobody_matched_are_left_out_and_lines_of_another_export_refused(work: Path, tmp_path: Path) -> None:
    _read_all(work)
    lines = (work / "match" / "one.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (work / "match" / "one.jsonl").write_text("".join(lines[:5]), encoding="utf-8")
    out = tmp_path / "readings.jsonl"
    main(["collect", str(work), "--out", str(out)])
    assert len(read_recorded(out).readings) == 5
    (work / "match" / "two.jsonl").write_text('{"case": "other", "matches": {}}\n', encoding="utf-8")
    with pytest.raises(SystemExit, match="nobody was given the text other"):
        main(["collect", str(work), "--out", str(out)])
