import json
from typing import Any, cast

import pytest
from pydantic import SecretStr

from gyges.errors import AccessDeniedError, AnswerTruncatedError
from gyges.models import Model, model_of
from gyges.models._anthropic import AnthropicProvider
from gyges.models._transport import HttpEndpoint
from gyges.testing import FaultKind, FirstFaults, ModelServer, scripted
from models.questions import question

pytestmark = pytest.mark.anyio
GOOD = json.dumps({"people": [{"name": "Ana", "certainty": 4}]})


def _model(server: ModelServer, key: str = "k") -> Model:
    headers = {"x-api-key": key, "anthropic-version": "2023-06-01"}
    endpoint = HttpEndpoint(server.url, SecretStr(key), "ANTHROPIC_API_KEY", headers, (), 5.0)
    return model_of(AnthropicProvider(endpoint, "claude"))


async def test_the_answer_comes_as_the_input_of_a_tool() -> None:
    with ModelServer(scripted([GOOD]), api_key="k") as server:
        model = _model(server)
        assert (await model.ask(question())).people[0].name == "Ana"
        await model.provider.aclose()
    body = cast(dict[str, Any], server.requests[0].body)
    assert body["tool_choice"] == {"type": "tool", "name": "answer"}
    assert body["system"] == "You list people. Be brief."
    assert [message["role"] for message in body["messages"]] == ["user"]
    assert model.ledger.total.output_tokens > 0


@pytest.mark.parametrize("kind", [FaultKind.MALFORMED, FaultKind.SERVER_ERROR], ids=["words, no tool", "overloaded"])
async def test_what_goes_wrong_once_is_asked_again(kind: FaultKind) -> None:
    with ModelServer(scripted([GOOD]), faults=FirstFaults(kind, 1)) as server:
        model = _model(server)
        assert (await model.ask(question())).people
        await model.provider.aclose()


async def test_an_answer_at_the_token_limit_is_not_taken() -> None:
    with ModelServer(faults=FirstFaults(FaultKind.TRUNCATED, 3)) as server:
        model = _model(server)
        with pytest.raises(AnswerTruncatedError):
            await model.ask(question())
        await model.provider.aclose()


async def test_a_wrong_key_is_refused() -> None:
    with ModelServer(api_key="right") as server:
        model = _model(server, key="wrong")
        with pytest.raises(AccessDeniedError, match="ANTHROPIC_API_KEY"):
            await model.ask(question())
        await model.provider.aclose()
