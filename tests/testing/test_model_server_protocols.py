"""Both chat protocols over real sockets: answers, refusals, keys, capabilities."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import pytest

from gyges.testing import PLAIN_ANSWER, Capabilities, ModelServer, ServedOutcome, by_pattern

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
CHAT: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "Where does Ana live?"}]}
FORMAT = {"type": "json_schema", "json_schema": {"name": "reply", "schema": SCHEMA}}
CLAUDE = {**CHAT, "max_tokens": 100}
TOOL = {"tools": [{"name": "reply", "input_schema": SCHEMA}], "tool_choice": {"type": "tool", "name": "reply"}}
VERSION = {"anthropic-version": "2023-06-01"}


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def openai(server: ModelServer, body: object = CHAT, headers: Mapping[str, str] | None = None) -> httpx.Response:
    return httpx.post(f"{server.url}/chat/completions", json=body, headers=headers)


def anthropic(server: ModelServer, body: object = CLAUDE, headers: Mapping[str, str] = VERSION) -> httpx.Response:
    return httpx.post(f"{server.url}/messages", json=body, headers=headers)


def test_an_openai_answer_has_every_field_of_the_real_one(server: ModelServer) -> None:
    answer = openai(server).json()
    assert answer["id"].startswith("chatcmpl-")
    assert answer["object"] == "chat.completion"
    assert isinstance(answer["created"], int)
    assert answer["model"] == "m"
    message = {"role": "assistant", "content": PLAIN_ANSWER}
    assert answer["choices"] == [{"index": 0, "message": message, "finish_reason": "stop"}]
    assert answer["usage"] == {"prompt_tokens": 4, "completion_tokens": 10, "total_tokens": 14}


def test_json_mode_gets_an_object(server: ModelServer) -> None:
    answer = openai(server, {**CHAT, "response_format": {"type": "json_object"}}).json()
    assert json.loads(answer["choices"][0]["message"]["content"]) == {}


def test_an_anthropic_answer_has_every_field_of_the_real_one(server: ModelServer) -> None:
    answer = anthropic(server).json()
    assert answer["id"].startswith("msg_")
    assert (answer["type"], answer["role"], answer["model"]) == ("message", "assistant", "m")
    assert answer["content"] == [{"type": "text", "text": PLAIN_ANSWER}]
    assert (answer["stop_reason"], answer["stop_sequence"]) == ("end_turn", None)
    assert answer["usage"] == {"input_tokens": 4, "output_tokens": 10}


@pytest.mark.parametrize("choice", [{"type": "tool", "name": "reply"}, {"type": "any"}])
def test_a_forced_anthropic_tool_is_called_with_input_that_fits(server: ModelServer, choice: object) -> None:
    answer = anthropic(server, {**CLAUDE, **TOOL, "tool_choice": choice}).json()
    (block,) = answer["content"]
    assert (block["type"], block["name"], list(block["input"])) == ("tool_use", "reply", ["city"])
    assert answer["stop_reason"] == "tool_use"


def test_answers_see_system_prompts_and_parts_of_text() -> None:
    parts = [{"type": "text", "text": "in parts"}, {"type": "image"}]
    body = {**CLAUDE, "system": "be kind", "messages": [{"role": "user", "content": parts}]}
    with ModelServer(by_pattern({"^be kind\nin parts$": "seen"})) as server:
        assert anthropic(server, body).json()["content"][0]["text"] == "seen"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"model": None}, "model"),
        ({"messages": "hi"}, "messages"),
        ({"stream": True}, "streaming"),
        ({"max_completion_tokens": 5}, "max_completion_tokens"),
    ],
)
def test_a_bad_openai_request_is_refused_with_the_reason(
    server: ModelServer, change: dict[str, object], words: str
) -> None:
    response = openai(server, {**CHAT, **change})
    assert response.status_code == 400
    assert response.json()["error"]["type"] == "invalid_request_error"
    assert words in response.json()["error"]["message"]
    assert server.requests[-1].outcome is ServedOutcome.REFUSED


@pytest.mark.parametrize(
    ("body", "headers", "words"),
    [
        (CHAT, VERSION, "max_tokens"),
        (CLAUDE, {}, "anthropic-version"),
        ({**CLAUDE, **TOOL, "tool_choice": {"type": "tool", "name": "other"}}, VERSION, "other"),
        ([], VERSION, "object"),
    ],
)
def test_a_bad_anthropic_request_is_refused_with_the_reason(
    server: ModelServer, body: object, headers: dict[str, str], words: str
) -> None:
    response = anthropic(server, body, headers)
    assert response.status_code == 400
    assert response.json()["type"] == "error"
    assert response.json()["error"]["type"] == "invalid_request_error"
    assert words in response.json()["error"]["message"]


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\xfd", b"[" * 100_000])
def test_a_body_that_is_not_json_is_a_bad_request(server: ModelServer, content: bytes) -> None:
    response = httpx.post(f"{server.url}/chat/completions", content=content)
    assert response.status_code == 400
    assert server.requests[-1].body is None


def test_an_openai_key_is_demanded_as_a_bearer_token() -> None:
    with ModelServer(api_key="secret") as server:
        assert openai(server, headers={"authorization": "Bearer secret"}).status_code == 200
        for headers in ({}, {"authorization": "Bearer wrong"}, {"authorization": "secret"}, {"x-api-key": "secret"}):
            response = openai(server, headers=headers)
            assert response.status_code == 401
            assert response.json()["error"]["code"] == "invalid_api_key"


def test_an_anthropic_key_is_demanded_in_its_own_header() -> None:
    with ModelServer(api_key="secret") as server:
        assert anthropic(server, headers={**VERSION, "x-api-key": "secret"}).status_code == 200
        for headers in ({}, {"x-api-key": "wrong"}, {"authorization": "Bearer secret"}):
            response = anthropic(server, headers={**VERSION, **headers})
            assert response.status_code == 401
            assert response.json()["error"]["type"] == "authentication_error"


def test_an_endpoint_without_schemas_says_so_and_takes_json_mode() -> None:
    with ModelServer(capabilities=Capabilities(json_schema=False)) as server:
        response = openai(server, {**CHAT, "response_format": FORMAT})
        assert response.status_code == 400
        assert response.json()["error"]["param"] == "response_format"
        assert "response_format" in response.json()["error"]["message"]
        assert openai(server, {**CHAT, "response_format": {"type": "json_object"}}).status_code == 200
