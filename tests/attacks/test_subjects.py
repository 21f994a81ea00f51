"""The subjects attack, stage by stage."""

import json
from datetime import date
from typing import Any

import pytest

from attacks.answers import STORY, fact, facts, people, person, watched
from gyges.attacks import AttackOptions, SubjectsAttack
from gyges.errors import AnswerInvalidError
from gyges.records import SPECIAL, Finding, Kind, taxonomy
from gyges.testing import ChatRequest, scripted, scripted_model

pytestmark = pytest.mark.anyio

TWO = people(
    person("Nora Feld", "nurse, author of the note"), person("her husband", "husband of Nora Feld, bus driver")
)
CODES = facts({1: [fact("EMAIL_ADDRESS", "nora.feld@example.org", 5, ["nora.feld@example.org"])], 2: []})
REST = facts(
    {
        1: [fact("NAME", "Nora Feld", 5, ["Nora Feld"]), fact("AGE", "34", 5, ["is 34"])],
        2: [fact("SEX", "male", 5, ["Her husband"]), fact("OCCUPATION", "Bus driver", 4, ["drives a bus"])],
    }
)
ALL = facts({1: [fact("NAME", "Nora Feld", 5, ["Nora Feld"])], 2: [fact("SEX", "Male", 5, ["husband"])]})
WHOLE = people(
    person("Nora Feld", "nurse", facts=[fact("NAME", "Nora Feld", 5, ["Nora Feld"])]),
    person("her husband", "bus driver", facts=[fact("SEX", "Male", 5, ["husband"])]),
)


def _stage_of(request: ChatRequest) -> str:
    """Name the question by its schema: the two of stage B are asked at the same time, in any order."""
    schema = str(request.schema)
    if "how_many" in schema:
        return "whole" if "FactRow" in schema else "people"
    return "codes" if "'NAME'" not in schema else "rest" if "'EMAIL_ADDRESS'" not in schema else "all"


async def _told_of_two(*rows: dict[str, Any]) -> Finding:
    """Return the finding where the second question gave these facts of the first of two people."""
    model, _ = watched([TWO, facts({1: list(rows), 2: []})])
    return await SubjectsAttack(model, AttackOptions(stages=2)).attack(STORY, id="d")


def _by_stage(answers: dict[str, str]) -> SubjectsAttack:
    return SubjectsAttack(scripted_model(lambda request: answers[_stage_of(request)]))


async def test_three_stages_find_people_codes_and_the_rest() -> None:
    finding = await _by_stage({"people": TWO, "codes": CODES, "rest": REST}).attack(STORY, id="d1")
    nora, husband = finding.subjects
    assert (finding.id, finding.attacker, nora.id, husband.id) == ("d1", "scripted", "0", "1")
    assert nora.description == "Nora Feld - nurse, author of the note"
    assert {(f.tag, f.value, f.certainty) for f in nora.facts} == {
        ("EMAIL_ADDRESS", "nora.feld@example.org", 5),
        ("NAME", "Nora Feld", 5),
        ("AGE", "34", 5),
    }
    assert {(f.tag, f.value, f.evidence) for f in husband.facts} == {
        ("SEX", "Male", ("Her husband",)),
        ("OCCUPATION", "Bus driver", ("drives a bus",)),
    }
    assert (finding.notes["windows"], finding.notes["stages"], finding.notes["quotes_dropped"]) == (1, 3, 0)


async def test_special_categories_take_one_question_more_and_are_kept_apart() -> None:
    ill = facts({1: [fact("HEALTH", "asthma", 5, [])], 2: []})
    model, asked = watched([TWO, ALL, ill])
    finding = await SubjectsAttack(model, AttackOptions(stages=2, special=True)).attack(STORY, id="d")
    assert len(asked.requests) == 3
    assert [(one.tag, one.value) for one in finding.subjects[0].special] == [("HEALTH", "asthma")]
    assert "HEALTH" not in {one.tag for one in finding.subjects[0].facts}
    assert SPECIAL in finding.notes


@pytest.mark.parametrize(("stages", "answers"), [(2, [TWO, ALL]), (1, [WHOLE])])
async def test_fewer_stages_take_fewer_calls(stages: int, answers: list[str]) -> None:
    model, provider = watched(answers)
    finding = await SubjectsAttack(model, AttackOptions(stages=stages)).attack(STORY, id="d")  # type: ignore[arg-type]
    assert len(provider.requests) == stages
    assert [[f.value for f in subject.facts] for subject in finding.subjects] == [["Nora Feld"], ["Male"]]


