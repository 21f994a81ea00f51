"""What instructions are measured by: one file a kind of task."""

from gyges.tuning.objectives._objective import Judged, Objective
from gyges.tuning.objectives._open import KINDS, open_objective

__all__ = ["KINDS", "Judged", "Objective", "open_objective"]
