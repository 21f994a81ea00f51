"""A model that answers typed questions, or questions in plain words, with corrective turns."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import anyio

from gyges.errors import AnswerInvalidError, AnswerTruncatedError, GygesError
from gyges.models._cache import ReplyCache
from gyges.models._exchange import Message, Provider, Reply, Request, Schema
from gyges.models._gate import EndpointGate
from gyges.models._ledger import Ledger, Price
from gyges.models._parse import parse_answer, parse_laid_out
from gyges.models._prompt import Answer, Prompt
from gyges.models._shipped import OURS, Wording
from gyges.models._template import prompt_text

MAX_CORRECTIONS = 2
"""Turns in which the model is told what was wrong, before the question counts as failed."""

_THOUGHT = 8192
"""Tokens for a model that thinks before it answers: one that said nothing at the limit was still thinking."""

_Read = TypeVar("_Read")


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
        layout = self.wording.layout(prompt.source())
        request = self._request(prompt, None if layout else prompt.schema(), sample)

        def read(text: str) -> Answer:
            return parse_answer(text, prompt, self.wording) if layout is None else parse_laid_out(text, prompt, layout)

        def again(problem: str) -> tuple[Message, ...]:
            return (Message("user", prompt_text("correction.jinja", problem=problem)),)

        return await self._converse(request, read, again, f"valid answer to {type(prompt).__name__}")

    async def ask_in_words(
        self,
        prompt: Prompt[Any],
        read: Callable[[str], _Read],
        again: Callable[[str], Prompt[Any]],
        wanted: str,
        *,
        sample: int = 0,
    ) -> _Read:
        """Ask a question that is answered in plain words instead of JSON.

        Args:
            prompt: The question.
            read: Reads an answer; raises ValueError with what is wrong with it.
            again: Makes the corrective turn from what was wrong.
            wanted: What is asked for, in the words of an error: "rewrite".
            sample: The number of an independent sample.

        Raises:
            AnswerInvalidError: No answer could be read to the end.
            ModelError: The endpoint could not be used.
        """
        request = self._request(prompt, None, sample)
        return await self._converse(request, read, lambda problem: again(problem).messages(self.wording), wanted)

    def _request(self, prompt: Prompt[Any], schema: Schema | None, sample: int) -> Request:
        """Return the first turn. A temperature that a method was given wins over that of its role."""
        drawn = self.wording.sampled(prompt.source())
        own = type(prompt).heat is not Prompt.heat
        heat = prompt.heat() if own or drawn.temperature is None else drawn.temperature
        return Request(prompt.messages(self.wording), schema, heat, prompt.room(), sample, drawn.top_p)

    async def _converse(
        self,
        request: Request,
        read: Callable[[str], _Read],
        again: Callable[[str], tuple[Message, ...]],
        wanted: str,
    ) -> _Read:
        """Ask, and read the answer; say what is wrong with it in a few corrective turns."""
        keys: list[str] = []
        reply, problem = Reply(""), ""
        for _ in range(MAX_CORRECTIONS + 1):
            keys.append(self._key(request))
            reply = await self.complete(request)
            if reply.finish == "refused":
                problem = "the model declined to answer"
                break
            if reply.finish == "length":  # half an answer is nothing to build on: ask again with more room
                problem = "the answer was cut off at the token limit"
                more = 0 if reply.text.strip() else _THOUGHT
                request = replace(request, max_tokens=request.max_tokens * 2 + more)
                continue
            try:
                return read(reply.text)
            except ValueError as error:
                problem = str(error)
            turns = (Message("assistant", reply.text), *again(problem))
            request = replace(request, messages=(*request.messages, *turns))
        self.cache.forget(keys)
        kind = AnswerTruncatedError if reply.finish == "length" else AnswerInvalidError
        raise kind(
            f"{self.name} gave no {wanted} in {len(keys)} turns: {problem}",
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


_Result = TypeVar("_Result")


async def together(jobs: Sequence[Callable[[], Awaitable[_Result]]], *, at_once: int | None = None) -> list[_Result]:
    """Run all jobs and return their results in order; raise the error of the first that failed, after all ended."""
    results: dict[int, _Result] = {}
    errors: dict[int, GygesError] = {}

    limit = anyio.Semaphore(at_once or max(1, len(jobs)))

    async def run(number: int) -> None:
        try:
            async with limit:
                results[number] = await jobs[number]()
        except GygesError as error:
            errors[number] = error

    if len(jobs) == 1:
        return [await jobs[0]()]
    async with anyio.create_task_group() as group:
        for number in range(len(jobs)):
            group.start_soon(run, number)
    if errors:
        raise errors[min(errors)]
    return [results[number] for number in range(len(jobs))]
