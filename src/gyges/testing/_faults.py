"""What can go wrong on purpose, and when: small strategies that the model server asks before each answer."""

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from gyges.errors import ConfigError


class FaultKind(StrEnum):
    """The ways in which an answer can fail.

    `RATE_LIMIT` and `HANG` strike at the door; all others take a slot and the latency, as an answer does.
    """

    RATE_LIMIT = "rate_limit"
    """429 with ``Retry-After``."""
    SERVER_ERROR = "server_error"
    """500, or the dialect's word for overload: 503 (OpenAI), 529 (Anthropic)."""
    HANG = "hang"
    """No answer, until the client leaves or the server stops."""
    DISCONNECT = "disconnect"
    """The connection closes in the middle of the body."""
    TRUNCATED = "truncated"
    """The token limit was reached: half of the JSON, and the finish reason says so."""
    MALFORMED = "malformed"
    """A good envelope around text that is broken JSON."""
    SCHEMA_VIOLATION = "schema_violation"
    """Valid JSON of the wrong shape."""
    GARBAGE = "garbage"
    """200 with a body that is not JSON at all, as from a proxy."""


ALL_KINDS: tuple[FaultKind, ...] = tuple(FaultKind)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One chat request, as a strategy sees it."""

    number: int  # position among the chat requests that were not refused, from 1
    digest: str  # SHA-256 of the body
    repeat: int  # how often this very body came before
    seed: int  # the server's seed

    def draw(self, purpose: str) -> float:
        """Draw a number in [0, 1) that depends on seed, body, repeat and purpose, not on the order of arrival."""
        key = f"{self.seed} {self.digest} {self.repeat} {purpose}".encode()
        return int.from_bytes(hashlib.blake2b(key, digest_size=6).digest()) / 2**48


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault to commit."""

    kind: FaultKind  # what goes wrong
    retry_after: float = 0.0  # seconds in the ``Retry-After`` header of `FaultKind.RATE_LIMIT`


class Faults(Protocol):
    """Decides which requests fail; anything with this method will do."""

    def fault(self, attempt: Attempt) -> Fault | None:
        """Return the fault to commit, or None to answer."""
        ...


@dataclass(frozen=True, slots=True)
class NoFaults:
    """Every request is answered."""

    def fault(self, attempt: Attempt) -> Fault | None:
        """Return None."""
        return None


NO_FAULTS = NoFaults()


@dataclass(frozen=True, slots=True)
class RandomFaults:
    """A share of the requests fails, each body and each repeat of it drawn anew from the server's seed.

    The same seed and bodies give the same faults however the requests interleave.

    Attributes:
        rate: Probability of a fault, 0 to 1.
        kinds: What to choose from, all equally likely.
        retry_after: Seconds that a rate limit asks the client to wait.
    """

    rate: float
    kinds: tuple[FaultKind, ...] = ALL_KINDS
    retry_after: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.rate <= 1:
            raise ConfigError(f"the fault rate is {self.rate}", "use a number from 0 to 1")
        if not self.kinds:
            raise ConfigError("there are no kinds of faults to choose from", "name at least one FaultKind")

    def fault(self, attempt: Attempt) -> Fault | None:
        """Draw whether, and how, this attempt fails."""
        if attempt.draw("fault") >= self.rate:
            return None
        return Fault(self.kinds[int(attempt.draw("kind") * len(self.kinds))], self.retry_after)


@dataclass(frozen=True, slots=True)
class FirstFaults:
    """A storm that passes: the first chat requests fail, all later ones are answered.

    Attributes:
        kind: What goes wrong.
        first_n: How many requests it strikes.
        retry_after: Seconds that a rate limit asks the client to wait.
    """

    kind: FaultKind
    first_n: int
    retry_after: float = 0.0

    def fault(self, attempt: Attempt) -> Fault | None:
        """Fail while the storm lasts."""
        return Fault(self.kind, self.retry_after) if attempt.number <= self.first_n else None
