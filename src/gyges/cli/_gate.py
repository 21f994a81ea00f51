"""Gates for pipelines: ``--fail-under cpr=0.9,worst=0.5``, and the coverage that every audit must have."""

from collections.abc import Mapping

from gyges.errors import ConfigError
from gyges.scoring import Results

LEAST_COVERAGE = 0.95
"""The share of documents and of facts that must have been scored, unless the user asks for less; ours."""

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
        value = results.coverage.share if name == _COVERAGE else results.metrics[_METRICS[name]].value
        if name != _COVERAGE and (value is None or value < limit):
            broken.append(f"{name} is {'unknown' if value is None else f'{value:.3f}'}, below {limit:g}")
        elif name == _COVERAGE and (value is None or value < limit):
            broken.append(_uncovered(results, limit))
    return broken


def _uncovered(results: Results, limit: float) -> str:
    covered = results.coverage
    unknown = covered.unscored if covered.open is None else covered.open
    return (
        f"only {covered.attacked:,} of {covered.documents:,} documents and {covered.facts - unknown:,} of "
        f"{covered.facts:,} facts could be scored, and {limit:.0%} are asked for (coverage={limit:g}); "
        "the rest counts as leaked"
    )
