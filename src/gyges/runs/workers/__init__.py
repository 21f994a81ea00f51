"""Workers: other processes that compute for a run, and the watch over how long a text may be computed on.

docs/design/cpu_budget.md says how and why.
"""

from gyges.runs.workers._crew import Cluster, Crew, Jobs
from gyges.runs.workers._messages import Remote
from gyges.runs.workers._pool import Workers, at_once, cores, jobs_for, workers_for
from gyges.runs.workers._process import StartMethod
from gyges.runs.workers._scoring import (
    DocumentLook,
    LookTask,
    LookTerms,
    ScoringTask,
    look_at,
    remote_look,
    remote_scoring,
)
from gyges.runs.workers._watch import Clock, WorkStopped, limit_for, watch

__all__ = [
    "Clock",
    "Cluster",
    "Crew",
    "DocumentLook",
    "Jobs",
    "LookTask",
    "LookTerms",
    "Remote",
    "ScoringTask",
    "StartMethod",
    "WorkStopped",
    "Workers",
    "at_once",
    "cores",
    "jobs_for",
    "limit_for",
    "look_at",
    "remote_look",
    "remote_scoring",
    "watch",
    "workers_for",
]
