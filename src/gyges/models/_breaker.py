"""A circuit breaker: an endpoint that keeps failing is left alone for a while, and the user is told."""

from collections.abc import Callable

import anyio

from gyges.errors import EndpointPausedError

__all__ = ["CircuitBreaker"]

FAILURES_TO_OPEN = 10
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 32.0
MAX_PAUSES = 6


class CircuitBreaker:
    """Pauses an endpoint after failures in a row, probes it, and gives up after pauses in a row.

    Args:
        endpoint: The address, for messages.
        notify: Called with a sentence whenever a pause begins.
        failures: Failures in a row that begin a pause.
        first_pause: Seconds of the first pause; each further one in a row is twice as long.
    """

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