async def test_every_question_begins_with_the_same_words_and_the_text() -> None:
    """A server with a prefix cache pays for the text once."""
    answers = {"people": TWO, "codes": CODES, "rest": REST, "whole": WHOLE}
    model, provider = watched(lambda request: answers[_stage_of(request)])
    await SubjectsAttack(model).attack(STORY, id="d")
    await SubjectsAttack(model, AttackOptions(stages=1)).attack(STORY, id="d")
    systems = {request.messages[0].content for request in provider.requests}
    heads = {request.messages[1].content.split(STORY)[0] for request in provider.requests}
    assert (len(provider.requests), len(systems), len(heads)) == (4, 1, 1)


async def test_an_endpoint_that_enforces_schemas_can_only_answer_about_the_people_of_the_list() -> None:
    model, provider = watched([TWO, ALL])
    await SubjectsAttack(model, AttackOptions(stages=2)).attack(STORY, id="d")
    schema: Any = provider.requests[1].schema
    assert schema["$defs"]["PersonFacts"]["properties"]["id"]["enum"] == [1, 2]
    assert (schema["properties"]["people"]["minItems"], schema["properties"]["people"]["maxItems"]) == (2, 2)
    assert schema["$defs"]["FactRow"]["properties"]["tag"]["enum"][0] == "NAME"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (facts({1: [], 7: [], 8: []}), ("some ids are not in the list of people", "missing: 2")),
        ('{"people": [{"id": 1, "facts": []}, {"id": 1, "facts": []}, {"id": 2, "facts": []}]}', ("given twice: 1",)),
        (facts({1: [fact("SHOE_SIZE", "38")], 2: []}), ("every tag must be one of NAME",)),
    ],
    ids=["other ids", "twice", "another tag"],
)
async def test_what_does_not_fit_the_list_is_corrected(wrong: str, said: tuple[str, ...]) -> None:
    model, provider = watched([TWO, wrong, ALL])
    finding = await SubjectsAttack(model, AttackOptions(stages=2)).attack(STORY, id="d")
    assert all(words in provider.requests[2].messages[-1].content for words in said)
    assert len(finding.subjects) == 2


@pytest.mark.parametrize("answers", [["no"] * 3, [TWO, *["{"] * 3], [TWO, *[facts({1: []})] * 3]])
async def test_an_answer_that_cannot_be_used_raises_and_is_no_empty_finding(answers: list[str]) -> None:
    attack = SubjectsAttack(scripted_model(scripted(answers)), AttackOptions(stages=2))
    with pytest.raises(AnswerInvalidError):
        await attack.attack(STORY, id="d")


async def test_a_text_with_nobody_in_it_gives_an_empty_finding_after_one_call() -> None:
    model, provider = watched([people()])
    finding = await SubjectsAttack(model).attack("The kettle boiled over.", id="d")
    assert finding.subjects == ()
    assert len(provider.requests) == 1


async def test_a_blank_text_gives_an_empty_finding_without_a_call() -> None:
    finding = await SubjectsAttack(scripted_model(scripted([]))).attack(" \n", id="d")
    assert (finding.subjects, finding.notes["windows"]) == ((), 0)


async def test_quotes_that_are_not_in_the_text_are_dropped_and_counted() -> None:
    finding = await _told_of_two(
        fact("NAME", "Nora Feld", 5, ["nora  feld", "Nora Fields"]),
        fact("AGE", "34", 5, ["she is thirty-four"]),
        fact("NATIONALITY", "Ireland", 3),
    )
    by_tag = {f.tag: f for f in finding.subjects[0].facts}
    assert by_tag["NAME"].evidence == ("Nora Feld",)
    assert by_tag["AGE"].evidence == ()
    assert (finding.notes["quotes_dropped"], finding.notes["facts_unsupported"]) == (2, 2)


async def test_what_stands_for_no_guess_is_left_out_and_counted() -> None:
    finding = await _told_of_two(
        fact("NAME", "unknown"),
        fact("AFFILIATION", "Redacted"),
        fact("AGE", "[redacted]", 3),
        fact("LOCATION", "unknown / Cork / Ireland"),
        fact("OCCUPATION", "Nurse", 0),
    )
    assert [(f.tag, f.value) for f in finding.subjects[0].facts] == [
        ("AFFILIATION", "Redacted"),
        ("LOCATION", "Cork / Ireland"),
    ]
    assert finding.notes["values_empty"] == 3


async def test_options_are_spelled_as_the_taxonomy_spells_them_and_others_counted() -> None:
    finding = await _told_of_two(fact("sex", "FEMALE."), fact("Education", "Master's degree"))
    assert [(f.tag, f.value) for f in finding.subjects[0].facts] == [
        ("SEX", "Female"),
        ("EDUCATION", "Master's degree"),
    ]
    assert finding.notes["values_outside_options"] == 1


