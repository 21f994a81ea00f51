"""A German letter is attacked, masked and measured like an English one; what is fitted on English only is not told."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app

runner = CliRunner()

LETTER = """Rosenheim, den 4. April 2025

Sehr geehrte Damen und Herren,

mein Name ist Ingrid Obermüller, ich bin 72 Jahre alt und seit über dreißig Jahren Kundin bei Ihnen. Mein Mann Georg
sitzt nach seinem Schlaganfall im Rollstuhl. Früher war ich Grundschullehrerin. Sie erreichen mich unter 08031 555 017.

Mit freundlichen Grüßen
Ingrid Obermüller
"""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("letter.txt").write_text(LETTER, encoding="utf-8")


def test_an_attack_says_in_english_what_a_german_letter_tells() -> None:
    done = runner.invoke(app, ["attack", "letter.txt"])
    assert done.exit_code == 0, done.output
    for told in ("Ingrid Obermüller", "Georg", "Female", "Married", "Primary School", "08031 555 017"):
        assert told in done.stdout


def test_a_masked_german_letter_passes_the_guard_and_is_measured_without_an_estimate() -> None:
    done = runner.invoke(app, ["anonymize", "letter.txt", "--method", "mask", "--strict", "--out", "made"])
    assert done.exit_code == 0, done.output
    released = json.loads(Path("made/public/public.jsonl").read_text(encoding="utf-8"))["text"]
    for word in ("Ingrid", "Obermüller", "Georg", "72", "Rosenheim", "Grundschullehrerin", "08031"):
        assert word not in released
    assert "Sehr geehrte Damen und Herren" in released
    done = runner.invoke(app, ["audit", "letter.txt", "made", "--out", "measured", "--json", "results.json"])
    assert done.exit_code == 0, done.output
    results = json.loads(Path("results.json").read_text(encoding="utf-8"))
    assert results["metrics"]["cpr"]["value"] > 0.7  # "Mann" stands, as words for kin do
    assert results["metrics"]["strong_cpr"]["value"] is None
    page = Path("measured/report.html").read_text(encoding="utf-8")
    assert "not estimated: it is in German" in page


def test_a_german_letter_has_a_release_in_german_without_a_method_being_named() -> None:
    done = runner.invoke(app, ["anonymize", "letter.txt", "--strict", "--out", "made"])
    assert done.exit_code == 0, done.output
    released = json.loads(Path("made/public/public.jsonl").read_text(encoding="utf-8"))["text"]
    for word in ("Ingrid", "Obermüller", "Georg", "72", "Rosenheim", "Grundschullehrerin", "08031"):
        assert word not in released
    for kept in ("April 2025", "Sehr geehrte Damen und Herren", "Schlaganfall im Rollstuhl", "[Nummer]"):
        assert kept in released
