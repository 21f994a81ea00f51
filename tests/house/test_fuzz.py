"""Whatever bytes come, only errors of ours leave: a second a target; `python benchmarks/fuzz.py` takes longer."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from house.scripts import script

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="alarms as POSIX has them"),
    pytest.mark.filterwarnings("ignore"),  # libraries that read files warn of what is wrong with them
]
for needed in ("bs4", "docx", "pypdf"):
    pytest.importorskip(needed)
fuzz, targets = script("fuzz"), script("fuzz_targets")
SECONDS, HUNG = 1.0, 20


@pytest.fixture(autouse=True)
def in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep inputs apart from those of others, and end a target that hangs."""
    monkeypatch.setattr(fuzz, "KEPT", tmp_path)

    def ring(*_: object) -> None:
        raise TimeoutError("an input that computes without end")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, HUNG)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


def test_every_target_says_whose_coverage_guides_it() -> None:
    assert set(fuzz.ROOMS) == set(targets.TARGETS)


@pytest.mark.parametrize("name", targets.TARGETS)
def test_only_errors_of_ours_leave(name: str) -> None:
    for seed in targets.TARGETS[name].seeds:
        targets.TARGETS[name].run(seed)
    assert fuzz.by_hypothesis(name, SECONDS, seed=1) > 0
