"""One question to an endpoint and its answer, in no provider's dialect, and what every provider must do."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from gyges.records import JsonValue

Role: TypeAlias = Literal["system", "user", "assistant"]
FinishReason: TypeAlias = Literal["stop", "length", "refused"]
Schema: TypeAlias = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent to an endpoint.

    Attributes:
        messages: The conversation so far.
        schema: The JSON schema the answer must fit, or None for free text.
        temperature: Sampling temperature.
        max_tokens: The most tokens the answer may have.
        sample: Which of several independent answers to the same question this is.
        top_p: The share of likely words that are drawn from; None for what the endpoint takes.
    """

    messages: tuple[Message, ...]
    schema: Schema | None = None
    temperature: float = 0.0
    max_tokens: int = 4096
    sample: int = 0
    top_p: float | None = None

    def digest(self, endpoint: str, model: str, seed: int = 0) -> str:
        """Return the cache key: a hash of everything that decides the answer; another seed asks everything anew."""
        parts: dict[str, object] = {
            "endpoint": endpoint,
            "model": model,
            "messages": [[message.role, message.content] for message in self.messages],
            "schema": self.schema,
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "sample": self.sample,
        }
        if self.top_p is not None:
            parts["top_p"] = self.top_p
        if seed:  # replies of runs without a seed stay good
            parts["seed"] = seed
        canonical = json.dumps(parts, sort_keys=True, separators=(",", ":"), default=dict)
        return hashlib.sha256(canonical.encode("utf-8")).hexdigest()


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Attributes:
        text: The answer as the model wrote it.
        finish: Why it ended; only ``stop`` is a whole answer.
        input_tokens: Tokens read, 0 where the endpoint does not say.
        output_tokens: Tokens written, 0 where the endpoint does not say.
    """

    text: str
    finish: FinishReason = "stop"
    input_tokens: int = 0
    output_tokens: int = 0


class Trouble(Exception):  # noqa: N818  # it never leaves this package, so it is no error of ours
    """An attempt failed in a way that may pass; `remedy` is for those who do not try again."""

    def __init__(
        self,
        problem: str,
        *,
        retry_after: float | None = None,
        remedy: str = "check that the server runs and the address is right",
    ) -> None:
        super().__init__(problem)
        self.retry_after = retry_after
        self.remedy = remedy


@runtime_checkable
class Provider(Protocol):
    """A place that answers requests. Implementations raise `Trouble` for what may pass, `ModelError` otherwise."""

    @property
    def endpoint(self) -> str:
        """The address, for messages and cache keys."""

    @property
    def model(self) -> str:
        """The name of the model at the endpoint."""

    @property
    def takes_schema(self) -> bool:
        """Whether the endpoint takes a JSON schema, as far as is known by now; it may ignore it all the same."""

    async def complete(self, request: Request) -> Reply:
        """Answer one request."""

    async def aclose(self) -> None:
        """Give back what is held."""
