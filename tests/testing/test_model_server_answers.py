"""What the server says: values for schemas, scripts, patterns, functions of the user."""

import enum
import json
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal
from uuid import UUID

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, RootModel, ValidationError

from gyges.errors import ConfigError
from gyges.testing import (
    ChatMessage,
    ChatRequest,
    ModelServer,
    ServedOutcome,
    by_pattern,
    schema_answer,
    scripted,
)
from gyges.testing._schema import schema_value, wrong_value


class Tag(enum.Enum):
    AGE = "AGE"
    PLACE = "PLACE"


class Fact(BaseModel):
    model_config = ConfigDict(extra="forbid")
    tag: Tag
    value: Annotated[str, Field(min_length=1, max_length=5)]
    certainty: Annotated[int, Field(ge=1, le=5)]
    evidence: list[str] = []


class Subject(BaseModel):
    name: str | None
    facts: Annotated[list[Fact], Field(min_length=2)]


class Report(BaseModel):
    kind: Literal["report"]
    subjects: list[Subject]
    notes: dict[str, int]


class Tree(BaseModel):
    label: str
    left: "Tree | None"
    right: "Tree | None"
    others: "list[Tree]" = []


class Literally(BaseModel):
    op: Literal["number"]
    value: float


class Add(BaseModel):
    op: Literal["add"]
    terms: Annotated[list[Annotated["Literally | Add", Field(discriminator="op")]], Field(min_length=2)]


class Numbers(BaseModel):
    model_config = ConfigDict(allow_inf_nan=False)
    share: Annotated[float, Field(gt=0, lt=1)]
    below: Annotated[float, Field(le=-5)]
    above: Annotated[float, Field(gt=10**6)]
    even: Annotated[int, Field(multiple_of=2, gt=6, lt=10)]
    halves: Annotated[float, Field(multiple_of=0.5, ge=2.25)]
    debt: Annotated[int, Field(lt=-10)]
    code: int | Annotated[str, Field(pattern="^x+$")]
    flag: bool
    nothing: None


class Shapes(BaseModel):
    pair: tuple[int, str]
    several: Annotated[set[int], Field(min_length=4)]
    coded: Annotated[dict[Tag, int], Field(min_length=2)]
    at_most: Annotated[list[int], Field(max_length=0)]
    born: date
    at: datetime
    clock: time
    span: timedelta
    id: UUID
    anything: Any
    long: Annotated[str, Field(min_length=40)]
    either: int | list[str] | Literal["none"]


class Line(RootModel[list[Annotated[str, Field(max_length=3)]]]):
    pass


MODELS: list[type[BaseModel]] = [Fact, Subject, Report, Tree, Add, Numbers, Shapes, Line]


def chat(prompt: str, schema: Mapping[str, Any] | None = None) -> ChatRequest:
    return ChatRequest((ChatMessage("user", prompt), ChatMessage("assistant", "hm")), "m", schema, {})


def ask(server: ModelServer, prompt: str = "Hi", schema: object = None) -> httpx.Response:
    body: dict[str, object] = {"model": "m", "messages": [{"role": "user", "content": prompt}]}
    if schema is not None:
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "s", "schema": schema}}
    return httpx.post(f"{server.url}/chat/completions", json=body)


@settings(deadline=None)
@given(prompt=st.text(), model=st.sampled_from(MODELS))
def test_answers_satisfy_nested_pydantic_models_whatever_the_prompt(prompt: str, model: type[BaseModel]) -> None:
    text = schema_answer(chat(prompt, model.model_json_schema()))
    model.model_validate_json(text)
    assert text == schema_answer(chat(prompt, model.model_json_schema()))


@settings(deadline=None)
@given(model=st.sampled_from(MODELS))
def test_wrong_values_satisfy_no_model(model: type[BaseModel]) -> None:
    wrong = wrong_value(model.model_json_schema())
    with pytest.raises(ValidationError):
        model.model_validate_json(json.dumps(wrong))


def test_different_documents_get_different_answers() -> None:
    schema = Report.model_json_schema()
    assert len({schema_answer(chat(f"document {number}", schema)) for number in range(50)}) == 50


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "pattern": "^x+$"},
        {"type": "number", "minimum": 2, "maximum": 1},
        {"type": "number", "exclusiveMinimum": 1e308, "minimum": 1.7e308},
        {"type": "array", "items": {"enum": [1, 2]}, "minItems": 3, "uniqueItems": True},
        {"$ref": "#"},
        {"type": "object", "properties": {"again": {"$ref": "#"}}, "required": ["again"]},
    ],
)
def test_a_schema_that_cannot_be_satisfied_is_an_error_not_a_wrong_value(schema: Mapping[str, Any]) -> None:
    with pytest.raises(ConfigError, match="cannot build a value"):
        schema_value(schema, "x")


def test_scripted_answers_come_in_order_and_then_fail_clearly() -> None:
    with ModelServer(scripted(["first", "second"])) as server:
        texts = [ask(server).json()["choices"][0]["message"]["content"] for _ in range(2)]
        response = ask(server, "one too many")
        assert texts == ["first", "second"]
        assert response.status_code == 400
        assert "the scripted answers are used up" in response.json()["error"]["message"]
        assert "one too many" in response.json()["error"]["message"]
        assert server.requests[-1].outcome is ServedOutcome.ANSWER_FAILED


def test_patterns_answer_with_texts_or_functions_and_the_first_match_wins() -> None:
    answer = by_pattern({"Ana": "a", "Bo|Ana": lambda request: request.prompt.upper(), "": "else"})
    assert [answer(chat(prompt)) for prompt in ("Ana", "Bo", "Cy")] == ["a", "BO", "else"]


def test_an_answer_function_of_the_user_sees_the_request() -> None:
    seen: list[ChatRequest] = []

    def answer(request: ChatRequest) -> str:
        seen.append(request)
        return "ok"

    with ModelServer(answer) as server:
        ask(server, "Hi", {"type": "null"})
    (request,) = seen
    assert (request.model, request.prompt, request.schema) == ("m", "Hi", {"type": "null"})
    assert request.messages == (ChatMessage("user", "Hi"),)
    assert request.body["model"] == "m"
