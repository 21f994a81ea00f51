"""Tuning: state what to protect and what to keep, and learn the instruction that does it. See docs/design/tuning.md."""

from gyges.tuning._evaluator import Evaluator
from gyges.tuning._feedback import base_feedback, remaining_words, rich_feedback
from gyges.tuning._goal import Goal
from gyges.tuning._instruction_check import Checked, InstructionCheck
from gyges.tuning._meter import CapReachedError, Meter, MeteredPool, metered
from gyges.tuning._outcome import DocumentOutcome, LeakedFact, Scores, UtilityLoss
from gyges.tuning._pareto import non_dominated
from gyges.tuning._random import RandomSearch
from gyges.tuning._results import tuned_to_json
from gyges.tuning._search import Candidate, DroppedProposal, Pool, Search, SearchContext, SearchOptions
from gyges.tuning._splits import Splits, split_documents
from gyges.tuning._task import TuningTask, load_task, shipped_tasks
from gyges.tuning._tune import ModelRoles, Tuned, Tuning, prepare_tuning, tune
from gyges.tuning._write import write_tuning
from gyges.tuning.gepa import GepaSearch

__all__ = [
    "Candidate",
    "CapReachedError",
    "Checked",
    "DocumentOutcome",
    "DroppedProposal",
    "Evaluator",
    "GepaSearch",
    "Goal",
    "InstructionCheck",
    "LeakedFact",
    "Meter",
    "MeteredPool",
    "ModelRoles",
    "Pool",
    "RandomSearch",
    "Scores",
    "Search",
    "SearchContext",
    "SearchOptions",
    "Splits",
    "Tuned",
    "Tuning",
    "TuningTask",
    "UtilityLoss",
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
