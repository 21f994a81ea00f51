"""Law 5 with the embedded attacker: what a document tells its reader to answer changes no verdict."""

import json
from pathlib import Path

import anyio
import pytest

from gyges.attacks import RulesAttack
from gyges.records import Document, Finding, Subject
from gyges.scoring import score_document

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "attacks" / "injections.jsonl").read_text(encoding="utf-8").splitlines()
]


def _attack(text: str) -> Finding:
    async def main() -> Finding:
        return await RulesAttack().attack(text, id="a")

    return anyio.run(main)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_an_instruction_in_the_text_changes_no_verdict(row: dict[str, str]) -> None:
    harmless = _attack(row["story"])
    people = tuple(
        Subject(s.id, s.description, tuple(f for f in s.facts if f.certainty >= 3)) for s in harmless.subjects
    )
    truth = Document("a", row["story"], people)

    def scores(finding: Finding) -> list[list[float | None]]:
        return [[verdict.score for verdict in subject.verdicts] for subject in score_document(truth, finding).subjects]

    assert scores(_attack(row["text"])) == scores(harmless)
