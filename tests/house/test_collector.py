"""Processes of our own look for garbage less often; a program that imports Gyges keeps its setting."""

import gc
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator

import anyio
import pytest

from gyges._collector import SELDOM, collect_seldom
from gyges.runs.workers import Workers


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


async def _often(_: object) -> int:
    return gc.get_threshold()[0]


def _asking() -> Callable[[object], Awaitable[int]]:
    return _often


async def _ask_a_worker() -> int:
    async with Workers(1) as workers:
        often: int = await workers.do(_asking, None, "a look")
    return often


def test_a_worker_looks_seldom() -> None:
    assert anyio.run(_ask_a_worker) == SELDOM


def test_an_import_leaves_the_collector_as_it_is() -> None:
    code = "import gc; before = gc.get_threshold(); import gyges.cli, gyges.runs; assert gc.get_threshold() == before"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("set_by_somebody", [0, 50_000])
def test_what_somebody_has_set_stands(set_by_somebody: int) -> None:
    gc.set_threshold(set_by_somebody)
    collect_seldom()
    assert gc.get_threshold()[0] == set_by_somebody
