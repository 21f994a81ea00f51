"""Benchmarks: data sets x methods x models x seeds, each read by every attacker, in one table."""

from gyges.runs.benchmark._cells import Cell, LeftOut, method_needs_model, seed_option, slug_of
from gyges.runs.benchmark._cost import CostRow, cost_row, estimate_cost
from gyges.runs.benchmark._links import run_links
from gyges.runs.benchmark._outcome import BenchmarkOutcome, benchmark_claim, benchmark_folder
from gyges.runs.benchmark._plan import (
    BenchmarkPlan,
    DatasetChoice,
    LinkBlock,
    LinkPlan,
    LinkSetting,
    MethodChoice,
    SyntheticChoice,
    TaskChoice,
    load_plan,
    shipped_plans,
)
from gyges.runs.benchmark._prepare import Prepared, prepare_benchmark
from gyges.runs.benchmark._run import AuditedCell, run_benchmark

__all__ = ["BenchmarkPlan", "Cell", "load_plan", "prepare_benchmark", "run_benchmark", "shipped_plans"]
