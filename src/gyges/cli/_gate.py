"""Gates for pipelines: ``--fail-under cpr=0.9,worst=0.5``, and the coverage that every audit must have."""

from collections.abc import Mapping

from gyges.cli._coverage import LEAST_COVERAGE, shortfall
from gyges.errors import ConfigError
from gyges.scoring import Results

_METRICS = {"cpr": "cpr", "ipr": "ipr", "aac": "aac", "worst": "worst_subject", "weighted": "weighted_cpr"}
_COVERAGE = "coverage"


def parse_gate(text: str | None) -> dict[str, float]:
    """Read the limits of a gate. Coverage is always asked for; a lower limit has to be named."""
    limits: dict[str, float] = {_COVERAGE: LEAST_COVERAGE}
    for part in (text or "").split(",") if text else []:
        name, _, number = part.strip().partition("=")
        try:
            limits[name] = float(number)
        except ValueError as error:
            raise ConfigError(f"'{part}' is no limit", "write it as cpr=0.9,worst=0.5") from error
        if name not in (*_METRICS, _COVERAGE) or not 0 <= limits[name] <= 1:
            raise ConfigError(f"there is no limit '{part}'", f"use {', '.join(_METRICS)} or coverage, from 0 to 1")
    return limits


def broken_limits(limits: Mapping[str, float], results: Results) -> list[str]:
    """Return a sentence for each limit that does not hold; a figure that is missing never passes.

    The figures count what could not be scored as leaked, so a gate holds for the worst case.
    """
    broken = []
    for name, limit in limits.items():
        if name == _COVERAGE:
            short = shortfall(results.coverage, limit)
            broken += [short] if short else []
            continue
        value = results.metrics[_METRICS[name]].value
        if value is None or value < limit:
            broken.append(f"{name} is {'unknown' if value is None else f'{value:.3f}'}, below {limit:g}")
    return broken
