"""Tuning: state what to protect and what to keep, and learn the instruction that does it. See docs/design/tuning.md."""

from gyges.tuning._evaluator import Evaluator
from gyges.tuning._gepa import GepaSearch
from gyges.tuning._instruction_check import InstructionCheck
from gyges.tuning._meter import CapReachedError, Meter, MeteredPool, metered
from gyges.tuning._outcome import DocumentOutcome, Goal, LeakedFact, Scores, UtilityLoss, non_dominated
from gyges.tuning._proposer import base_feedback, rich_feedback
from gyges.tuning._results import tuned_to_json, write_tuning
from gyges.tuning._search import Pool, Search, SearchContext, SearchOptions
from gyges.tuning._splits import Splits, split_documents
from gyges.tuning._table import PreparedTable, prepare_table, table_claim
from gyges.tuning._table_run import MeasuredCell, estimate_table, run_table, table_to_json
from gyges.tuning._task import TuningTask, load_task, shipped_tasks
from gyges.tuning._tune import ModelRoles, Tuned, Tuning, prepare_tuning, tune

__all__ = ["Goal", "Search", "SearchOptions", "Tuned", "TuningTask", "load_task", "prepare_tuning", "tune"]
