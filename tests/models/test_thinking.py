"""Models that think before they answer."""

import json

import pytest

from gyges.models import Reply, Request, model_of
from gyges.testing import ScriptedProvider
from models.questions import question

pytestmark = pytest.mark.anyio


class Thinking(ScriptedProvider):
    """A model whose thoughts take 4,000 tokens of the room that its answer has."""

    async def complete(self, request: Request) -> Reply:
        """Say nothing where the room ends before the thoughts do."""
        reply = await super().complete(request)
        return reply if request.max_tokens > 4000 else Reply("", "length")


async def test_a_model_that_said_nothing_at_the_limit_gets_room_to_think() -> None:
    provider = Thinking(lambda _: json.dumps({"people": [{"name": "Ana", "certainty": 4}]}))
    assert (await model_of(provider).ask(question())).people
    first, second = (request.max_tokens for request in provider.requests)
    assert second > 2 * first + 8000
