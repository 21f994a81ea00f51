"""No text makes a regular expression of the package run away. See docs/design/cpu_budget.md for what else guards it."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from gyges.reading import read_text
from house.pattern_structure import Structure, loops, structures, two_ways

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="alarms as POSIX has them")

TURNS = 40
"""Doubling with each turn, this many take a week."""

LONG = 12_000
"""Characters of a text that is read as a whole."""

SECONDS = 2.0
TOLD_APART = {  # by assertions, which the check does not look into; nothing follows the loop, so it never goes back
    "gyges.attacks.linkage._analyzer",
}


@dataclass(frozen=True)
class Made:
    """A pattern of the package, where it was made, and its structure."""

    module: str
    pattern: re.Pattern[str]
    structures: list[Structure]

    @property
    def turns(self) -> set[str]:
        """What leads once round each of its loops."""
        return {turn for one in self.structures for turn in loops(one)}


@pytest.fixture(scope="module")
def patterns() -> list[Made]:
    collector = Path(__file__).with_name("pattern_collector.py")
    said = subprocess.run([sys.executable, collector], capture_output=True, text=True, check=True).stdout
    rows = [json.loads(line) for line in said.splitlines()]
    return [
        Made(module, re.compile(pattern, flags), list(structures(pattern, flags))) for pattern, flags, module, _ in rows
    ]


@contextmanager
def in_time(what: str) -> Iterator[None]:
    """Fail if the block computes for too long, also inside a regular expression."""

    def ring(*_: object) -> None:
        raise TimeoutError(what)

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def test_patterns_of_all_rooms_are_looked_at(patterns: list[Made]) -> None:
    assert len(patterns) > 1000
    rooms = {made.module.split(".")[1] for made in patterns}
    assert {"reading", "attacks", "scoring", "anonymizers", "runs", "corpus", "models", "factory"} <= rooms


@pytest.mark.parametrize(
    "pattern",
    [r"(?:[>|]+\s?)*x", "(a|aa)+", "(a*)*", "(x+x+)+y", "(a|a)*", r"(?:\w+\s?)*", "(?:a?){9}", "(?:ab|abab)*"],
)
def test_the_check_sees_loops_that_read_one_text_in_two_ways(pattern: str) -> None:
    assert any(two_ways(one) for one in structures(pattern, 0))


@pytest.mark.parametrize("pattern", ["(a|b)*", r"(?:\w+\s)*", "[a-z]{3,30}", "(?:ab?c)*", r"(?:>\s?)*", "(?:a{0,3}b)+"])
def test_the_check_leaves_good_loops_alone(pattern: str) -> None:
    assert not any(two_ways(one) for one in structures(pattern, 0))


def test_no_loop_of_the_package_reads_one_text_in_two_ways(patterns: list[Made]) -> None:
    looked_at = [made for made in patterns if made.module not in TOLD_APART]
    assert not [(m.module, m.pattern.pattern) for m in looked_at if any(map(two_ways, m.structures))]


def test_no_pattern_runs_away_when_its_loops_are_fed(patterns: list[Made]) -> None:
    slow = []
    for made in patterns:
        for turn in made.turns:
            try:
                with in_time(made.module):
                    made.pattern.search(turn * TURNS + "\0")
            except TimeoutError:
                slow.append((made.module, made.pattern.pattern, turn))
    assert not slow


def test_a_text_of_one_endless_line_is_read_in_time(patterns: list[Made]) -> None:
    reading = [made for made in patterns if made.module.startswith("gyges.reading")]
    fed = {turn for made in reading for turn in made.turns if len(turn) == 1}
    read_text("Ana Reis is 40.")  # the tables are loaded
    slow = []
    for sign in sorted({*fed, *".>|-_*#=\"'([{@7aA "}):
        started = time.process_time()
        read_text(f"Ana Reis wrote this.\n{sign * LONG}\0")
        if time.process_time() - started > SECONDS:
            slow.append(sign)
    assert not slow


def test_a_line_of_quotation_signs_is_read_at_once() -> None:
    with in_time("quotation signs"):
        read_text(f"Ana Reis wrote this.\n{'>' * 60}\n{'> ' * 60}!\n{'|>' * 60}\n")
