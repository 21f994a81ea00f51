"""Intervals on releases that a strong language model read: valid, and narrower than those of a sample alone."""

import importlib.util
import sys
from pathlib import Path
from statistics import fmean
from types import ModuleType

import pytest
from training.readings import is_measured, readings

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "sample.py"
DRAWS = 600


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sample_benchmark", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its data classes look themselves up there
    spec.loader.exec_module(module)
    return module


def test_intervals_hold_what_reading_everything_gives_and_are_narrower_than_those_of_a_sample_alone(
    benchmark: ModuleType,
) -> None:
    chosen = [one for one in readings() if is_measured(one.document.id) and one.release.method in ("mask", "general")]
    made = {corpus.name: benchmark.simulate(corpus, 40, DRAWS) for corpus in benchmark.corpora(chosen)}
    assert set(made) == {"mask", "general", benchmark.MIXED}
    outcomes = [one for figures in made.values() for one in figures.values()]
    assert fmean(one.held for one in outcomes) >= 0.93
    assert all(one.held >= 0.92 for one in outcomes)  # three standard errors of 600 draws below 95 %
    assert fmean(figures["cpr"].narrower for figures in made.values()) >= 0.3
    assert all(one.narrower > 0.1 for one in outcomes)
    assert all(0.5 < one.width / one.expected < 2 for one in outcomes)
