"""Whom of a finding a method protects, and what the rewriter is told about it."""

import pytest

from gyges.anonymizers.adversarial import Inference, inferences, target_subjects
from gyges.anonymizers.adversarial._inner_attack import feedback_text
from gyges.attacks import AttackOptions, AuthorRulesAttack, RulesAttack, UnionAttack
from gyges.models import DocumentText
from gyges.records import Fact, Finding, JsonValue, Subject


def _finding(*subjects: Subject, **notes: JsonValue) -> Finding:
    return Finding("d", "somebody", subjects, notes)


PEOPLE = (
    Subject("0", "Jan Novak - applicant", (Fact("NAME", "Jan Novak"), Fact("AGE", "71"))),
    Subject("1", "wife of the applicant", (Fact("AGE", "66"),)),
    Subject("2", "T. Hale - the applicant's lawyer", (Fact("NAME", "T. Hale"),)),
    Subject("3", "author", (Fact("SEX", "Female"),)),
)


@pytest.mark.parametrize(
    ("target", "who"),
    [
        ("applicant", ["0"]),
        ("the applicant", ["0"]),
        ("author", ["3"]),
        ("Novak", ["0"]),
        ("Thomas Hale", ["2"]),
        ("lawyer", ["2"]),
        ("wife", ["1"]),
        ("landlord", ["0", "1", "2", "3"]),
    ],
)
def test_the_target_is_found_by_role_or_name_and_nobody_found_means_everybody(target: str, who: list[str]) -> None:
    assert [subject.id for subject in target_subjects(_finding(*PEOPLE), target)] == who


def test_the_only_person_of_a_finding_is_the_target() -> None:
    assert target_subjects(_finding(PEOPLE[1]), "author") == (PEOPLE[1],)


def test_guesses_of_one_tag_stand_together_in_their_order() -> None:
    facts = (
        Fact("AGE", "34", 2, evidence=("34",)),
        Fact("SEX", "Male", 3),
        Fact("AGE", "30", 4, evidence=("a decade",)),
        Fact("AGE", "34", 1),
    )
    age, sex = inferences(_finding(Subject("0", "x", facts), reasoning={"AGE": "counted"}), "author")
    assert age == Inference("AGE", ("34", "30"), 4, "counted", ("34", "a decade"))
    assert sex == Inference("SEX", ("Male",), 3)


@pytest.mark.anyio
async def test_the_reasoning_of_the_members_of_a_union_is_found() -> None:
    members: JsonValue = {"author:x": {"reasoning": {"AGE": "counted"}}, "identity:x": {"reasoning": "her boat"}}
    finding = _finding(Subject("0", "x", (Fact("AGE", "34"), Fact("NAME", "Ilse"))), members=members)
    assert [one.reasoning for one in inferences(finding, "author")] == ["counted", "her boat"]
    union = UnionAttack((RulesAttack(AttackOptions()), AuthorRulesAttack()))
    found = await union.attack("I'm 34 and a nurse in Cork.", id="d")
    assert {one.tag for one in inferences(found, "author")} >= {"AGE", "LOCATION"}


def test_feedback_is_data_with_the_surest_conclusion_first() -> None:
    rows = (Inference("SEX", ("Male",), 3), Inference("AGE", ("34", "35"), 5, "as\nsaid", ("I am  34",), "Tom"))
    text = feedback_text(rows)
    assert isinstance(text, DocumentText)
    assert text.split("\n") == ["AGE of Tom: 34; 35", "  given away by: I am 34", "  because: as said", "SEX: Male"]
