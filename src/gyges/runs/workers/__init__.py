"""Workers: other processes that compute for a run, and the watch over how long a text may be computed on.

docs/design/cpu_budget.md says how and why.
"""

from gyges.runs.workers._crew import Crew, Jobs
from gyges.runs.workers._pool import Workers, at_once, cores, jobs_for, workers_for
from gyges.runs.workers._watch import Clock, WorkStopped, limit_for, watch
from gyges.runs.workers._worker import Remote
