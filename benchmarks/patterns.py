"""Does the time of every regular expression of the package grow with the text, whatever is repeated in it?

Run: python benchmarks/patterns.py [--size N] [--modules WORD] [--every N]   (exit 1 if a pattern grows faster)

Every pattern that the package compiles (tests/house/pattern_collector.py) looks for all its matches in texts made of
its own structure (pattern_pumps.py) and of everyday units; one that is only asked whether it stands at a place is asked
that. What takes long is measured at N, 2N and 4N, best of three: more than seven times the time for four times the text
is too much, and what takes half a second is not waited for. Patterns that are given only so many characters around a
place do not grow, and no more do those of pattern_bounds.toml, which says why.
"""

import argparse
import json
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pattern_pumps import Pumped, pumped_text, pumped_units

COLLECTOR = Path(__file__).parents[1] / "tests" / "house" / "pattern_collector.py"
BOUNDS = Path(__file__).with_name("pattern_bounds.toml")
SIZE = 2_000
MOST_GROWTH, SUSPECT_GROWTH = 7.0, 5.5
FLOOR = 0.005
"""Seconds at 4N that do not count."""
TICK = 0.004
"""Seconds by which computing time may be told too low; the clock on the wall tells it too high."""
PATIENCE = 0.5
BEST_OF = AGAIN = 3
TIMES = (1, 2, 4)
BOUNDED = "window"


@dataclass(frozen=True)
class Collected:
    """A pattern of the package, the module that made it, and the ways in which it is used where they are bounded."""

    pattern: str
    flags: int
    module: str
    ways: str


@dataclass(frozen=True)
class Slow:
    """A pattern that grew faster than its text, and what was pumped."""

    made: Collected
    pumped: Pumped
    seconds: tuple[float, ...]

    def __str__(self) -> str:
        times = ", ".join("too long" if one >= PATIENCE else f"{one:.4f}" for one in self.seconds)
        return f"{self.made.module} {self.made.pattern[:300]!r} pumped with {self.pumped!r}: {times} s"


def collected(modules: str = "") -> list[Collected]:
    """Return the patterns of the package."""
    said = subprocess.run([sys.executable, COLLECTOR], capture_output=True, text=True, check=True).stdout
    return [made for made in (Collected(*json.loads(line)) for line in said.splitlines()) if modules in made.module]


def bounds() -> dict[str, str]:
    """Return why patterns are only given short texts, by their module and how they begin."""
    reasons = tomllib.loads(BOUNDS.read_text(encoding="utf-8"))
    return {f"{module} {begins}": why for why, modules in reasons.items() for module, begins in _listed(modules)}


def _listed(modules: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    for module, patterns in modules.items():
        for begins in patterns:
            yield f"gyges.{module}", begins


def is_bounded(made: Collected, known: dict[str, str]) -> bool:
    """Tell whether a pattern is only given short texts."""
    whole = f"{made.module} {made.pattern}"
    return made.ways == BOUNDED or any(whole.startswith(begins) for begins in known)


def slow(made: Collected, size: int = SIZE) -> Slow | None:
    """Return the first pumped text with which the time of a pattern grows faster than the text."""
    clock = _Clock(made)
    for pumped in pumped_units(made.pattern, made.flags):
        if clock.is_suspect(pumped, size):
            seconds = clock.seconds(pumped, size)
            for _ in range(AGAIN):  # other work on the machine convicts nobody
                if not _too_fast(seconds):
                    break
                again = clock.seconds(pumped, size)
                seconds = tuple(min(both) for both in zip(seconds, again, strict=True))
            if _too_fast(seconds):
                return Slow(made, pumped, seconds)
    return None


def _too_fast(seconds: tuple[float, ...]) -> bool:
    return seconds[2] > max(FLOOR, min(MOST_GROWTH * seconds[0], PATIENCE * 0.99))


class _Clock:
    """Measures how long a pattern takes, in the way in which it is used."""

    def __init__(self, made: Collected) -> None:
        self._compiled = re.compile(made.pattern, made.flags)
        self._ways = made.ways.replace(BOUNDED, "").split()

    def is_suspect(self, pumped: Pumped, size: int) -> bool:
        """Tell whether half of the shortest text takes long, and more than its quarter makes likely."""
        if self._spent(pumped_text(pumped, size // 2)) < FLOOR / 40:
            return False
        spent = self.best(pumped, size // 2)
        return spent >= PATIENCE or spent > SUSPECT_GROWTH * self.best(pumped, size // 8)

    def seconds(self, pumped: Pumped, size: int) -> tuple[float, ...]:
        """Return the least times of each length."""
        return tuple(self.best(pumped, times * size) for times in TIMES)

    def best(self, pumped: Pumped, length: int) -> float:
        """Return the least of some measurements."""
        found = PATIENCE
        for _ in range(BEST_OF):
            found = min(found, self._spent(pumped_text(pumped, length)))
            if found >= PATIENCE:
                break
        return found

    def _spent(self, text: str) -> float:
        wall, computing = time.perf_counter(), time.process_time()
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
            self._look(text)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        except TimeoutError:
            return PATIENCE
        return min(time.perf_counter() - wall, time.process_time() - computing + TICK)

    def _look(self, text: str) -> None:
        for way in self._ways:
            getattr(self._compiled, way)(text)
        if not self._ways:
            for _ in self._compiled.finditer(text):
                pass


def _ring(*_: object) -> None:
    raise TimeoutError


def measure(patterns: list[Collected], size: int = SIZE) -> Iterator[Slow]:
    """Yield the patterns that grow too fast."""
    before = signal.signal(signal.SIGVTALRM, _ring)  # regular expressions heed it too
    try:
        for made in patterns:
            found = slow(made, size)
            if found is not None:
                yield found
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def main() -> int:
    """Measure and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--size", type=int, default=SIZE)
    options.add_argument("--modules", default="")
    options.add_argument("--every", type=int, default=1, help="only every so many-th pattern")
    given = options.parse_args()
    patterns, known, started = collected(given.modules), bounds(), time.process_time()
    open_ended = [made for made in patterns if not is_bounded(made, known)][:: given.every]
    grown = 0
    for found in measure(open_ended, given.size):
        grown += 1
        print(found, flush=True)
    spent = time.process_time() - started
    print(
        f"{len(patterns):,} patterns, {len(open_ended):,} measured with texts of up to {4 * given.size:,} characters:"
    )
    print(f"{grown} grow too fast ({spent:.0f} s of computing)")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
