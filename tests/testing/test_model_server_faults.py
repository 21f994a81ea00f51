"""Faults on purpose, as a client meets them."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import httpx
import pytest

from gyges.errors import ConfigError
from gyges.testing import (
    ALL_KINDS,
    Attempt,
    Fault,
    FaultKind,
    FirstFaults,
    ModelServer,
    RandomFaults,
    ServedOutcome,
    scripted,
)

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "age": {"type": "integer"}},
    "required": ["city", "age"],
}
CHAT = {
    "model": "m",
    "messages": [{"role": "user", "content": "Where?"}],
    "response_format": {"type": "json_schema", "json_schema": {"name": "s", "schema": SCHEMA}},
}
CLAUDE = {
    "model": "m",
    "max_tokens": 9,
    "messages": [{"role": "user", "content": "Where?"}],
    "tools": [{"name": "reply", "input_schema": SCHEMA}],
    "tool_choice": {"type": "tool", "name": "reply"},
}
SOON = (FaultKind.RATE_LIMIT, FaultKind.SERVER_ERROR, FaultKind.TRUNCATED, FaultKind.GARBAGE)


def openai(server: ModelServer, timeout: float = 5) -> httpx.Response:
    return httpx.post(f"{server.url}/chat/completions", json=CHAT, timeout=timeout)


def anthropic(server: ModelServer) -> httpx.Response:
    return httpx.post(f"{server.url}/messages", json=CLAUDE, headers={"anthropic-version": "2023-06-01"})


def always(kind: FaultKind) -> ModelServer:
    return ModelServer(faults=RandomFaults(1, (kind,)))


def content(response: httpx.Response) -> str:
    text: str = response.json()["choices"][0]["message"]["content"]
    return text


def test_a_rate_limit_says_when_to_come_back() -> None:
    with ModelServer(faults=FirstFaults(FaultKind.RATE_LIMIT, 2, retry_after=0.25)) as server:
        for response in (openai(server), anthropic(server)):
            assert response.status_code == 429
            assert response.headers["retry-after"] == "0.25"
            assert response.json()["error"]["type"] == "rate_limit_error"
        assert openai(server).status_code == 200


def test_a_server_error_is_a_500_or_the_overload_of_its_protocol() -> None:
    with always(FaultKind.SERVER_ERROR) as server:
        assert {openai(server).status_code for _ in range(12)} == {500, 503}
        assert {anthropic(server).status_code for _ in range(12)} == {500, 529}


def test_a_hang_lasts_until_the_client_leaves_and_never_finishes() -> None:
    with always(FaultKind.HANG) as server:
        with pytest.raises(httpx.ReadTimeout):
            openai(server, timeout=0.2)
        (request,) = server.requests
        assert request.outcome is FaultKind.HANG
        assert request.finished is None


def test_a_disconnect_comes_in_the_middle_of_the_body() -> None:
    with always(FaultKind.DISCONNECT) as server:
        with httpx.stream("POST", f"{server.url}/chat/completions", json=CHAT) as response:
            assert response.status_code == 200
            with pytest.raises(httpx.RemoteProtocolError):
                response.read()
        assert 0 < response.num_bytes_downloaded < int(response.headers["content-length"])
        assert server.requests[0].outcome is FaultKind.DISCONNECT


def test_a_truncated_openai_answer_is_half_a_json_and_says_length() -> None:
    with always(FaultKind.TRUNCATED) as server:
        response = openai(server)
    assert response.json()["choices"][0]["finish_reason"] == "length"
    assert content(response).startswith('{"city"')
    with pytest.raises(json.JSONDecodeError):
        json.loads(content(response))


def test_malformed_json_comes_in_a_good_envelope() -> None:
    with always(FaultKind.MALFORMED) as server:
        response, block = openai(server), anthropic(server).json()["content"][0]
    assert response.json()["choices"][0]["finish_reason"] == "stop"
    assert block["type"] == "text"
    for text in (content(response), block["text"]):
        with pytest.raises(json.JSONDecodeError):
            json.loads(text)


def test_a_schema_violation_is_valid_json_of_the_wrong_shape() -> None:
    with always(FaultKind.SCHEMA_VIOLATION) as server:
        values = [json.loads(content(openai(server))), anthropic(server).json()["content"][0]["input"]]
    for value in values:
        assert not isinstance(value["city"], str)
        assert not isinstance(value["age"], int)


@pytest.mark.parametrize("kind", [kind for kind in ALL_KINDS if kind is not FaultKind.HANG])
def test_a_storm_passes_and_uses_up_no_scripted_answer(kind: FaultKind) -> None:
    with ModelServer(scripted(["only"]), faults=FirstFaults(kind, 3)) as server:
        for _ in range(3):
            try:
                openai(server)
            except httpx.RemoteProtocolError:
                assert kind is FaultKind.DISCONNECT
        assert content(openai(server)) == "only"
        assert [request.outcome for request in server.requests] == [kind] * 3 + [ServedOutcome.ANSWERED]


def outcomes(seed: int, bodies: list[int], rate: float = 0.5) -> list[tuple[int, str]]:
    with ModelServer(faults=RandomFaults(rate, SOON), seed=seed) as server, httpx.Client() as client:
        for body in bodies:
            client.post(f"{server.url}/chat/completions", json={**CHAT, "user": str(body)})
        return [(body, request.outcome) for body, request in zip(bodies, server.requests, strict=True)]


def test_the_same_seed_gives_the_same_faults_whatever_the_order_of_requests() -> None:
    there, back = outcomes(1, list(range(30))), outcomes(1, list(range(29, -1, -1)))
    assert sorted(there) == sorted(back)
    assert sorted(there) != sorted(outcomes(2, list(range(30))))


def test_random_faults_come_at_their_rate_and_in_all_kinds() -> None:
    faults = RandomFaults(0.3, retry_after=1.5)
    drawn = [faults.fault(Attempt(number, str(number), 0, seed=3)) for number in range(4000)]
    counts = Counter(fault.kind for fault in drawn if fault)
    assert 1080 <= counts.total() <= 1320
    assert set(counts) == set(ALL_KINDS)
    assert min(counts.values()) > 100
    assert {fault.retry_after for fault in drawn if fault} == {1.5}


def test_a_strategy_of_the_user_is_a_class_with_one_method() -> None:
    class EverySecond:
        def fault(self, attempt: Attempt) -> Fault | None:
            return Fault(FaultKind.SERVER_ERROR) if attempt.number % 2 else None

    with ModelServer(faults=EverySecond()) as server:
        assert [openai(server).is_success for _ in range(4)] == [False, True, False, True]


@pytest.mark.parametrize(("rate", "kinds"), [(1.1, ALL_KINDS), (-0.1, ALL_KINDS), (0.5, ())])
def test_impossible_rates_and_empty_kinds_are_refused(rate: float, kinds: tuple[FaultKind, ...]) -> None:
    with pytest.raises(ConfigError):
        RandomFaults(rate, kinds)
