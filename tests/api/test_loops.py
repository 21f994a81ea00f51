"""Audits and releases where a loop is running already: notebooks, servers, tests."""

import asyncio
import time
from pathlib import Path

import pytest

import gyges
from gyges.api import AuditResult
from gyges.corpus import bundled_corpus
from gyges.errors import ReleaseError, UnknownNameError
from gyges.runs import aside, wait_for

DOCUMENTS = bundled_corpus()[:2]
_TICK = 0.01  # seconds
_SHARE = 0.2  # of all ticks: the work and the loop take turns in one interpreter, on a busy machine too


def test_the_plain_functions_work_inside_a_running_loop() -> None:
    async def notebook() -> tuple[AuditResult, str]:
        return gyges.audit(DOCUMENTS), gyges.anonymize("Ask Tom Berger.", "mask")

    result, text = asyncio.run(notebook())
    assert result.results.coverage.attacked == len(DOCUMENTS)
    assert text == "Ask [NAME]."


def test_the_twins_give_what_the_plain_functions_give() -> None:
    async def both() -> tuple[AuditResult, str]:
        made = await gyges.anonymize_async(DOCUMENTS, "mask")
        result = await gyges.audit_async(DOCUMENTS, made.releases.values())
        return result, await gyges.anonymize_async("Ask Tom Berger.", "mask")

    made = gyges.anonymize(DOCUMENTS, "mask")
    plain = gyges.audit(DOCUMENTS, made.releases.values())
    result, text = asyncio.run(both())
    assert result.results == plain.results
    assert text == gyges.anonymize("Ask Tom Berger.", "mask")


def test_a_loop_stays_free_while_rules_read() -> None:
    documents = bundled_corpus()[:6]

    async def turns() -> tuple[int, float]:
        started = time.monotonic()
        task = asyncio.create_task(gyges.audit_async(documents))
        counted = 0
        while not task.done():
            await asyncio.sleep(_TICK)
            counted += 1
        await task
        return counted, time.monotonic() - started

    gyges.audit(DOCUMENTS)  # tables are loaded
    counted, seconds = asyncio.run(turns())
    assert counted > _SHARE * seconds / _TICK  # in the caller's own loop it gets a turn between documents


def test_an_error_comes_out_of_both_as_it_is() -> None:
    with pytest.raises(UnknownNameError):
        gyges.anonymize(DOCUMENTS, "no-such-method")
    with pytest.raises(UnknownNameError):
        asyncio.run(gyges.anonymize_async(DOCUMENTS, "no-such-method"))
    with pytest.raises(ReleaseError):
        asyncio.run(gyges.anonymize_async("Меня зовут Иван, я живу в Москве и работаю врачом в больнице.", "mask"))


def test_a_cancelled_twin_has_ended_its_work_before_it_goes_on(tmp_path: Path) -> None:
    ended = tmp_path / "ended"

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.touch()

    async def caller() -> None:
        task = asyncio.create_task(aside(work))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert ended.exists()

    started = time.monotonic()
    asyncio.run(caller())
    assert time.monotonic() - started < 30


def test_waiting_works_in_every_place() -> None:
    async def double(number: int) -> int:
        await asyncio.sleep(0)
        return 2 * number

    async def inside() -> int:
        return wait_for(double, 4)

    assert wait_for(double, 3) == 6
    assert asyncio.run(inside()) == 8
