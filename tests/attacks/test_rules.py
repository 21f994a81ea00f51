from datetime import date

import pytest

import gyges.reading
from attacks.answers import STORY
from gyges.attacks import AttackOptions, RulesAttack
from gyges.reading import Evidence, PersonRead, ReadFact, Reading

pytestmark = pytest.mark.anyio


async def test_a_reading_becomes_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, date]] = []

    def read_text(text: str, *, reference: date, genres: bool) -> Reading:
        assert genres
        asked.append((text, reference))
        name = ReadFact("NAME", "Nora Feld", 5, (Evidence(0, 9), Evidence(0, 9)), "name")
        age = ReadFact("AGE", "34", 4, (Evidence(30, 35),), "age")
        nora = PersonRead("p1", "Nora Feld - nurse", (Evidence(0, 9),), (name, age))
        return Reading("note", (nora,), (), {"abstained": ["SEX"]})

    monkeypatch.setattr(gyges.reading, "read_text", read_text)
    finding = await RulesAttack(AttackOptions(reference_date=date(2020, 1, 1))).attack(STORY, id="d")
    assert asked == [(STORY, date(2020, 1, 1))]
    (nora,) = finding.subjects
    assert (finding.attacker, nora.id, nora.description) == ("rules", "p1", "Nora Feld - nurse")
    assert [(f.tag, f.value, f.certainty, f.evidence) for f in nora.facts] == [
        ("NAME", "Nora Feld", 5, ("Nora Feld",)),
        ("AGE", "34", 4, (STORY[30:35],)),
    ]
    assert finding.notes == {"genre": "note", "abstained": ["SEX"], "special": 0}


async def test_the_embedded_reader_finds_somebody() -> None:
    finding = await RulesAttack().attack(STORY, id="d")
    values = {fact.value for subject in finding.subjects for fact in subject.facts}
    assert {"Nora Feld", "nora.feld@example.org"} <= values
    assert all(words in STORY for subject in finding.subjects for fact in subject.facts for words in fact.evidence)
