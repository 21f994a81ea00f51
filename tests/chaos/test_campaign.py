"""A sample of the faults that ``python benchmarks/chaos.py`` commits by the hundred."""

import sys
from pathlib import Path

import pytest

from chaos.campaign import campaign, table
from chaos.disturb import KINDS

FAULTS, SEED = 20, 7
LONG = ("worker killed",)
"""Kinds whose processes load everything anew; the benchmark commits them, and tests/runs/workers does too."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at in /proc"),
]


def test_after_any_fault_the_same_command_ends_as_if_nothing_had_happened(tmp_path: Path) -> None:
    said: list[str] = []
    kinds = [name for name in KINDS if name not in LONG]
    outcomes = campaign(tmp_path / "chaos", FAULTS, SEED, said.append, kinds=kinds)
    assert len(outcomes) == FAULTS
    broken = [line for line in said if "BROKE" in line]
    assert not broken, "\n".join(broken)
    assert table(outcomes).endswith(f"| all | {FAULTS} | {FAULTS} |")
