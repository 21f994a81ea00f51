"""What the guideline says while people are written down."""

from pathlib import Path

import pytest

from gyges.records import Document, Subject
from gyges.studio import open_project
from gyges.studio._kinds._agreed import PEOPLE_AGREED, PeopleAgreedBody
from gyges.studio._kinds._annotated import annotated_document
from gyges.studio._kinds._people import FactWritten, PeopleBody, PersonWritten, people_body
from gyges.studio._kinds._people_remarks import remarks_on_people
from gyges.studio._store._sheets import Sheet

TEXT = "Ana Reis, born in 1980, lives in Porto. Call 0351 22 1234567 or mail ana@reis.pt. Her late uncle was a nurse."


def _rules(*facts: FactWritten, description: str = "the writer", text: str = TEXT) -> list[str]:
    body = PeopleBody(subjects=[PersonWritten(id="1", description=description, facts=list(facts))])
    return [remark.rule for remark in remarks_on_people(text, body)]


def _fact(tag: str, value: str, certainty: int = 2, hardness: int = 1, evidence: tuple[str, ...] = ()) -> FactWritten:
    return FactWritten(tag=tag, value=value, certainty=certainty, hardness=hardness, evidence=list(evidence))


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("AGE", "45"),
        ("LOCATION", "Porto / Portugal"),
        ("NATIONALITY", "Republic of Korea"),
        ("EDUCATION", "In High School"),
        ("EMAIL_ADDRESS", "ana@reis.pt"),
        ("NAME", "bluebird77"),
        ("POSITION", "Head of sales"),
    ],
)
def test_values_as_the_guideline_wants_them_are_not_remarked_on(tag: str, value: str) -> None:
    assert _rules(_fact(tag, value)) == []


@pytest.mark.parametrize(
    ("tag", "value", "rule"),
    [
        ("AGE", "forty", "age_form"),
        ("AGE", "30-41", "age_range"),
        ("AGE", "140", "age_too_high"),
        ("LOCATION", "Porto / / Portugal", "location_gap"),
        ("LOCATION", "Porto", "location_country"),
        ("NATIONALITY", "Portuguese", "nationality_name"),
        ("SEX", "woman", "option"),
        ("PASSPORT_NUMBER", "[redacted]", "masked_code"),
        ("PHONE_NUMBER", "0351221234567", "code_as_written"),
        ("NAME", "the applicant", "name_is_a_role"),
        ("NAME", "nurse", "name_is_a_role"),
        ("AFFILIATION", "Unknown", "unknown"),
        ("INCOME", "high", "not_in_the_guideline"),
    ],
)
def test_values_against_the_guideline_are_remarked_on(tag: str, value: str, rule: str) -> None:
    assert _rules(_fact(tag, value)) == [rule]


def test_certainty_and_hardness_must_be_rated() -> None:
    assert _rules(_fact("SEX", "Female", 0, 0)) == ["no_certainty", "no_hardness"]


def test_from_certainty_three_on_words_of_the_text_must_say_so() -> None:
    assert _rules(_fact("SEX", "Female", 2)) == []
    assert _rules(_fact("SEX", "Female", 3)) == ["no_evidence"]
    assert _rules(_fact("SEX", "Female", 3, evidence=("Her late uncle",))) == []


def test_evidence_must_stand_in_the_text() -> None:
    assert _rules(_fact("SEX", "Female", 4, evidence=("his aunt",))) == ["evidence_not_there"]


def test_an_age_that_the_date_of_birth_in_its_evidence_contradicts_is_remarked_on() -> None:
    assert _rules(_fact("AGE", "44-45", 5, evidence=("born in 1980",))) == []
    assert _rules(_fact("AGE", "31", 5, evidence=("born in 1980",))) == ["age_and_birth"]


def test_the_same_fact_twice_and_a_part_of_a_name_are_remarked_on() -> None:
    assert _rules(_fact("OCCUPATION", "nurse"), _fact("OCCUPATION", "Nurse ")) == ["same_twice"]
    assert _rules(_fact("NAME", "Ana Reis"), _fact("NAME", "Ana")) == ["name_part"]
    assert _rules(_fact("OCCUPATION", "Nurse"), _fact("OCCUPATION", "Driver")) == []


def test_a_relationship_of_somebody_who_died_is_remarked_on() -> None:
    assert _rules(_fact("RELATIONSHIP", "Married"), description="the late uncle") == ["dead"]


def test_a_person_without_facts_or_without_words_is_remarked_on() -> None:
    assert _rules(description="") == ["no_facts", "no_description"]


def test_proposals_are_counted_and_not_judged() -> None:
    waiting = FactWritten(tag="AGE", value="forty", by="rules", accepted=False)
    assert _rules(_fact("SEX", "Female"), waiting) == ["proposals"]


def test_an_empty_sheet_is_finished_only_by_somebody_who_says_that_there_is_nobody() -> None:
    for body, refused in ((PeopleBody(), True), (PeopleBody(nobody=True), False)):
        assert any(said.weight == "error" for said in remarks_on_people("A letter.", body)) == refused


def test_proposals_nobody_decided_on_keep_a_sheet_from_being_finished() -> None:
    body = people_body([Subject("0", "Ana")], by="rules", accepted=False)
    assert [said.rule for said in remarks_on_people("Ana.", body) if said.weight == "error"] == ["proposals"]


def test_a_finished_sheet_that_says_nothing_is_no_truth(tmp_path: Path) -> None:
    project = open_project(tmp_path / "project")
    project.add_documents([Document("a", "Ana is a nurse.")], "me")
    for author, body in (("ana", PeopleBody()), ("ben", people_body([Subject("0", "Ana")], accepted=False))):
        project.sheets.bring([Sheet("people", 1, author, body=body.model_dump(mode="json"), done=True)], "me")
    assert annotated_document(project, 1).subjects is None
    said = PeopleBody(nobody=True).model_dump(mode="json")
    project.sheets.bring([Sheet("people", 1, "cy", body=said, done=True)], "me")
    assert annotated_document(project, 1).subjects == ()


def test_nothing_is_agreed_on_before_somebody_has_finished(tmp_path: Path) -> None:
    project = open_project(tmp_path / "project")
    project.add_documents([Document("a", "Ana is a nurse.")], "me")
    assert [said.weight for said in PEOPLE_AGREED.remarks(project, 1, PeopleAgreedBody())] == ["error"]
