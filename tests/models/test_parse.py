import contextlib
import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from gyges.models import Prompt
from gyges.models._parse import AnswerProblem, parse_answer
from models.questions import People, Person, question

ANA = People(people=[Person(name="Ana", certainty=4)])


@pytest.mark.parametrize(
    "text",
    [
        '{"people": [{"name": "Ana", "certainty": 4}]}',
        '\ufeff{"people": [{"name": "Ana", "certainty": 4}]}\n',
        '```json\n{"people": [{"name": "Ana", "certainty": 4}]}\n```',
        'Sure! Here it is:\n```\n{"people": [{"name": "Ana", "certainty": 4}]}\n```\nAnything else?',
        'The answer [1] is {"people": [{"name": "Ana", "certainty": 4}]} as asked.',
        "{'people': [{'name': 'Ana', 'certainty': 4}]}",
        '{"people": [{"name": "Ana", "certainty": 4,},],}',
        "{'people': [{'name': 'Ana', 'certainty': 4, 'x': None, 'y': true}]}",
        '<think>{"people": []} no...</think>{"people": [{"name": "Ana", "certainty": 4}]}',
        '{"people": [{"name": "Ana", "certainty": "4"}]}',
        'First {a thought}. Then {"people": [{"name": "Ana", "certainty": 4}]}',
    ],
)
def test_many_ways_of_writing_one_answer_are_understood(text: str) -> None:
    assert parse_answer(text, question()) == ANA


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "empty"),
        ("I cannot help with that.", "no JSON value"),
        ('{"people": [{"name": "Ana", "certainty": 4}', "no JSON value"),
        ('{"persons": []}', "people: Field required"),
        ('{"people": [{"name": "Ana", "certainty": 9}]}', "less than or equal to 5"),
        ('{"people": [{"name": "A", "certainty": 1}, {"name": "A", "certainty": 2}]}', "listed twice"),
        ("[]", "valid dictionary"),
    ],
)
def test_what_is_wrong_is_said_in_words(text: str, problem: str) -> None:
    with pytest.raises(AnswerProblem, match=problem):
        parse_answer(text, question())


def test_a_piece_of_an_unfinished_answer_is_not_the_answer() -> None:
    class Note(BaseModel):
        text: str = ""
        notes: list["Note"] = []

    @dataclass(frozen=True)
    class TakeNotes(Prompt[Note]):
        template = "prompts/people.jinja"
        answer = Note

    with pytest.raises(AnswerProblem, match="no JSON value"):
        parse_answer('{"text": "all", "notes": [{"text": "a part"}', TakeNotes())


def test_line_breaks_inside_strings_are_kept() -> None:
    answer = parse_answer('{"people": [{"name": "Ana\nMaria", "certainty": 1}]}', question())
    assert answer.people[0].name == "Ana\nMaria"


def test_two_different_answers_are_no_answer_because_one_may_be_quoted_from_the_document() -> None:
    quoted, own = '{"people": []}', '{"people": [{"name": "Ana", "certainty": 4}]}'
    with pytest.raises(AnswerProblem, match="several different answers"):
        parse_answer(f"The text says {quoted}. My answer: {own}", question())
    assert parse_answer(f"{own}\nOnce more: {own}", question()) == ANA


names = st.lists(st.text(min_size=1), unique=True, max_size=5)


@given(names)
def test_valid_json_is_never_touched(people: list[str]) -> None:
    answer = {"people": [{"name": name, "certainty": 3} for name in people]}
    for text in (json.dumps(answer), json.dumps(answer, ensure_ascii=False), f"```json\n{json.dumps(answer)}\n```"):
        parsed = parse_answer(text, question())
        assert [person.name for person in parsed.people] == people


@given(names)
def test_python_quotes_give_the_same_answer(people: list[str]) -> None:
    answer = {"people": [{"name": name, "certainty": 3} for name in people]}
    assert [person.name for person in parse_answer(repr(answer), question()).people] == people


@given(st.text(alphabet="{}[]\"':,a1\\ \n`", max_size=400))
def test_no_text_breaks_the_parser(text: str) -> None:
    with contextlib.suppress(AnswerProblem):
        assert isinstance(parse_answer(text, question()), People)


def test_a_flood_of_brackets_is_read_in_linear_time() -> None:
    with pytest.raises(AnswerProblem):
        parse_answer("{[" * 200_000, question())
