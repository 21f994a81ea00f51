"""Tuning: state what to protect and what to keep, and learn the instruction that does it. See docs/design/tuning.md."""

from gyges.tuning._evaluator import Evaluator
from gyges.tuning._feedback import base_feedback, remaining_words, rich_feedback
from gyges.tuning._gepa import GepaSearch
from gyges.tuning._goal import Goal
from gyges.tuning._instruction_check import Checked, InstructionCheck
from gyges.tuning._meter import CapReachedError, Meter, MeteredPool, metered
from gyges.tuning._outcome import Leak, Loss, Outcome, Scores
from gyges.tuning._pareto import non_dominated
from gyges.tuning._random import RandomSearch
from gyges.tuning._results import tuned_to_json
from gyges.tuning._search import Attempt, Candidate, Pool, Search, SearchOptions, Workshop
from gyges.tuning._splits import Splits, split_documents
from gyges.tuning._task import TuningTask, load_task, shipped_tasks
from gyges.tuning._tune import Roles, Tuned, Tuning, prepare_tuning, tune
from gyges.tuning._write import write_tuning

__all__ = [
    "Attempt",
    "Candidate",
    "CapReachedError",
    "Checked",
    "Evaluator",
    "GepaSearch",
    "Goal",
    "InstructionCheck",
    "Leak",
    "Loss",
    "Meter",
    "MeteredPool",
    "Outcome",
    "Pool",
    "RandomSearch",
    "Roles",
    "Scores",
    "Search",
    "SearchOptions",
    "Splits",
    "Tuned",
    "Tuning",
    "TuningTask",
    "Workshop",
    "base_feedback",
    "load_task",
    "metered",
    "non_dominated",
    "prepare_tuning",
    "remaining_words",
    "rich_feedback",
    "shipped_tasks",
    "split_documents",
    "tune",
    "tuned_to_json",
    "write_tuning",
]
