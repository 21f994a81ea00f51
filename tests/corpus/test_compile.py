"""The script that makes the shipped corpus from its sources."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "bundled" / "compile.py"
SOURCE = """\
id: notes-01
genre: notes
kind: letter
country: Portugal
date: 2024-11-05
split: dev
text: |
  I saw [[Inês|PERSON|DIRECT|ines]], a [[teacher|DEM|QUASI|m1]], phone [[555-0100|CODE|DIRECT|m2]].
subjects:
  - id: ines
    description: the patient
    facts:
      - {tag: NAME, value: Inês, certainty: 5, hardness: 1, evidence: [Inês]}
      - {tag: AGE, value: "40-41", certainty: 4, hardness: 2, evidence: [a teacher]}
      - {tag: PHONE_NUMBER, value: 555-0100, certainty: 5, hardness: 1, evidence: [phone]}
"""


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bundled_compile", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def _source(folder: Path, text: str = SOURCE, name: str = "notes-01") -> Path:
    path = folder / "notes" / f"{name}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_source_becomes_a_document(script: ModuleType, tmp_path: Path) -> None:
    checked = script.compile_source(_source(tmp_path))
    assert checked.problems == ()
    document = checked.document
    assert document.text == "I saw Inês, a teacher, phone 555-0100.\n"
    assert [(m.text, m.type, m.entity_id) for m in document.mentions] == [
        ("Inês", "PERSON", "ines"),
        ("teacher", "DEM", "m1"),
        ("555-0100", "CODE", "m2"),
    ]
    assert document.meta == {
        "genre": "notes",
        "kind": "letter",
        "country": "Portugal",
        "date": "2024-11-05",
        "split": "dev",
        "language": "en",
    }


def test_the_file_that_ships_is_up_to_date(script: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert script.main(["--check"]) == 0, capsys.readouterr().out
