"""The file ``results.json``: what it holds comes back, old files load, and folders stand for the files in them."""

import json
from pathlib import Path

import pytest

from gyges.errors import InputError
from gyges.records import Subject
from gyges.scoring import (
    Results,
    StrangerFact,
    StrangerResult,
    SubjectResult,
    load_results,
    results_files,
    scored_from_results,
)

PERSON: dict[str, object] = {"document": "d", "id": "1", "description": "Ana", "matched_to": None, "facts": []}
OLD: dict[str, object] = {
    "version": 1,
    "profile": "strict",
    "attacker": {"name": "rules"},
    "judge": {"name": "rules"},
    "anonymizer": None,
    "coverage": {"documents": 1, "attacked": 1, "facts": 0, "unscored": 0},
    "metrics": {},
    "by_tag": {},
    "by_hardness": {},
    "by_type": {},
    "cost": {},
    "subjects": [PERSON],
}


def _write(path: Path, row: dict[str, object]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(row))
    return path


def test_a_file_from_before_strangers_were_kept_loads(tmp_path: Path) -> None:
    results = load_results(_write(tmp_path / "results.json", OLD))
    assert results.strangers == []
    assert (results.subjects[0].again, results.subjects[0].candidates) == ([], [])


def test_strangers_candidates_and_second_listings_come_back() -> None:
    stranger = StrangerResult(
        document="d",
        id="s2",
        description="a baker",
        facts=[StrangerFact(tag="AGE", guess="40", certainty=3, evidence=["forty"])],
    )
    person = SubjectResult.model_validate({**PERSON, "again": ["s9"], "candidates": ["s2"]})
    results = Results.model_validate({**OLD, "subjects": [person], "strangers": [stranger]})
    again = Results.model_validate_json(results.model_dump_json())
    (document,) = scored_from_results(again)
    assert document.subjects[0].again == ("s9",)
    assert document.subjects[0].candidates == ("s2",)
    (found,) = document.strangers
    assert isinstance(found, Subject)
    assert (found.id, found.description, found.facts[0].value, found.facts[0].evidence) == (
        "s2",
        "a baker",
        "40",
        ("forty",),
    )


def test_a_folder_of_several_audits_stands_for_all_of_them(tmp_path: Path) -> None:
    for name in ("mask", "none"):
        _write(tmp_path / name / "results.json", OLD)
    assert list(results_files(tmp_path)) == ["mask", "none"]
    assert list(results_files(tmp_path / "mask")) == ["mask"]
    assert list(results_files(tmp_path / "mask" / "results.json")) == ["mask"]
    with pytest.raises(InputError, match="holds 2 audits") as told:
        load_results(tmp_path)
    assert str(tmp_path / "mask") in told.value.remedy
    assert str(tmp_path / "none") in told.value.remedy
    assert load_results(tmp_path / "none").subjects


def test_one_audit_in_a_folder_of_its_own_needs_no_name(tmp_path: Path) -> None:
    _write(tmp_path / "mask" / "results.json", OLD)
    assert load_results(tmp_path).subjects


def test_a_folder_of_releases_says_that_it_wants_an_audit(tmp_path: Path) -> None:
    (tmp_path / "releases.jsonl").write_text("{}")
    with pytest.raises(InputError) as told:
        load_results(tmp_path)
    assert told.value.remedy == f"run: gyges audit ORIGINALS {tmp_path}"


@pytest.mark.parametrize("missing", ["people.jsonl", "strangers.jsonl"])
def test_a_missing_file_beside_the_results_is_named(tmp_path: Path, missing: str) -> None:
    listed = {"people": 1, "unscored": 0, "strangers": 0}
    _write(tmp_path / "results.json", {**OLD, "listed": listed})
    (tmp_path / "people.jsonl").write_text(json.dumps(PERSON))
    (tmp_path / "strangers.jsonl").write_text("")
    assert len(load_results(tmp_path).subjects) == 1
    (tmp_path / missing).unlink()
    with pytest.raises(InputError) as told:
        load_results(tmp_path)
    assert told.value.problem.startswith(f"{tmp_path / missing} cannot be read")
    assert "audit again" in told.value.remedy
