"""Gates for pipelines: ``--fail-under cpr=0.9,worst=0.5``, and what every audit must have besides."""

import math
import re
from collections.abc import Mapping

from gyges.cli._saying import notice
from gyges.errors import ConfigError
from gyges.runs import WEAK_READER, shortcomings
from gyges.scoring import CoverageRow, RateRow, ReaderRow, Results

LEAST_COVERAGE = 0.95
"""The share of documents and of facts that must have been judged, unless the user asks for less; ours."""


def shortfall(covered: CoverageRow, least: float = LEAST_COVERAGE, accept: str = "") -> str:
    """Return why a figure speaks for too little, in one line; nothing where it speaks for enough."""
    share = covered.share
    if share is not None and share >= least:
        return ""
    judged = {"documents": (covered.attacked, covered.documents)}
    judged |= {"facts": (covered.judged, covered.facts)} if covered.facts else {}
    short = _short(judged, least)
    sentence = (
        f"only {' and '.join(short)} could be judged, and {least:.0%} are asked for (coverage={least:g}); "
        "the rest is not protected"
    )
    if share and accept:
        sentence = f"{sentence} ({accept.format(math.floor(100 * share) / 100)} accepts that)"
    if not covered.failed:
        return sentence
    first = covered.failed[0]
    return f"{sentence}; the first failure: {first.id}: {first.reason}"


def links_shortfall(counts: Mapping[str, int], judged: RateRow, least: float = LEAST_COVERAGE) -> str:
    """Return why an attack by linkage speaks for too little; nothing where it speaks for enough."""
    attacked, searched = counts["attacked"], counts["records"]
    shares: dict[str, tuple[float, float]] = {
        "originals could be looked for": (attacked, attacked + counts["lost"]),
        "released records could be searched": (searched, searched + counts["failed"]),
        "claims could be judged": (judged.numerator or 0, judged.denominator or 0),
    }
    short = _short({what: (done, of) for what, (done, of) in shares.items() if of}, least)
    if not short:
        return ""
    asked = f"{least:.0%} are asked for (coverage={least:g})"
    return f"only {' and '.join(short)}, and {asked}; an original that was not looked for counts as found"


def _short(shares: Mapping[str, tuple[float, float]], least: float) -> list[str]:
    return [f"{done:,.0f} of {of:,.0f} {what}" for what, (done, of) in shares.items() if not of or done / of < least]


def answers_shortfall(failed: int, documents: int, what: str) -> str:
    """Return why figures speak for too few documents, or nothing where enough were answered."""
    if documents and documents - failed >= LEAST_COVERAGE * documents:
        return ""
    return f"only {documents - failed:,} of {documents:,} {what}, and {LEAST_COVERAGE:.0%} are asked for"


def say_failed(name: str, documents: int, failures: Mapping[str, str]) -> None:
    """Say on standard error how many test documents failed, and why the first did; nothing where none did."""
    for id_, reason in list(failures.items())[:1]:
        counted = f"{len(failures):,} of {documents:,} test documents failed for '{name}' and score 0"
        notice(f"{counted}; the first: {id_}: {reason}")


def least_coverage(text: str | None) -> float | None:
    """Read ``coverage=0.5``, the one limit that a linkage attack has; None where nothing was written."""
    if text is None:
        return None
    name, _, number = text.strip().partition("=")
    if name != "coverage" or not re.fullmatch(r"0(\.\d+)?|1(\.0+)?", number):
        raise ConfigError(f"there is no limit '{text}' here", "write it as coverage=0.5, from 0 to 1")
    return float(number)


def say_short(sentence: str) -> None:
    """Say on standard error that too little could be attacked, in one line."""
    if sentence:
        notice(sentence)


def unread_line(unread: Mapping[str, int], texts: int) -> str:
    """Return how many texts the attacker could not read and in which languages they are."""
    named = ", ".join(f"{language} {count:,}" for language, count in unread.items())
    return f"{sum(unread.values()):,} of {texts:,} texts were not read: {named}"


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


def accepted_limits(limits: Mapping[str, float]) -> tuple[str, ...]:
    """Return what a gate accepts that asks for less than is asked otherwise: a lower coverage."""
    return (f"{_COVERAGE}={limits[_COVERAGE]:g}",) if limits[_COVERAGE] < LEAST_COVERAGE else ()


def broken_limits(limits: Mapping[str, float], results: Results) -> list[str]:
    """Return a sentence for each limit that does not hold; a figure that is missing never passes.

    The figures count what could not be scored as leaked, so a gate holds for the worst case.
    """
    broken = [*shortcomings(results).values(), *_not_shown(limits, results)]
    for name, limit in limits.items():
        if name == _COVERAGE:
            short = shortfall(results.coverage, limit, f"--fail-under {_COVERAGE}={{}}")
            broken += [short] if short else []
            continue
        # What was read goes before what was estimated, if whoever read it was shown to read.
        confirmed = f"confirmed_{name}" in results.metrics and not _is_doubtful(_confirming(results), results)
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


def _not_shown(limits: Mapping[str, float], results: Results) -> list[str]:
    """Return that a gate on figures needs a reader that was shown to read; nothing where it was, or is accepted."""
    if set(limits) == {_COVERAGE} or not _is_doubtful(results.reader, results):
        return []
    return [f"this reader was not tested on texts with known people; to accept that, pass --accept {WEAK_READER}"]


def _confirming(results: Results) -> ReaderRow | None:
    return None if results.confirmed is None else results.confirmed.reader


def _is_doubtful(reader: ReaderRow | None, results: Results) -> bool:
    return reader is not None and reader.by == "nobody" and WEAK_READER not in results.accepted
