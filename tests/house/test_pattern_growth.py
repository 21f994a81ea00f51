"""The time of a pattern grows with its text; `python benchmarks/patterns.py` measures all that the package compiles."""

import re
import sys

import pytest

from house.scripts import BENCHMARKS, script

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="alarms as POSIX has them")

sys.path.append(str(BENCHMARKS))
patterns = script("patterns")
sys.path.remove(str(BENCHMARKS))


def _made(pattern: str, ways: str = "") -> object:
    return patterns.Collected(pattern, re.compile(pattern).flags, "gyges.here", ways)


@pytest.mark.parametrize(
    "pattern",
    [r"\w+\d", r"\s*,", r"\{+[a-z]", r"[A-Z][\w'-]* Sons", r"\(.*?\)", r"(?<![\w,])[A-Z][\w']* and", r"\n\s*x"],
)
def test_a_pattern_that_reads_on_from_every_place_is_found(pattern: str) -> None:
    assert list(patterns.measure([_made(pattern)], size=1_000))


@pytest.mark.slow
def test_no_pattern_of_the_package_grows_faster_than_its_text() -> None:
    collected, known = patterns.collected(), patterns.bounds()
    wholes = [f"{made.module} {made.pattern}" for made in collected]
    assert [begins for begins in known if not any(whole.startswith(begins) for whole in wholes)] == []
    every_fifth = [made for made in collected if not patterns.is_bounded(made, known)][::5]
    assert [str(found) for found in patterns.measure(every_fifth)] == []
