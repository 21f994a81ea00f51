"""Workers: other processes that compute for a run, and the watch over how long a text may be computed on.

docs/design/cpu_budget.md says how and why.
"""

from gyges.runs.workers._crew import Cluster, Crew, Jobs
from gyges.runs.workers._guesses import DocumentPeople, GuessRows, GuessTask, guess_at, remote_guess
from gyges.runs.workers._looks import DocumentLook, FigureRows, LookTask, LookTerms, look_at, remote_look
from gyges.runs.workers._messages import Remote
from gyges.runs.workers._pool import Workers, at_once, cores, jobs_for, workers_for
from gyges.runs.workers._process import StartMethod
from gyges.runs.workers._scoring import (
    DocumentNotes,
    DocumentScore,
    ScoredAlready,
    ScoringTask,
    ScoringTerms,
    control_score,
    notes_on,
    recorded_who,
    remote_scoring,
    score_by_rules,
)
from gyges.runs.workers._watch import Clock, WorkStopped, limit_for, watch

__all__ = [
    "Clock",
    "Cluster",
    "Crew",
    "DocumentLook",
    "DocumentNotes",
    "DocumentPeople",
    "DocumentScore",
    "FigureRows",
    "GuessRows",
    "GuessTask",
    "Jobs",
    "LookTask",
    "LookTerms",
    "Remote",
    "ScoredAlready",
    "ScoringTask",
    "ScoringTerms",
    "StartMethod",
    "WorkStopped",
    "Workers",
    "at_once",
    "control_score",
    "cores",
    "guess_at",
    "jobs_for",
    "limit_for",
    "look_at",
    "notes_on",
    "recorded_who",
    "remote_guess",
    "remote_look",
    "remote_scoring",
    "score_by_rules",
    "watch",
    "workers_for",
]
