"""No text makes a regular expression of the package run away. See docs/design/cpu_budget.md for what else guards it."""

import json
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from gyges.reading import read_text

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="alarms as POSIX has them")

ops: Any = import_module("re._constants")
parser: Any = import_module("re._parser")
compiler: Any = import_module("re._compiler")

TURNS = 40
"""Doubling with each turn, this many take a week."""

WAYS = 6
"""In so many ways each loop is led round once."""

LONG = 12_000
"""Characters of a text that is read as a whole."""

SECONDS = 2.0
SIGNS = "a 7A\n.-,>|_*#='([{@\"\u4e2d\u00e9"
REPEATS = {ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT}


class Feeder:
    """Makes texts that lead round the loops of a pattern, after what stands before them."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._tree = parser.parse(pattern.pattern, pattern.flags)
        self._flags = pattern.flags
        self._alphabet = dict.fromkeys([*SIGNS, *pattern.pattern])
        self._read_by: dict[str, list[str]] = {}
        self._chance = random.Random(0)

    def texts(self) -> Iterator[str]:
        """Yield, for every loop, its beginning and many turns round it."""
        for before, turn in self._loops(self._tree, ""):
            yield before + turn * TURNS + "\0"

    def _loops(self, items: Iterable[Any], before: str) -> Iterator[tuple[str, str]]:
        for op, value in items:
            for inner in _inside(op, value):
                yield from self._loops(inner, before)
                if op in REPEATS and value[1] > TURNS:
                    yield from {(before, self._one_way(inner)) for _ in range(WAYS)}
            before += self._one_way([(op, value)])

    def _one_way(self, items: Iterable[Any]) -> str:
        way = ""
        for op, value in items:
            inside = _inside(op, value)
            if op in REPEATS:
                way += "".join(self._one_way(inside[0]) for _ in range(self._chance.choice([value[0], value[0] + 1])))
            elif op in (ops.ASSERT, ops.ASSERT_NOT, ops.AT, ops.GROUPREF):
                continue
            elif inside:
                way += self._one_way(self._chance.choice(inside))
            else:
                way += self._chance.choice(self._chars(op, value)[:3])
        return way

    def _chars(self, op: Any, value: Any) -> list[str]:
        """Return what of the alphabet an item reads."""
        key = f"{op} {value}"
        if key not in self._read_by:
            state = parser.State()
            state.flags, state.str = self._flags, ""
            one = compiler.compile(parser.SubPattern(state, [(op, value)]), self._flags)
            self._read_by[key] = [char for char in self._alphabet if one.fullmatch(char)] or [""]
        return self._read_by[key]


def _inside(op: Any, value: Any) -> list[Any]:
    """Return the items within an item."""
    if op in REPEATS:
        return [value[2]]
    if op is ops.BRANCH:
        return list(value[1])
    if op is ops.GROUPREF_EXISTS:
        return [one for one in value[1:] if one]
    if op in (ops.ASSERT, ops.ASSERT_NOT):
        return [value[1]]
    return [value[-1]] if op is ops.SUBPATTERN else [value] if op is ops.ATOMIC_GROUP else []


@pytest.fixture(scope="module")
def patterns() -> list[tuple[str, re.Pattern[str]]]:
    collector = Path(__file__).with_name("pattern_collector.py")
    said = subprocess.run([sys.executable, collector], capture_output=True, text=True, check=True).stdout
    rows = [json.loads(line) for line in said.splitlines()]
    return [(module, re.compile(pattern, flags)) for pattern, flags, module, _ in rows]


@contextmanager
def in_time(what: str, seconds: float = SECONDS) -> Iterator[None]:
    """Fail if the block computes for too long, also inside a regular expression."""

    def ring(*_: object) -> None:
        raise TimeoutError(what)

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _runs_away(pattern: re.Pattern[str]) -> bool:
    try:
        for text in Feeder(pattern).texts():
            with in_time(pattern.pattern, 0.5):
                pattern.search(text)
    except TimeoutError:
        return True
    return False


def test_patterns_of_all_rooms_are_looked_at(patterns: list[tuple[str, re.Pattern[str]]]) -> None:
    assert len(patterns) > 1000
    rooms = {module.split(".")[1] for module, _ in patterns}
    assert {"reading", "attacks", "scoring", "anonymizers", "runs", "corpus", "models", "factory"} <= rooms


@pytest.mark.parametrize(
    "pattern",
    [r"(?:[>|]+\s?)*x", "(a|aa)+x", "b(a*)*c", "(x+x+)+y", r"(?:\w+\s?)*$", "(?:ab|abab)*c", "(?=(?:a|a)*b)c"],
)
def test_the_check_sees_loops_that_read_one_text_in_two_ways(pattern: str) -> None:
    assert _runs_away(re.compile(pattern))


@pytest.mark.parametrize("pattern", ["(a|b)*x", r"(?:\w+\s)*x", "[a-z]{3,30}x", r"(?:>\s?)*x", "(?:a{0,3}b)+x"])
def test_the_check_leaves_good_loops_alone(pattern: str) -> None:
    assert not _runs_away(re.compile(pattern))


def test_no_pattern_runs_away_when_its_loops_are_fed(patterns: list[tuple[str, re.Pattern[str]]]) -> None:
    assert not [(module, pattern.pattern) for module, pattern in patterns if _runs_away(pattern)]


@pytest.mark.parametrize("head", ["Ana Reis wrote this.", "Frau Weber wohnt in Bonn und arbeitet dort als Lehrerin."])
def test_a_text_of_one_endless_line_is_read_in_time(head: str) -> None:
    read_text(head)  # the tables are loaded
    slow = []
    for sign in SIGNS:
        started = time.process_time()
        read_text(f"{head}\n{sign * LONG}\0")
        if time.process_time() - started > SECONDS:
            slow.append(sign)
    assert not slow


def test_a_line_of_quotation_signs_is_read_at_once() -> None:
    with in_time("quotation signs"):
        read_text(f"Ana Reis wrote this.\n{'>' * 60}\n{'> ' * 60}!\n{'|>' * 60}\n")
