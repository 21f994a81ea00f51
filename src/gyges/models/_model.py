"""A model that answers typed questions."""

from dataclasses import dataclass, replace

import anyio

from gyges.errors import AnswerInvalidError, AnswerTruncatedError
from gyges.models._cache import ReplyCache
from gyges.models._exchange import Message, Reply, Request
from gyges.models._gate import EndpointGate
from gyges.models._ledger import Ledger, Price
from gyges.models._parse import AnswerProblem, parse_answer
from gyges.models._prompt import Answer, Prompt
from gyges.models._provider import Provider
from gyges.models._template import prompt_text
from gyges.models._wording import OURS, Wording

__all__ = ["MAX_CORRECTIONS", "Model"]

MAX_CORRECTIONS = 2
"""Turns in which the model is told what was wrong, before the question counts as failed."""

_THOUGHT = 8192
"""Tokens for a model that thinks before it answers: one that said nothing at the limit was still thinking."""

_CUT_OFF = "the answer was cut off at the token limit"


@dataclass(slots=True)
class Model:
    """One model with everything between it and its users: cache, budget, limits, validation.

    Use `ModelPool.model` to get one.

    Attributes:
        name: The spec it was opened with.
        provider: Who answers.
        gate: Limits and retries of the endpoint.
        cache: Replies already paid for.
        ledger: The budget of the run.
        price: The price of the model, if known.
        under_way: Questions that are being asked right now.
        wording: Whose words the prompts are.
        seed: Another one asks every question anew, whatever the cache holds.
    """

    name: str
    provider: Provider
    gate: EndpointGate
    cache: ReplyCache
    ledger: Ledger
    price: Price | None
    under_way: dict[str, anyio.Event]
    wording: Wording = OURS
    seed: int = 0

    async def ask(self, prompt: Prompt[Answer], *, sample: int = 0) -> Answer:
        """Ask a typed question.

        Args:
            prompt: The question.
            sample: The number of an independent sample, when one question is asked several times.

        Returns:
            The validated answer.

        Raises:
            AnswerInvalidError: The model did not give a valid answer, even after corrective turns.
            ModelError: The endpoint could not be used.
        """
        request = Request(prompt.messages(self.wording), prompt.schema(), prompt.heat(), prompt.room(), sample)
        keys: list[str] = []
        reply, problem = Reply(""), ""
        for _ in range(MAX_CORRECTIONS + 1):
            keys.append(self._key(request))
            reply = await self.complete(request)
            try:
                return self._read(reply, prompt)
            except AnswerProblem as error:
                problem = str(error)
            if reply.finish == "refused":
                break
            request = self._corrected(request, reply, problem)
        self.cache.forget(keys)
        kind = AnswerTruncatedError if reply.finish == "length" else AnswerInvalidError
        raise kind(
            f"{self.name} gave no valid answer to {type(prompt).__name__} in {len(keys)} turns: {problem}",
            "try another model, or run the same command again",
        )

    async def complete(self, request: Request) -> Reply:
        """Answer a raw request: from the cache, or from the endpoint within limits and budget."""
        key = self._key(request)
        while key in self.under_way:  # somebody asks the same right now: wait instead of paying twice
            await self.under_way[key].wait()
        known = self.cache.get(key)
        if known is not None:
            self.ledger.note_cached()
            return known
        done = self.under_way[key] = anyio.Event()
        try:
            reply = await self.gate.call(lambda: self._attempt(request))
            self.cache.put(key, self.provider.model, reply)
        finally:
            del self.under_way[key]
            done.set()
        return reply

    def _key(self, request: Request) -> str:
        return request.digest(self.provider.endpoint, self.provider.model, self.seed)

    async def _attempt(self, request: Request) -> Reply:
        reply: Reply | None = None
        self.ledger.begin()
        try:
            reply = await self.provider.complete(request)
        finally:
            self.ledger.settle(reply, self.price)
        return reply

    def _read(self, reply: Reply, prompt: Prompt[Answer]) -> Answer:
        if reply.finish == "length":
            raise AnswerProblem(_CUT_OFF)
        if reply.finish == "refused":
            raise AnswerProblem("the model declined to answer")
        return parse_answer(reply.text, prompt, self.wording)

    def _corrected(self, request: Request, reply: Reply, problem: str) -> Request:
        if reply.finish == "length":  # half an answer is nothing to build on: ask again with more room
            more = 0 if reply.text.strip() else _THOUGHT
            return replace(request, max_tokens=request.max_tokens * 2 + more)
        correction = Message("user", prompt_text("correction.jinja", problem=problem))
        return replace(request, messages=(*request.messages, Message("assistant", reply.text), correction))
