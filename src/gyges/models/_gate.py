"""The gate before an endpoint, for all who ask there: how many at once, retries, and pauses where it keeps failing."""

import random
from collections import deque
from collections.abc import Awaitable, Callable

import anyio

from gyges.errors import EndpointPausedError, EndpointUnavailableError
from gyges.models._exchange import Reply, Trouble

START = 16
GROWTH = 1.05
"""Factor per clean round once the first trouble was seen; before that it doubles (inspect_ai: 5 %, slow start x2)."""
CUT = 0.7
"""Factor when the endpoint complains; one cut per round, as the requests of one round fail together."""


class AdaptiveLimit:
    """A limit on concurrency that grows on clean rounds and is cut on trouble.

    A round is as many successes as the limit allows at once.
    """

    def __init__(self, ceiling: int, start: int = START) -> None:
        self.ceiling = max(1, ceiling)
        self._limit = float(min(start, self.ceiling))
        self._running = 0
        self._waiting: deque[anyio.Event] = deque()
        self._clean = 0
        self._had_trouble = False
        self._round = 0

    @property
    def limit(self) -> int:
        """How many requests may run now."""
        return max(1, int(self._limit))

    async def acquire(self) -> int:
        """Wait for a place; return the number of the round, to be handed back with the place."""
        while self._running >= self.limit:
            place = anyio.Event()
            self._waiting.append(place)
            try:
                await place.wait()
            except BaseException:  # cancelled: hand the wake-up on, or somebody waits for ever
                self._waiting.remove(place) if place in self._waiting else self._wake()
                raise
        self._running += 1
        return self._round

    def release(self, round_: int, *, trouble: bool) -> None:
        """Give a place back and say how it went."""
        self._running -= 1
        if trouble and round_ == self._round:
            self._limit = max(1.0, self._limit * CUT)
            self._had_trouble = True
            self._clean = 0
            self._round += 1
        elif not trouble:
            self._clean += 1
            if self._clean >= self.limit:
                grown = self._limit * (GROWTH if self._had_trouble else 2)
                self._limit = min(float(self.ceiling), max(grown, self._limit + 1))
                self._clean = 0
        self._wake()

    def forget(self) -> None:
        """Give a place back without a word on how it went (cancelled, or refused for good)."""
        self._running -= 1
        self._wake()

    def _wake(self) -> None:
        for _ in range(min(len(self._waiting), self.limit - self._running)):
            self._waiting.popleft().set()


FAILURES_TO_OPEN = 10
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 32.0
MAX_PAUSES = 6


class CircuitBreaker:
    """Pauses an endpoint after failures in a row, probes it, and gives up after pauses in a row."""

    def __init__(
        self,
        endpoint: str,
        notify: Callable[[str], None],
        *,
        failures: int = FAILURES_TO_OPEN,
        first_pause: float = FIRST_PAUSE,
    ) -> None:
        self._endpoint = endpoint
        self._notify = notify
        self._threshold = failures
        self._first_pause = first_pause
        self._failures = 0
        self._pauses = 0
        self._closed_until = 0.0
        self._probe_done: anyio.Event | None = None
        self._last_problem = ""

    async def wait(self) -> bool:
        """Wait until a request may go; True when it is the probe after a pause."""
        while True:
            if self._pauses > MAX_PAUSES:
                raise EndpointPausedError(
                    f"{self._endpoint} kept failing through {MAX_PAUSES} pauses (last: {self._last_problem})",
                    "check the endpoint and run the same command again",
                )
            remaining = self._closed_until - anyio.current_time()
            if remaining > 0:
                await anyio.sleep(remaining)
            elif self._pauses == 0:
                return False
            elif self._probe_done is None:
                self._probe_done = anyio.Event()
                return True
            else:
                await self._probe_done.wait()

    def succeeded(self) -> None:
        """Note a request that went well."""
        self._failures = 0
        self._pauses = 0
        self._end_probe()

    def failed(self, problem: str, *, probe: bool) -> None:
        """Note a request that failed."""
        self._failures += 1
        self._last_problem = problem
        if probe or (self._pauses == 0 and self._failures >= self._threshold):
            pause = min(LONGEST_PAUSE, self._first_pause * 2**self._pauses)
            self._pauses += 1
            self._closed_until = anyio.current_time() + pause
            self._notify(f"{self._endpoint} fails again and again ({problem}); pausing {pause:.3g} s")
        if probe:
            self._end_probe()

    def abandon_probe(self) -> None:
        """Note that the probe ended without an answer either way (cancelled)."""
        self._end_probe()

    def _end_probe(self) -> None:
        if self._probe_done is not None:
            self._probe_done.set()
            self._probe_done = None


MAX_RETRIES = 7
FIRST_DELAY = 0.5
LONGEST_DELAY = 30.0
LONGEST_RETRY_AFTER = 120.0
"""An endpoint that asks for more patience than this gets the call counted as failed."""


class EndpointGate:
    """Lets requests through to one endpoint, as many as it bears, and again when trouble may pass."""

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
