"""The gate before an endpoint: limit, retries and breaker together, shared by all who ask there."""

import random
from collections.abc import Awaitable, Callable

import anyio

from gyges.errors import EndpointUnavailableError
from gyges.models._breaker import CircuitBreaker
from gyges.models._exchange import Reply
from gyges.models._limit import AdaptiveLimit
from gyges.models._trouble import Trouble

__all__ = ["EndpointGate"]

MAX_RETRIES = 7
FIRST_DELAY = 0.5
LONGEST_DELAY = 30.0
LONGEST_RETRY_AFTER = 120.0
"""An endpoint that asks for more patience than this gets the call counted as failed."""


class EndpointGate:
    """Lets requests through to one endpoint, as many as it bears, and again when trouble may pass.

    Args:
        endpoint: The address, for messages.
        ceiling: The most requests at once.
        breaker: The circuit breaker of the endpoint.
    """

    def __init__(self, endpoint: str, ceiling: int, breaker: CircuitBreaker) -> None:
        self._endpoint = endpoint
        self._limit = AdaptiveLimit(ceiling)
        self._breaker = breaker
        self._quiet_until = 0.0
        self._jitter = random.Random()  # noqa: S311  # spreads retries, keeps no secrets

    @property
    def limit(self) -> int:
        """How many requests may run at once now."""
        return self._limit.limit

    async def call(self, attempt: Callable[[], Awaitable[Reply]]) -> Reply:
        """Make an attempt until it succeeds, is refused for good, or the retries are used up."""
        for tries in range(MAX_RETRIES + 1):
            outcome = await self._once(attempt)
            if isinstance(outcome, Reply):
                return outcome
            patience = outcome.retry_after or 0.0
            if tries == MAX_RETRIES or patience > LONGEST_RETRY_AFTER:
                raise EndpointUnavailableError(
                    f"{outcome} ({tries + 1} attempts)", "check the endpoint and run the same command again"
                ) from outcome
            backoff = self._jitter.uniform(0, min(LONGEST_DELAY, FIRST_DELAY * 2**tries))
            await anyio.sleep(max(patience, backoff))
        raise AssertionError("unreachable: the last try returns or raises")

    async def _once(self, attempt: Callable[[], Awaitable[Reply]]) -> Reply | Trouble:
        round_, settled, probe = None, False, False
        try:
            round_ = await self._limit.acquire()
            probe = await self._breaker.wait()  # with the place in hand: who waits for one must not slip past a pause
            await self._wait_out_retry_after()
            reply = await attempt()
        except Trouble as trouble:
            settled = True
            self._breaker.failed(str(trouble), probe=probe)
            if trouble.retry_after:
                until = anyio.current_time() + min(trouble.retry_after, LONGEST_RETRY_AFTER)
                self._quiet_until = max(self._quiet_until, until)
            if round_ is not None:
                self._limit.release(round_, trouble=True)
            return trouble
        else:
            settled = True
            self._breaker.succeeded()
            self._limit.release(round_, trouble=False)
            return reply
        finally:
            if not settled:  # refused for good or cancelled: no word on how the endpoint is doing
                if probe:
                    self._breaker.abandon_probe()
                if round_ is not None:
                    self._limit.forget()

    async def _wait_out_retry_after(self) -> None:
        while (remaining := self._quiet_until - anyio.current_time()) > 0:  # others may have been asked for more
            await anyio.sleep(remaining)
