"""Law 5 with the embedded attacker: what a document tells its reader to answer changes no verdict."""

import json
from pathlib import Path

import pytest

from gyges.attacks import RulesAttack, finding_of
from gyges.reading import why_unread
from gyges.records import Document, Finding, Subject
from gyges.scoring import score_document

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "attacks" / "injections.jsonl").read_text(encoding="utf-8").splitlines()
]


def _read(text: str) -> Finding:
    """Read whatever the language of the instruction is: in other languages than English the attack fails."""
    attack = RulesAttack()
    return finding_of(attack.read(text), text, "a", attack.name)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_an_instruction_in_the_text_changes_no_verdict(row: dict[str, str]) -> None:
    harmless = _read(row["story"])
    people = tuple(
        Subject(s.id, s.description, tuple(f for f in s.facts if f.certainty >= 3)) for s in harmless.subjects
    )
    truth = Document("a", row["story"], people)

    def scores(finding: Finding) -> list[list[float | None]]:
        return [[verdict.score for verdict in subject.verdicts] for subject in score_document(truth, finding).subjects]

    assert scores(_read(row["text"])) == scores(harmless)


@pytest.mark.parametrize("row", [row for row in ROWS if row["id"].startswith("en")], ids=lambda row: row["id"])
def test_no_instruction_in_english_makes_a_text_count_as_not_read(row: dict[str, str]) -> None:
    assert why_unread(row["text"]) is None
