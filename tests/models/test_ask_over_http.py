"""The whole way of a question, over real sockets."""

import json
from pathlib import Path
from typing import Any, cast

import anyio
import pytest

from gyges.errors import (
    AccessDeniedError,
    AnswerInvalidError,
    BudgetExhaustedError,
    ConfigError,
    EgressRefusedError,
    RequestRefusedError,
)
from gyges.models import Message, ModelPool, ModelSettings, ReplyCache, Request
from gyges.models import _gate as gate_module
from gyges.testing import Capabilities, FaultKind, FirstFaults, ModelServer, scripted
from models.questions import People, question

pytestmark = pytest.mark.anyio

GOOD = json.dumps({"people": [{"name": "Ana", "certainty": 4}]})


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate_module, "FIRST_DELAY", 0.01)


def _body(server: ModelServer, number: int) -> dict[str, Any]:
    return cast(dict[str, Any], server.requests[number].body)


async def _ask(server: ModelServer, settings: ModelSettings | None = None) -> People:
    async with ModelPool(settings, cache=ReplyCache()) as pool:
        return await pool.model(server.spec()).ask(question())


async def test_a_typed_question_gets_a_typed_answer() -> None:
    with ModelServer(scripted([GOOD])) as server:
        answer = await _ask(server)
    assert [person.name for person in answer.people] == ["Ana"]
    assert _body(server, 0)["response_format"]["type"] == "json_schema"


async def test_what_is_wrong_is_quoted_back_and_the_corrected_answer_is_taken() -> None:
    with ModelServer(scripted(['{"people": [{"name": "Ana", "certainty": 9}]}', GOOD])) as server:
        answer = await _ask(server)
    assert answer.people[0].certainty == 4
    messages = _body(server, 1)["messages"]
    assert messages[-2]["role"] == "assistant"
    assert "less than or equal to 5" in messages[-1]["content"]


async def test_after_two_corrections_the_question_fails_and_says_why() -> None:
    with (
        ModelServer(scripted(["no"] * 3)) as server,
        pytest.raises(AnswerInvalidError, match="in 3 turns: it holds no JSON value"),
    ):
        await _ask(server)
    assert len(server.requests) == 3


async def test_a_question_that_failed_is_asked_anew_the_next_time() -> None:
    with ModelServer(scripted(["no"] * 3 + [GOOD])) as server:
        async with ModelPool(cache=ReplyCache()) as pool:
            model = pool.model(server.spec())
            with pytest.raises(AnswerInvalidError):
                await model.ask(question())
            assert (await model.ask(question())).people


async def test_an_answer_cut_off_gets_twice_the_room() -> None:
    with ModelServer(scripted([GOOD]), faults=FirstFaults(FaultKind.TRUNCATED, 1)) as server:
        assert (await _ask(server)).people
    limits = [_body(server, number)["max_tokens"] for number in range(2)]
    assert limits == [200, 400]


async def test_an_endpoint_without_schemas_gets_the_schema_in_words_once_it_said_so() -> None:
    with ModelServer(scripted([GOOD, GOOD]), capabilities=Capabilities(json_schema=False)) as server:
        async with ModelPool(cache=ReplyCache()) as pool:
            model = pool.model(server.spec())
            await model.ask(question())
            assert not model.provider.takes_schema
            await model.ask(question("Other."))
    bodies = [_body(server, number) for number in range(3)]
    assert ["response_format" in body for body in bodies] == [True, False, False]
    assert ["exactly this shape" in json.dumps(body) for body in bodies] == [False, True, True]


async def test_an_endpoint_that_ignores_schemas_is_told_the_shape_after_the_first_answer_that_shows_so() -> None:
    with ModelServer(scripted(["Ana.", GOOD, GOOD]), capabilities=Capabilities(json_schema="ignored")) as server:
        async with ModelPool(cache=ReplyCache()) as pool:
            model = pool.model(server.spec())
            await model.ask(question())
            await model.ask(question("Other."))
    bodies = [_body(server, number) for number in range(3)]
    assert ["exactly this shape" in json.dumps(body) for body in bodies] == [False, True, True]
    assert all("response_format" in body for body in bodies)
    assert '"certainty": <whole number, at least 0, at most 5>' in bodies[1]["messages"][-1]["content"]


async def test_parameters_an_endpoint_does_not_know_are_left_out() -> None:
    capabilities = Capabilities(temperature=False, max_tokens="max_completion_tokens")
    with ModelServer(scripted([GOOD]), capabilities=capabilities) as server:
        assert (await _ask(server)).people


async def test_the_same_question_is_paid_once_even_by_two_at_the_same_time(tmp_path: Path) -> None:
    with ModelServer(scripted([GOOD]), latency=0.05) as server:
        async with ModelPool(cache=ReplyCache(tmp_path / "c.sqlite")) as pool:
            model = pool.model(server.spec())
            async with anyio.create_task_group() as group:
                for _ in range(5):
                    group.start_soon(model.ask, question())
            assert (pool.ledger.total.calls, pool.ledger.total.cached_calls) == (1, 4)
        async with ModelPool(cache=ReplyCache(tmp_path / "c.sqlite")) as later:
            await later.model(server.spec()).ask(question())
            assert later.ledger.total.calls == 0
    assert len(server.requests) == 1


