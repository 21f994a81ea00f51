"""Recorded findings: scored like any other, refused when the text was changed since."""

import json
from pathlib import Path
from typing import Any

import anyio
import pytest
from typer.testing import CliRunner

from gyges.attacks import open_attacker
from gyges.attacks._recorded import read_recorded, text_digest
from gyges.cli._app import app
from gyges.corpus import write_documents, write_releases
from gyges.errors import BadRowError, InputError, NoReadingError
from gyges.models import ModelPool
from gyges.records import Document, Fact, Finding, Release, Subject

TEXT = "The tenant, who works on the night shift of the ward, wrote to the landlord."
PEOPLE = [
    {
        "called": "The tenant",
        "description": "writes the letter",
        "facts": [{"tag": "occupation", "value": "Nurse", "certainty": 4, "quotes": ["on the night shift", "nowhere"]}],
    },
    {"called": "the landlord"},
]


def _file(folder: Path, *rows: object) -> Path:
    path = folder / "readings.jsonl"
    path.write_text("".join(json.dumps(row) + "\n\n" for row in rows), encoding="utf-8")
    return path


def _attack(path: Path, text: str, id: str = "a") -> Finding:
    async def main() -> Finding:
        async with ModelPool() as pool:
            return await open_attacker(f"recorded:{path}", pool).attack(text, id=id)

    return anyio.run(main)


@pytest.mark.parametrize(
    "row", [{"digest": text_digest(TEXT).upper(), "people": PEOPLE}, {"text": TEXT, "people": PEOPLE}]
)
def test_a_reading_is_found_by_the_text_it_is_of(tmp_path: Path, row: object) -> None:
    finding = _attack(_file(tmp_path, row), TEXT)
    tenant, landlord = finding.subjects
    assert tenant.facts == (Fact("OCCUPATION", "Nurse", 4, evidence=("on the night shift",)),)
    assert (tenant.called, landlord.called) == (("The tenant",), ("the landlord",))
    assert finding.notes["quotes_dropped"] == 1


def test_a_reading_of_another_version_of_the_text_is_refused(tmp_path: Path) -> None:
    path = _file(tmp_path, {"id": "a", "text": TEXT, "people": PEOPLE})
    with pytest.raises(NoReadingError, match="another version"):
        _attack(path, TEXT + " ")
    with pytest.raises(NoReadingError, match="nobody recorded"):
        _attack(path, TEXT + " ", id="b")


def test_a_file_that_was_changed_is_another_attacker(tmp_path: Path) -> None:
    before = read_recorded(_file(tmp_path, {"text": TEXT, "people": []})).name
    after = read_recorded(_file(tmp_path, {"text": TEXT, "people": PEOPLE})).name
    assert before != after
    assert before.startswith("recorded:readings.jsonl@")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"people": []}, "names no text"),
        ({"digest": "x", "people": []}, "names no text"),
        ({"digest": "a" * 64}, "people"),
        ({"text": "x", "people": []}, "second reading"),
        ({"text": TEXT, "people": [{"facts": [{"tag": "SHOE", "value": "44"}]}]}, "unknown kind 'SHOE'"),
        ({"text": TEXT, "people": [{"facts": [{"tag": "AGE", "value": "44", "certainty": 9}]}]}, "certainty"),
        ([1], "is no reading"),
        ({"text": TEXT, "people": PEOPLE, "who": {"0": 2}}, "nobody is listed"),
        ({"text": TEXT, "people": PEOPLE, "who": {"0": 1, "1": 1}}, "names somebody twice"),
    ],
)
def test_a_line_that_is_no_reading_is_named(tmp_path: Path, row: object, said: str) -> None:
    with pytest.raises(BadRowError, match=said) as caught:
        read_recorded(_file(tmp_path, {"text": "x", "people": []}, row))
    assert "readings.jsonl:3" in str(caught.value)


def test_other_line_ends_inside_values_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    path = tmp_path / "readings.jsonl"
    row = json.dumps({"text": TEXT + "\u2028", "people": PEOPLE}, ensure_ascii=False)
    path.write_text("\ufeff" + row + "\n", encoding="utf-8")
    assert len(_attack(path, TEXT + "\u2028").subjects) == 2
    path.write_bytes(row.replace("\u2028", "ã").encode("latin-1"))
    with pytest.raises(InputError, match="not UTF-8"):
        read_recorded(path)


