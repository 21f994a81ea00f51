"""Recorded strong readings of releases of the bundled documents, which ship beside them."""

from functools import cache
from importlib.resources import as_file, files

from gyges.attacks import RecordedAttack, read_recorded

__all__ = ["READINGS", "shipped_readings"]

READINGS = ("bundled", "readings.jsonl")
"""Where they lie in `gyges.corpus`; made by ``python -m training.demo_readings``."""


@cache
def shipped_readings() -> RecordedAttack | None:
    """Return the readings that ship; None where none do, and then the estimate stands alone."""
    source = files("gyges.corpus").joinpath(*READINGS)
    if not source.is_file():
        return None
    with as_file(source) as path:
        return read_recorded(path)
