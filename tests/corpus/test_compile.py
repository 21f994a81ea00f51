"""The script that makes the shipped corpus from its sources."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from gyges.corpus import read_documents

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


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("|PERSON|", "|PET|", "bad type [[Inês|PET|DIRECT|ines]]"),
        ("|QUASI|", "|MAYBE|", "bad identifier"),
        ("phone [[", "phone [[ [[", "stray '[[ "),
        ("id: notes-01", "id: notes-03", "id is not the file name"),
        ("split: dev", "split: test", "wrong split"),
        ("split: dev", "split: later", "split: Input should be 'dev' or 'test'"),
        ("tag: NAME", "tag: SHOE", "ines SHOE: unknown tag"),
        ("{tag: NAME, value: Inês,", "{tag: SEX, value: Woman,", "ines SEX: 'Woman' not an option"),
        ('"40-41"', '"forty"', "ines AGE: bad age 'forty'"),
        ('"40-41"', '"40-51"', "ines AGE: bad range '40-51'"),
        ('"40-41"', '"41-40"', "ines AGE: bad range '41-40'"),
        ('"40-41"', "40", "ines AGE value: Input should be a valid string (it is 40)"),
        ("value: 555-0100", "value: 555-0199", "ines PHONE_NUMBER: '555-0199' not in text"),
        ("[[555-0100|CODE|DIRECT|m2]]", "555-0100", "ines PHONE_NUMBER: '555-0100' not marked as a mention"),
        ("certainty: 4", "certainty: 6", "ines AGE certainty: Input should be less than or equal to 5"),
        ("hardness: 2", "hardness: 0", "ines AGE hardness: Input should be greater than or equal to 1"),
        ("evidence: [phone]", "evidence: []", "ines PHONE_NUMBER evidence: List should have at least 1 item"),
        ("evidence: [phone]", "evidence: [fax]", "ines PHONE_NUMBER: evidence 'fax' not in text"),
        ("evidence: [phone]", "evidence: [1]", "ines PHONE_NUMBER evidence[0]: Input should be a valid string"),
        ("evidence: [phone]", "evidence: [phone], sure: yes", "ines PHONE_NUMBER sure: Extra inputs"),
        ("kind: letter\n", "", "kind: Field required"),
        ("date: 2024-11-05", "date: soon", "date: Input should be a valid date"),
        ("subjects:", "subjects: [", "ParserError"),
    ],
)
def test_every_slip_in_a_source_is_named(script: ModuleType, tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in SOURCE
    problems = script.compile_source(_source(tmp_path, SOURCE.replace(old, new, 1))).problems
    assert any(words in problem for problem in problems), problems


def test_two_people_of_one_id_and_too_many_people_are_named(script: ModuleType, tmp_path: Path) -> None:
    person = SOURCE[SOURCE.index("  - id: ines") :]
    assert "two subjects" in script.compile_source(_source(tmp_path, SOURCE + person)).problems[0]
    crowd = SOURCE + "".join(person.replace("ines", f"p{n}") for n in range(7))
    assert "subjects: List should have at most 7 items" in script.compile_source(_source(tmp_path, crowd)).problems[0]


def test_the_shipped_file_is_written_and_kept_up_to_date(
    script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = tmp_path / "out" / "documents.jsonl"
    second = SOURCE.replace("id: notes-01", "id: notes-02").replace("split: dev", "split: test")
    _source(tmp_path, second, "notes-02")
    _source(tmp_path)
    assert script.main(["--check"], sources=tmp_path, shipped=shipped) == 1
    assert not shipped.exists()
    assert script.main([], sources=tmp_path, shipped=shipped) == 0
    assert [document.id for document in read_documents(shipped)] == ["notes-01", "notes-02"]
    assert script.main(["--check"], sources=tmp_path, shipped=shipped) == 0
    _source(tmp_path, SOURCE.replace("I saw", "I met"))
    assert script.main(["--check"], sources=tmp_path, shipped=shipped) == 1
    assert "is not up to date" in capsys.readouterr().out


def test_nothing_is_written_when_a_source_is_bad_or_files_are_named(script: ModuleType, tmp_path: Path) -> None:
    shipped = tmp_path / "out" / "documents.jsonl"
    good = _source(tmp_path)
    assert script.main([str(good)], sources=tmp_path, shipped=shipped) == 0
    _source(tmp_path, "id: [", "notes-03")
    assert script.main([], sources=tmp_path, shipped=shipped) == 1
    assert script.main([str(tmp_path / "none.yaml")], sources=tmp_path, shipped=shipped) == 1
    assert not shipped.exists()


def test_the_file_that_ships_is_up_to_date(script: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert script.main(["--check"]) == 0, capsys.readouterr().out
