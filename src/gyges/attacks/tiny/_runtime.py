"""Runs the tiny model in this process through llama.cpp (extra ``local``): always the likeliest answer of a grammar."""

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread

from gyges.attacks.tiny._fuse import fused_weights
from gyges.errors import InputError, MissingExtraError, RequestRefusedError

__all__ = ["CONTEXT", "Answer", "TinyModel"]

CONTEXT = 4096
"""Tokens of one question and its answer."""

_MOST_SLOTS = 4
_NO_CHANCE = -30.0  # log probability of what the grammar forced upon the model


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model wrote.

    Attributes:
        text: The answer.
        ends: Where each token ends in the text, in code points.
        log_chances: The log probability of each token among all tokens, before the grammar.
        whole: Whether the answer came to its end; False where it was cut off.
    """

    text: str
    ends: tuple[int, ...] = ()
    log_chances: tuple[float, ...] = ()
    whole: bool = True

    def chance(self, *spans: tuple[int, int]) -> float:
        """Return how probable the words in these spans were together; 1 where nothing is known of them."""
        total = 0.0
        start = 0
        for end, log_chance in zip(self.ends, self.log_chances, strict=False):
            if any(start < high and low < end for low, high in spans):
                total += max(log_chance, _NO_CHANCE)
            start = end
        return math.exp(total)


class TinyModel:
    """The base weights with the adapter, loaded when first asked.

    Every slot has its own runtime with one thread. Runtimes with several threads wait for each other after every
    layer, which costs a small model more than it gains, and much more where other programs use the same cores.

    Args:
        base: The GGUF file of the base weights.
        adapter: The GGUF file of the adapter; None for the base alone, which knows nothing of the task.
        slots: Questions answered together; as many as there are cores by default, but not more than four.
    """

    def __init__(self, base: Path, adapter: Path | None, slots: int | None = None) -> None:
        self._base, self._adapter = base, adapter
        self._count = slots or min(os.cpu_count() or 1, _MOST_SLOTS)
        self._loading = anyio.Lock()
        self._slots = anyio.Semaphore(self._count)
        self._idle: list[Any] = []

    async def complete(self, prompt: str, grammar: str, most_tokens: int) -> Answer:
        """Return the likeliest answer that the grammar allows.

        Raises:
            RequestRefusedError: The runtime cannot answer, such as a question that is too long for it.
        """
        (answer,) = await self.complete_all([prompt], grammar, most_tokens)
        return answer

    async def complete_all(self, prompts: Sequence[str], grammar: str, most_tokens: int) -> list[Answer]:
        """Return the answers to questions that begin alike: one runtime answers all, and reads what they share once.

        Raises:
            RequestRefusedError: The runtime cannot answer one of them.
        """
        async with self._slots:
            server = await self._free_server()
            ask = partial(_answered, server, prompts, grammar, most_tokens)
            # Who stops asking need not wait for the answer; the server that is still at work is not asked again.
            data = await anyio.to_thread.run_sync(ask, abandon_on_cancel=True)
            self._idle.append(server)
        for one in data:
            if "error" in one:
                message = one["error"].get("message", "no reason given")
                raise RequestRefusedError(f"the tiny model refused: {message}", "give it a shorter text")
        return [answer_of(one["choices"][0]) for one in data]

    async def _free_server(self) -> Any:
        async with self._loading:
            return self._idle.pop() if self._idle else await anyio.to_thread.run_sync(self._load)

    def _load(self) -> Any:
        try:
            runtime = import_module("xllamacpp")
        except ModuleNotFoundError as error:
            raise MissingExtraError("local", "the attacker 'tiny'") from error
        weights = fused_weights(self._base, self._adapter) if self._adapter else self._base
        parameters = runtime.CommonParams()
        parameters.model.path = str(weights)
        parameters.n_parallel = 1
        parameters.n_ctx = CONTEXT
        parameters.cache_ram_mib = 0  # old questions are never asked again
        parameters.verbosity = -1
        parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
        try:
            return runtime.Server(parameters)
        except RuntimeError as error:
            raise InputError(f"{weights} cannot be loaded ({error})", "run: gyges models get tiny --force") from error


def _answered(server: Any, prompts: Sequence[str], grammar: str, most_tokens: int) -> list[Mapping[str, Any]]:
    body = {"grammar": grammar, "max_tokens": most_tokens, "temperature": 0, "logprobs": 1, "cache_prompt": True}
    answers: list[Mapping[str, Any]] = []
    for prompt in prompts:
        answers.append(server.handle_completions({**body, "prompt": prompt}))
        if "error" in answers[-1]:
            break
    return answers


def answer_of(choice: Mapping[str, Any]) -> Answer:
    """Return an answer of the runtime with the place and the probability of each token.

    Tokens are bytes and may be parts of a letter; such a part ends where the letter begins.

    Raises:
        InputError: The model computes no numbers.
    """
    raw = b""
    ends: list[int] = []
    chances: list[float] = []
    for token in (choice.get("logprobs") or {}).get("content") or ():
        if token["logprob"] is None:
            raise InputError("the weights of 'tiny' are damaged", "run: gyges models get tiny --force")
        raw += bytes(token["bytes"])
        ends.append(len(raw.decode("utf-8", "ignore")))
        chances.append(float(token["logprob"]))
    return Answer(choice["text"], tuple(ends), tuple(chances), choice.get("finish_reason") != "length")