def test_a_file_that_is_missing_or_empty_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_recorded(tmp_path / "nowhere.jsonl")
    with pytest.raises(InputError, match="holds no readings"):
        read_recorded(_file(tmp_path))


def test_an_audit_scores_what_was_recorded_and_lists_what_was_not(tmp_path: Path) -> None:
    facts = (Fact("OCCUPATION", "Nurse"), Fact("SEX", "Female"))
    people = (Subject("0", "the tenant", facts),)
    write_documents(
        [Document("a", f"Ana. {TEXT}", people), Document("b", f"Eva. {TEXT}", people)], tmp_path / "o.jsonl"
    )
    write_releases([Release("a", TEXT, "hand"), Release("b", TEXT + " Now.", "hand")], tmp_path / "r.jsonl")
    path = _file(tmp_path, {"text": TEXT, "people": PEOPLE})
    command = ["audit", str(tmp_path / "o.jsonl"), str(tmp_path / "r.jsonl"), "--attacker", f"recorded:{path}"]
    done = CliRunner().invoke(app, [*command, "--out", str(tmp_path / "run"), "--json", "-"])
    assert done.exit_code == 1
    results = json.loads(done.stdout)
    cpr = results["metrics"]["cpr"]
    assert (cpr["all_leaked"], cpr["none_leaked"]) == (0.25, 0.75)
    assert results["coverage"]["failed"][0]["id"] == "b"
    assert "original_cpr" not in results["controls"]


def test_who_is_who_is_told_by_the_ids_of_the_finding_also_after_a_counted_group(tmp_path: Path) -> None:
    people = [{"called": "two nurses", "how_many": 2}, *PEOPLE]
    finding = _attack(_file(tmp_path, {"text": TEXT, "people": people, "who": {"t": 1, "n": 0}}), TEXT)
    assert finding.notes["who"] == {"t": "2", "n": "0"}
    assert finding.subjects[2].called == ("The tenant",)


def _audit_of_two(folder: Path, who: dict[str, int] | None, *flags: str) -> dict[str, Any]:
    """Audit a text about two women whom nothing tells apart, read with the nurse listed first."""
    facts = {"b": Fact("OCCUPATION", "Baker"), "n": Fact("OCCUPATION", "Nurse")}
    people = tuple(Subject(id_, "a woman", (fact,)) for id_, fact in facts.items())
    text = "She met her friend. One of them bakes, one works on the ward."
    write_documents([Document("a", text, people)], folder / "o.jsonl")
    listed = [{"called": "one", "facts": [{"tag": "OCCUPATION", "value": v}]} for v in ("Nurse", "Baker")]
    row = {"text": text, "people": listed} if who is None else {"text": text, "people": listed, "who": who}
    command = ["audit", str(folder / "o.jsonl"), "--attacker", f"recorded:{_file(folder, row)}", *flags]
    done = CliRunner().invoke(app, [*command, "--out", str(folder / "run"), "--json", "-"], catch_exceptions=False)
    results: dict[str, Any] = json.loads(done.stdout)
    return results


def test_an_audit_takes_who_is_who_from_the_reading(tmp_path: Path) -> None:
    right = _audit_of_two(tmp_path, {"b": 1, "n": 0})
    assert (right["metrics"]["cpr"]["value"], right["judge"]["matcher"]) == (0.0, "recorded")


def test_the_recorded_who_is_who_counts_even_where_it_makes_a_reading_look_worse(tmp_path: Path) -> None:
    crossed = _audit_of_two(tmp_path, {"b": 0, "n": 1})
    assert crossed["metrics"]["cpr"]["value"] == 1.0


def test_whoever_the_second_reader_found_nowhere_was_not_found(tmp_path: Path) -> None:
    assert _audit_of_two(tmp_path, {"n": 0})["metrics"]["cpr"]["value"] == 0.5


def test_a_matcher_who_is_named_goes_before_the_recorded_one(tmp_path: Path) -> None:
    by_rules = _audit_of_two(tmp_path, {"b": 0, "n": 1}, "--matcher", "rules")
    assert (by_rules["metrics"]["cpr"]["value"], by_rules["judge"]["matcher"]) == (0.0, "rules")


def test_who_is_who_of_another_annotation_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--matcher rules"):
        _audit_of_two(tmp_path, {"somebody else": 0})
