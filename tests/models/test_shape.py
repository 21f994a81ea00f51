"""The shape of an answer in words, and what shows that an endpoint did not hold to a schema."""

import json
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from gyges.models import Prompt
from gyges.models._exchange import Schema
from gyges.models._shape import keeps_to, shape_in_words, strict_schema
from gyges.testing._schema import schema_value, wrong_value
from models.questions import People


class Part(BaseModel):
    kind: Literal["town", "land"]
    above: "Part | None"


class Report(BaseModel):
    """Words for us, not for the model."""

    sure: bool
    share: float = Field(gt=0, lt=1)
    names: list[str] = Field(min_length=1, max_length=3)
    codes: dict[str, int]
    part: Part


class Choice(BaseModel):
    answer: Literal["maple", "willow"]


def test_the_shape_is_json_with_words_for_values() -> None:
    assert shape_in_words(strict_schema(People)) == (
        '{\n  "people": [{\n    "name": <text>,\n    "certainty": <whole number, at least 0, at most 5>\n  }, ...]\n}'
    )


def test_choices_limits_mappings_and_repeated_parts_are_said() -> None:
    shape = shape_in_words(strict_schema(Report))
    assert '"sure": <true or false>' in shape
    assert '"share": <number, more than 0, less than 1>' in shape
    assert '"names": [<text>, ..., at least 1, at most 3]' in shape
    assert "<name>: <whole number>" in shape
    assert '"kind": <one of "town", "land">' in shape
    assert '"above": <such an object again> or <null>' in shape
    assert "Words for us" not in shape


def _prompts(kind: type[Any]) -> list[type[Any]]:
    subclasses: list[type[Any]] = kind.__subclasses__()
    return [one for sub in subclasses for one in (sub, *_prompts(sub))]


def test_every_question_of_the_package_can_be_said_in_words() -> None:
    import gyges.anonymizers
    import gyges.attacks
    import gyges.scoring
    import gyges.tuning  # noqa: F401

    ours = [one for one in _prompts(Prompt) if one.__module__.startswith("gyges.") and hasattr(one, "answer")]
    assert len(ours) > 5
    for prompt in ours:
        shape = shape_in_words(strict_schema(prompt.answer))
        assert all(f'"{name}": ' in shape for name in prompt.answer.model_fields)
        assert "<anything>" not in shape
        assert "$ref" not in shape


@given(st.sampled_from([strict_schema(People), strict_schema(Choice)]), st.text(max_size=20))
def test_an_answer_of_the_schema_keeps_to_it(schema: Schema, text: str) -> None:
    value = json.dumps(schema_value(schema, text))
    assert keeps_to(value, schema)
    assert keeps_to(f"<think>{{</think>\n{value}", schema)


@pytest.mark.parametrize(
    "text",
    [
        "blue",
        "",
        '"maple"',
        "[]",
        "{}",
        '{"answer": "blue"}',
        '{"answer": "maple", "why": "it is"}',
        'Sure: {"answer": "maple"}',
        '```json\n{"answer": "maple"}\n```',
        json.dumps(wrong_value(strict_schema(Choice))),
    ],
)
def test_what_no_enforcing_endpoint_lets_through_does_not_keep_to_the_schema(text: str) -> None:
    assert not keeps_to(text, strict_schema(Choice))
