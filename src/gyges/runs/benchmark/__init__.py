"""Benchmarks: data sets x methods x models x seeds, each read by every attacker, in one table."""

from gyges.runs.benchmark._cells import Cell, LeftOut, method_needs_model, seed_option, slug_of
from gyges.runs.benchmark._cost import CostRow, cost_row, estimate_cost
from gyges.runs.benchmark._folder import benchmark_claim, benchmark_folder
from gyges.runs.benchmark._link_plan import LinkBlock, LinkPlan, LinkSetting, SyntheticChoice
from gyges.runs.benchmark._links import LinkedCell, LinkedRun, run_links
from gyges.runs.benchmark._outcome import BenchmarkOutcome
from gyges.runs.benchmark._plan import BenchmarkPlan, DatasetChoice, MethodChoice, load_plan, shipped_plans
from gyges.runs.benchmark._plan_file import parse_plan
from gyges.runs.benchmark._prepare import Prepared, prepare_benchmark
from gyges.runs.benchmark._run import AuditedCell, run_benchmark

__all__ = [
    "AuditedCell",
    "BenchmarkOutcome",
    "BenchmarkPlan",
    "Cell",
    "CostRow",
    "DatasetChoice",
    "LeftOut",
    "LinkBlock",
    "LinkPlan",
    "LinkSetting",
    "LinkedCell",
    "LinkedRun",
    "MethodChoice",
    "Prepared",
    "SyntheticChoice",
    "benchmark_claim",
    "benchmark_folder",
    "cost_row",
    "estimate_cost",
    "load_plan",
    "method_needs_model",
    "parse_plan",
    "prepare_benchmark",
    "run_benchmark",
    "run_links",
    "seed_option",
    "shipped_plans",
    "slug_of",
]
