"""Gates for pipelines: ``--fail-under cpr=0.9,worst=0.5``, and the coverage that every audit must have."""

from collections.abc import Mapping

from gyges.cli._coverage import LEAST_COVERAGE, shortfall
from gyges.errors import ConfigError
from gyges.scoring import Results

_STRONG = " as estimated for a strong reader"
_CONFIRMED = " as confirmed by reading a sample"
_METRICS: Mapping[str, Mapping[str, str]] = {
    "cpr": {"cpr": "", "strong_cpr": _STRONG, "confirmed_cpr": _CONFIRMED},
    "ipr": {"ipr": "", "strong_ipr": _STRONG, "confirmed_ipr": _CONFIRMED},
    "rules_cpr": {"cpr": ""},
    "rules_ipr": {"ipr": ""},
    "aac": {"aac": ""},
    "worst": {"worst_subject": ""},
    "weighted": {"weighted_cpr": ""},
}
"""What each limit is held against: the lowest of the figures named. Where only embedded readers attacked, also
the ones estimated for a strong reader, or in their place those a strong reader confirmed; who wants what was measured
alone writes ``rules_cpr``."""
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
        confirmed = f"confirmed_{name}" in results.metrics  # what was read goes before what was estimated
        there = {
            metric: words
            for metric, words in _METRICS[name].items()
            if metric in results.metrics and not (confirmed and metric.startswith("strong_"))
        }
        known = {words: results.metrics[metric].value for metric, words in there.items()}
        words, value = min(known.items(), key=lambda item: -1.0 if item[1] is None else item[1])
        if value is None or value < limit:
            broken.append(f"{name} is {'unknown' if value is None else f'{value:.3f}'}{words}, below {limit:g}")
    return broken