@pytest.mark.parametrize("kind", [kind for kind in FaultKind if kind is not FaultKind.TRUNCATED])
async def test_trouble_of_every_kind_is_tried_again(kind: FaultKind) -> None:
    with ModelServer(scripted([GOOD]), faults=FirstFaults(kind, 2)) as server:
        assert (await _ask(server, ModelSettings(timeout=0.3))).people


async def test_the_budget_of_calls_is_kept_exactly() -> None:
    with ModelServer() as server:
        async with ModelPool(ModelSettings(max_calls=7), cache=ReplyCache()) as pool:
            model, refused = pool.model(server.spec()), []

            async def one(number: int) -> None:
                try:
                    await model.complete(Request((Message("user", str(number)),)))
                except BudgetExhaustedError:
                    refused.append(number)

            async with anyio.create_task_group() as group:
                for number in range(20):
                    group.start_soon(one, number)
    assert (len(server.requests), len(refused)) == (7, 13)


async def test_a_key_comes_from_the_environment_and_shows_nowhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GYGES_API_KEY", "sk-very-secret")
    cache = tmp_path / "c.sqlite"
    with ModelServer(scripted([GOOD]), api_key="sk-very-secret") as server:
        async with ModelPool(cache=ReplyCache(cache)) as pool:
            model = pool.model(server.spec())
            await model.ask(question())
            assert "sk-very-secret" not in repr(pool.__dict__) + repr(model) + repr(vars(model.provider))
    assert all(b"sk-very-secret" not in file.read_bytes() for file in tmp_path.iterdir())


async def test_a_key_that_a_model_repeats_in_its_answer_is_neither_shown_nor_stored(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GYGES_API_KEY", "sk-very-secret")
    told = json.dumps({"people": [{"name": "the key is sk-very-secret", "certainty": 1}]})
    with ModelServer(scripted([told])) as server:
        async with ModelPool(cache=ReplyCache(tmp_path / "c.sqlite")) as pool:
            answer = await pool.model(server.spec()).ask(question())
    assert answer.people[0].name == "the key is ***"
    assert all(b"sk-very-secret" not in file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.parametrize("before", [0, 250, 290])
async def test_an_endpoint_that_echoes_the_key_does_not_make_us_repeat_it(
    monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    key = "sk-" + "0123456789" * 20
    monkeypatch.setenv("GYGES_API_KEY", key)

    def echo(_: object) -> str:
        raise ConfigError("x" * before + f"bad key {key} in the request", "none")

    with ModelServer(echo) as server, pytest.raises(RequestRefusedError) as caught:
        await _ask(server)
    assert "0123456789" not in str(caught.value)


@pytest.mark.parametrize("key", ["sk-line\nsk-line", "sk-schlüssel", "sk with blanks"])
async def test_a_key_with_characters_no_key_has_is_refused_and_not_shown(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv("GYGES_API_KEY", key)
    async with ModelPool(cache=ReplyCache()) as pool:
        with pytest.raises(AccessDeniedError, match="GYGES_API_KEY") as caught:
            pool.model("http://127.0.0.1:1/v1#m")
    assert "sk" not in str(caught.value)


async def test_a_key_for_one_host_is_not_sent_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GYGES_API_KEY_127_0_0_1", "for-this-machine")
    monkeypatch.setenv("GYGES_API_KEY", "for-the-others")
    with ModelServer(scripted([GOOD]), api_key="for-this-machine") as server:
        assert (await _ask(server)).people


async def test_a_refused_key_is_said_without_repeating_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GYGES_API_KEY", "sk-wrong")
    with ModelServer(api_key="sk-right") as server, pytest.raises(AccessDeniedError, match="GYGES_API_KEY") as caught:
        await _ask(server)
    assert "sk-wrong" not in str(caught.value)


@pytest.mark.parametrize("spec", ["openai/gpt-4.1", "anthropic/claude-sonnet-4-5", "http://192.0.2.7:8000/v1#m"])
async def test_no_model_elsewhere_opens_unless_its_host_is_named(spec: str) -> None:
    async with ModelPool(cache=ReplyCache()) as pool:
        with pytest.raises(EgressRefusedError, match="--allow-host"):
            pool.model(spec)


async def test_the_hosts_that_texts_go_to_are_known_before_the_run() -> None:
    settings = ModelSettings(allow_hosts=("GPU.example.org",))
    async with ModelPool(settings, cache=ReplyCache()) as pool:
        pool.model("https://gpu.example.org/v1#m")
        pool.model("http://127.0.0.1:1/v1#m")
        assert pool.remote_hosts == ("gpu.example.org",)