async def test_a_counted_group_becomes_as_many_people() -> None:
    group = people(person("three officers", "police officers", how_many=3))
    model, provider = watched([group, facts({1: [fact("OCCUPATION", "Police officer")]})])
    finding = await SubjectsAttack(model, AttackOptions(stages=2)).attack("Three officers came.", id="d")
    assert [subject.description for subject in finding.subjects] == [
        f"three officers - police officers ({n} of 3)" for n in (1, 2, 3)
    ]
    assert all(subject.facts[0].value == "Police officer" for subject in finding.subjects)
    assert "(3 people)" in provider.requests[1].messages[1].content


async def test_a_huge_group_is_cut_short_and_says_so() -> None:
    model, _ = watched([people(person("500 workers", how_many=500)), facts({1: []})])
    finding = await SubjectsAttack(model, AttackOptions(stages=2)).attack("500 workers left.", id="d")
    assert len(finding.subjects) + int(str(finding.notes["group_members_left_out"])) == 500


async def test_two_phone_numbers_are_two_facts_and_one_name_said_twice_is_one() -> None:
    finding = await _told_of_two(
        fact("PHONE_NUMBER", "1"), fact("PHONE_NUMBER", "2"), fact("NAME", "Nora", 3), fact("NAME", "nora", 5)
    )
    assert [(f.value, f.certainty) for f in finding.subjects[0].facts] == [("1", 5), ("2", 5), ("nora", 5)]


async def test_the_reference_date_and_the_definitions_reach_the_model() -> None:
    model, provider = watched([WHOLE])
    options = AttackOptions(stages=1, reference_date=date(1999, 12, 31))
    await SubjectsAttack(model, options).attack(STORY, id="d")
    asked = provider.requests[0].messages[1].content
    assert "1999-12-31" in asked
    assert all(tag.name in asked for tag in taxonomy("spia"))
    assert all(f"- {tag.name}: {tag.definition}" in asked for tag in taxonomy("spia") if tag.kind is Kind.NON_CODE)


@pytest.mark.parametrize(
    ("text", "chosen", "day"),
    [
        ("Date: 12 January 2026. Nora is 31 today.", None, "2026-01-12"),
        ("Date: 12 January 2024. Nora is 31 today.", None, "2025-09-01"),
        ("Nora is 31 today. The card is valid until 12 January 2031.", None, "2025-09-01"),
        ("Date: 12 January 2026. Nora is 31 today.", date(2020, 5, 1), "2020-05-01"),
    ],
)
async def test_ages_are_counted_on_the_day_of_a_later_text_unless_a_day_was_chosen(
    text: str, chosen: date | None, day: str
) -> None:
    model, provider = watched([json.dumps({"people": []})])
    options = AttackOptions(stages=1) if chosen is None else AttackOptions(stages=1, reference_date=chosen)
    finding = await SubjectsAttack(model, options).attack(text, id="d")
    assert f"Today is {day}" in provider.requests[0].messages[1].content
    assert finding.notes.get("ages_on") == (day if day == "2026-01-12" else None)


async def test_another_taxonomy_without_codes_needs_no_question_about_codes() -> None:
    model, provider = watched([TWO, facts({1: [fact("INCOME", "Low")], 2: []})])
    finding = await SubjectsAttack(model, AttackOptions(taxonomy="author")).attack(STORY, id="d")
    assert len(provider.requests) == 2
    assert finding.subjects[0].facts[0].tag == "INCOME"


async def test_where_every_kind_must_be_guessed_one_without_a_guess_is_corrected() -> None:
    kinds = [tag.name for tag in taxonomy("spia").tags if tag.kind is not Kind.CODE]
    full = facts({id: [fact(kind, "guessed", 1) for kind in kinds] for id in (1, 2)})
    unsaid = facts({id: [fact(kind, "unknown" if kind == "AGE" else "guessed", 1) for kind in kinds] for id in (1, 2)})
    model, provider = watched([TWO, unsaid, full])
    finding = await SubjectsAttack(model, AttackOptions(stages=2, guess_all=True)).attack(STORY, id="d")
    asked = provider.requests[1].messages[-1].content
    assert "Give everybody at least one fact of each of these kinds" in asked
    assert "PHONE_NUMBER" not in asked.split("of each of these kinds")[1].split("The least")[0]  # a code is no guess
    assert "person 1 has no guess with a certainty of 1 or more for AGE" in provider.requests[2].messages[-1].content
    assert {fact.tag for fact in finding.subjects[0].facts} == set(kinds)


@pytest.mark.parametrize(("stages", "answers"), [(2, [TWO, ALL]), (1, [WHOLE])])
async def test_examples_are_shown_where_people_are_listed_if_asked_for(stages: int, answers: list[str]) -> None:
    for examples in (False, True):
        model, provider = watched(answers)
        options = AttackOptions(stages=stages, examples=examples)  # type: ignore[arg-type]
        await SubjectsAttack(model, options).attack(STORY, id="d")
        assert ("Examples of other texts" in provider.requests[0].messages[-1].content) is examples
