"""From which certainty on a fact counts."""

__all__ = ["MIN_CERTAINTY"]

MIN_CERTAINTY = 3
"""Facts below it are assumption rather than evidence and do not count (SPIA, annotation guidelines)."""
