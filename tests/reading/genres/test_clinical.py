"""Clinical letters: whom they are about, who treats, and what only such papers say."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from training.written import written_documents

from gyges.reading import Page, PersonRead, read_text
from gyges.reading.genres import GENRES
from gyges.records import UNKNOWN_GENRE

LETTER = """Department of Cardiology, outpatient clinic
Re: Mr Hamish Laird, 23/11/1966, MRN 00-771-93

Dear Dr Leonor Vaz,

Diagnosis: atrial fibrillation. Thank you for referring this retired tram conductor, who came with his wife Moira.
BP 152/88. Staff nurse Sr. Jincy Mathew took the bloods. Medication: Bisoprolol 2.5 mg.

Dr Teodoro Lamas
Consultant cardiologist, GMC 7512204
"""


@dataclass(frozen=True)
class Read:
    people: tuple[PersonRead, ...]

    def value(self, name: str, tag: str) -> str | None:
        person = next(one for one in self.people if name in one.description)
        return next((fact.value for fact in person.facts if fact.tag == tag), None)


@pytest.fixture(scope="module")
def letter() -> Read:
    reading = read_text(LETTER)
    assert reading.notes["read_as"] == "clinical"
    return Read(reading.people)


@pytest.mark.parametrize(
    ("name", "tag", "value"),
    [
        ("Laird", "AGE", "58"),
        ("Laird", "IDENTIFICATION_NUMBER", "00-771-93"),
        ("Laird", "OCCUPATION", "Retired"),
        ("Moira", "RELATIONSHIP", "Married"),
        ("Vaz", "OCCUPATION", "General practitioner"),
        ("Mathew", "SEX", "Female"),
        ("Mathew", "POSITION", "Staff nurse"),
        ("Lamas", "POSITION", "Consultant"),
        ("Lamas", "IDENTIFICATION_NUMBER", "7512204"),
    ],
)
def test_a_clinic_letter_tells(letter: Read, name: str, tag: str, value: str) -> None:
    assert letter.value(name, tag) == value


def test_a_clinical_letter_still_counts_as_one_that_rules_alone_do_not_know() -> None:
    assert read_text(LETTER).genre == UNKNOWN_GENRE


def test_a_drug_is_nobody(letter: Read) -> None:
    assert not any("Bisoprolol" in person.description for person in letter.people)


def test_a_date_behind_the_name_that_was_last_week_is_no_birth() -> None:
    reading = read_text(LETTER.replace("23/11/1966", "23/11/2024"))
    ages = [fact.value for fact in reading.people[0].facts if fact.cue == "clinical-birth"]
    assert ages == []


@pytest.mark.parametrize(
    ("line", "age", "sex"),
    [
        ("Patient: Ana Reis, 52 Y / F", "52", "Female"),
        ("Patient: Ana Reis, F, 52", "52", "Female"),
        ("Pt: Rui Dias 19M", "19", "Male"),
    ],
)
def test_age_and_sex_stand_beside_the_name(line: str, age: str, sex: str) -> None:
    reading = Read(read_text(f"DISCHARGE SUMMARY\n{line}\nDiagnosis: pneumonia. Discharged on day 4.\n").people)
    name = line.split()[2].rstrip(",")
    assert (reading.value(name, "AGE"), reading.value(name, "SEX")) == (age, sex)


def test_a_newborn_is_somebody() -> None:
    reading = read_text("Labour ward\nPatient: Ana Reis, G1P0, admitted 18:30.\n23:41 girl, 3,240 g, Apgar 9/10/10.\n")
    baby = next(person for person in reading.people if "baby" in person.description)
    assert {(fact.tag, fact.value) for fact in baby.facts} >= {("AGE", "0"), ("SEX", "Female")}


@pytest.mark.parametrize(
    "text",
    [
        "Anyone know a good dentist in Leeds? Mine retired, and my tooth hurts like hell lol",
        "The applicant lodged a complaint with the District Court about his treatment in the prison hospital.",
        "I was in hospital for a week and the nurses were lovely. Five stars.",
    ],
)
def test_who_only_speaks_of_doctors_writes_no_clinical_letter(text: str) -> None:
    assert "read_as" not in read_text(text).notes


def test_documents_written_for_the_genre_are_told_by_it() -> None:
    documents = list(written_documents("clinical.txt", Path(__file__).parent))
    clinical = next(genre for genre in GENRES if genre.name == "clinical")
    told = [
        document.id for document in documents if clinical.looks_like(Page(document.text)) >= clinical.table.look.floor
    ]
    assert len(documents) == 12
    assert len(told) >= 11


@given(st.text(alphabet="Patient: AnaReis,/\n0123456789 mgMFdr.", max_size=120))
def test_what_looks_clinical_is_read_without_leaving_the_text(text: str) -> None:
    reading = read_text(f"DISCHARGE SUMMARY\nDiagnosis: BP. Ward 4.\n{text}")
    end = len(f"DISCHARGE SUMMARY\nDiagnosis: BP. Ward 4.\n{text}")
    assert all(
        0 <= one.start <= one.end <= end for person in reading.people for fact in person.facts for one in fact.evidence
    )
