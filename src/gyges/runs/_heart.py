"""The error that tells most among those that a group of tasks raised together."""

from gyges.errors import BudgetExhaustedError
from gyges.runs.workers import WorkStopped

__all__ = ["heart"]


def heart(error: Exception) -> Exception:
    """Return the error inside a group that tells most: Ctrl-C, a used-up budget, or else the first one."""
    while isinstance(error, ExceptionGroup):
        error = error.subgroup(WorkStopped) or error.subgroup(BudgetExhaustedError) or error
        error = error.exceptions[0]
    return error
