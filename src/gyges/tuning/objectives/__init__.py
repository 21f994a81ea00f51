"""What instructions are measured by: one file a kind of task."""

from gyges.tuning.objectives._objective import KINDS, Judged, Objective, open_objective

__all__ = ["Objective"]
