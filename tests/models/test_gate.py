from collections.abc import Awaitable, Callable

import anyio
import pytest

from gyges.errors import EndpointPausedError, EndpointUnavailableError, RequestRefusedError
from gyges.models import Reply
from gyges.models import _gate as gate_module
from gyges.models._exchange import Trouble
from gyges.models._gate import MAX_PAUSES, AdaptiveLimit, CircuitBreaker, EndpointGate

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate_module, "FIRST_DELAY", 0.001)


def _gate(notices: list[str] | None = None, failures: int = 1000, ceiling: int = 8) -> EndpointGate:
    heard = notices if notices is not None else []
    return EndpointGate(
        "http://x", ceiling, CircuitBreaker("http://x", heard.append, failures=failures, first_pause=0.01)
    )


def _failing(times: int, trouble: Trouble) -> Callable[[], Awaitable[Reply]]:
    left = [times]

    async def attempt() -> Reply:
        if left[0]:
            left[0] -= 1
            raise trouble
        return Reply("ok")

    return attempt


async def test_trouble_that_stays_is_an_error_with_the_number_of_attempts() -> None:
    with pytest.raises(EndpointUnavailableError, match=r"down \(8 attempts"):
        await _gate().call(_failing(100, Trouble("down")))


async def test_a_final_refusal_is_not_tried_again() -> None:
    calls = []

    async def attempt() -> Reply:
        calls.append(1)
        raise RequestRefusedError("no", "stop")

    gate = _gate(ceiling=1)
    with pytest.raises(RequestRefusedError):
        await gate.call(attempt)
    assert len(calls) == 1
    assert await gate.call(_failing(0, Trouble("")))  # its place was given back


async def test_retry_after_is_waited_out_by_everybody() -> None:
    gate = _gate()
    started = anyio.current_time()
    times: list[float] = []

    async def other() -> Reply:
        times.append(anyio.current_time() - started)
        return Reply("other")

    async with anyio.create_task_group() as group:
        group.start_soon(gate.call, _failing(1, Trouble("slow down", retry_after=0.2)))
        await anyio.sleep(0.05)
        group.start_soon(gate.call, other)
    assert times[0] >= 0.19


async def test_an_endpoint_that_asks_for_too_much_patience_fails_at_once() -> None:
    with pytest.raises(EndpointUnavailableError, match="quota"):
        await _gate().call(_failing(1, Trouble("quota", retry_after=3600)))


async def test_failures_in_a_row_pause_the_endpoint_and_say_so() -> None:
    notices: list[str] = []
    gate = _gate(notices, failures=3)
    assert await gate.call(_failing(4, Trouble("500"))) == Reply("ok")
    assert notices[0] == "http://x fails again and again (500); pausing 0.01 s"


async def test_a_dead_endpoint_is_given_up_by_all_who_wait() -> None:
    gate = _gate(failures=2)
    failed: list[str] = []

    async def one() -> None:
        try:
            await gate.call(_failing(10_000, Trouble("dead")))
        except EndpointUnavailableError as error:
            failed.append(type(error).__name__)

    with anyio.fail_after(20):
        async with anyio.create_task_group() as group:
            for _ in range(20):
                group.start_soon(one)
    assert len(failed) == 20
    with pytest.raises(EndpointPausedError, match=f"{MAX_PAUSES} pauses"):
        await gate.call(_failing(0, Trouble("")))


async def test_nobody_who_waited_for_a_place_slips_past_a_pause() -> None:
    sent: list[float] = []
    gate = EndpointGate("http://x", 2, CircuitBreaker("http://x", lambda _: None, failures=3, first_pause=0.2))

    async def attempt() -> Reply:
        sent.append(anyio.current_time())
        raise Trouble("down")

    with anyio.move_on_after(0.15):
        async with anyio.create_task_group() as group:
            for _ in range(40):
                group.start_soon(gate.call, attempt)
    assert len(sent) <= 5  # the three that open the circuit and what was in flight beside them


async def test_a_longer_wait_asked_for_meanwhile_is_waited_out_too() -> None:
    gate, started = _gate(), anyio.current_time()
    times: list[float] = []

    async def other() -> Reply:
        times.append(anyio.current_time() - started)
        return Reply("other")

    async with anyio.create_task_group() as group:
        group.start_soon(gate.call, _failing(1, Trouble("wait", retry_after=0.1)))
        await anyio.sleep(0.02)
        group.start_soon(gate.call, other)
        await anyio.sleep(0.02)
        gate._quiet_until = started + 0.3
    assert times[0] >= 0.29


async def test_one_probe_goes_ahead_after_a_pause() -> None:
    breaker = CircuitBreaker("http://x", lambda _: None, failures=1, first_pause=0.01)
    breaker.failed("down", probe=False)
    assert await breaker.wait() is True
    with anyio.move_on_after(0.05) as waiting:
        await breaker.wait()
    assert waiting.cancelled_caught
    breaker.succeeded()
    assert await breaker.wait() is False


async def test_a_cancelled_call_gives_its_place_back() -> None:
    gate = _gate(ceiling=1)

    async def hang() -> Reply:
        await anyio.sleep(60)
        return Reply("")

    with anyio.move_on_after(0.02):
        await gate.call(hang)
    with anyio.fail_after(1):
        assert await gate.call(_failing(0, Trouble(""))) == Reply("ok")


async def test_the_limit_is_never_exceeded_and_everybody_gets_through() -> None:
    gate, running, most = _gate(ceiling=5), [0], [0]

    async def attempt() -> Reply:
        running[0] += 1
        most[0] = max(most[0], running[0])
        await anyio.sleep(0.001)
        running[0] -= 1
        return Reply("ok")

    async with anyio.create_task_group() as group:
        for _ in range(100):
            group.start_soon(gate.call, attempt)
    assert most[0] == 5


def test_clean_rounds_double_the_limit_until_the_ceiling() -> None:
    async def grow() -> list[int]:
        limit, seen = AdaptiveLimit(40, start=4), []
        for _ in range(5):
            rounds = [await limit.acquire() for _ in range(limit.limit)]
            for round_ in rounds:
                limit.release(round_, trouble=False)
            seen.append(limit.limit)
        return seen

    assert anyio.run(grow) == [8, 16, 32, 40, 40]


def test_a_round_of_complaints_cuts_once_and_growth_is_slow_afterwards() -> None:
    async def storm() -> tuple[int, int]:
        limit = AdaptiveLimit(40, start=20)
        rounds = [await limit.acquire() for _ in range(20)]
        for round_ in rounds:
            limit.release(round_, trouble=True)
        cut = limit.limit
        rounds = [await limit.acquire() for _ in range(cut)]
        for round_ in rounds:
            limit.release(round_, trouble=False)
        return cut, limit.limit

    assert anyio.run(storm) == (14, 15)
