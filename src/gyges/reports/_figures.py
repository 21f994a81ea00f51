"""What a report is made from and the figures it shows: with interval and denominator, and what they say."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from gyges.records import TextPair
from gyges.reports._plain import NOTHING, label, markdown_table, markdown_text, number, percent, points
from gyges.scoring import (
    CoverageRow,
    RateRow,
    Results,
    percent_ends,
)


@dataclass(frozen=True, slots=True)
class AuditView:
    """One audit as a report sees it."""

    name: str  # the method of the release, such as ``masked``
    results: Results  # what the audit found out
    texts: Mapping[str, TextPair] = field(default_factory=dict)


_BEST_KNOWN = ("confirmed_cpr", "read_cpr", "strong_cpr")
"""CPR from a strong reader, what is known best first."""

_MOST_IDS = 20


@dataclass(frozen=True, slots=True)
class Figure:
    """A share with its 95 % interval and what it is a share of."""

    value: float | None = None
    low: float | None = None
    high: float | None = None
    out_of: float | None = None

    @property
    def ends(self) -> str:
        """The ends of the interval without a unit, as in "57–65"; empty where there is none."""
        if self.value is None or self.low is None or self.high is None:
            return ""
        return percent_ends(self.low, self.high)

    @property
    def interval(self) -> str:
        """The interval, as in "57–65 %"; a dash where there is none."""
        return f"{self.ends}\u00a0%" if self.ends else NOTHING

    @property
    def both(self) -> str:
        """Value and interval, as in "61 % [57–65]"."""
        return f"{self} [{self.ends}]" if self.ends else str(self)

    @property
    def of(self) -> str:
        """The same with what it is a share of, as in "61 % [57–65] of 170"; a dash where there is none."""
        return NOTHING if self.value is None else f"{self.both} of {number(self.out_of)}"

    def __str__(self) -> str:
        return percent(self.value)


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a bar plot."""

    name: str
    figure: Figure
    note: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of words."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def markdown(self) -> str:
        """The table in Markdown; nothing without rows."""
        return markdown_table([*map(markdown_text, self.head)], [[*map(markdown_text, row)] for row in self.rows])


@dataclass(frozen=True, slots=True)
class Card:
    """One headline number."""

    title: str
    value: str
    interval: str
    note: str
    kind: str = ""


def shown(row: RateRow | None) -> Figure:
    """Return a rate as it is; an empty figure for one that was not measured."""
    if row is None:
        return Figure()
    return Figure(_real(row.value), _real(row.low), _real(row.high), _real(row.denominator))


def rate_words(row: RateRow | None) -> str:
    """Return a rate with its interval, as in "61 % [57–65]"."""
    return shown(row).both


def leak(row: RateRow | None) -> Figure:
    """Return a rate of protection turned round: the share that leaks."""
    kept = shown(row)
    value, low, high = (None if end is None else 1 - end for end in (kept.value, kept.high, kept.low))
    return Figure(value, low, high, kept.out_of)


def prior(results: Results) -> Figure:
    """Return what a guesser who never saw the text would leave protected."""
    return shown(results.metrics.get("prior_cpr"))


def excess(results: Results) -> str:
    """Return what leaks beyond the guess, in points with their interval; a dash where no control was run."""
    row = results.metrics.get("excess_leak")
    if row is None or row.value is None:
        return NOTHING
    return points(row.value) if row.low is None or row.high is None else f"{points(row.value)} [{_ends(row)}]"


def bars(rows: dict[str, RateRow]) -> tuple[Bar, ...]:
    """Return what stays protected in each group of facts."""
    return tuple(Bar(label(name), shown(row)) for name, row in rows.items())


def strong_words(results: Results) -> str:
    """Return CPR from a strong reader: as read where one read some of the documents, with how many, else estimated."""
    read = results.strong.read if results.strong else None
    if read is None:
        return shown(results.metrics.get("strong_cpr")).both
    return f"{shown(results.metrics.get('read_cpr')).both} read\u00a0{read.documents}/{read.of}"


def strong(results: Results) -> Figure:
    """Return CPR from a strong reader as pictures draw it: confirmed or as read where one read, else estimated."""
    return shown(strong_row(results))


def strong_row(results: Results) -> RateRow | None:
    """Return what is known best of CPR from a strong reader."""
    return next((results.metrics[name] for name in _BEST_KNOWN if name in results.metrics), None)


def strong_by(results: Results) -> str:
    """Return how that is known, in a word."""
    known = {"confirmed_cpr": "confirmed by a sample", "read_cpr": "read"}
    return next((words for name, words in known.items() if name in results.metrics), "estimated")


def protected_if_scored(results: Results) -> float | None:
    """Return what would be protected had nothing unscored leaked, where that makes a difference that shows."""
    row = results.metrics.get("cpr")
    if row is None or row.value is None or row.none_leaked is None:
        return None
    return row.none_leaked if percent(row.none_leaked) != percent(row.value) else None


def fact_sum(covered: CoverageRow) -> str:
    """Return what became of all facts, as one sum; a file that does not tell it says what could not be judged."""
    unknown, facts = number(covered.unscored), number(covered.facts)
    if covered.told is None or covered.protected is None:
        return f"{unknown} of {facts} facts could not be judged"
    parts = f"{number(covered.told)} told, {number(covered.protected)} protected, {unknown} could not be judged"
    return f"{facts} facts: {parts}{' and count as leaked' if covered.unscored else ''}"


def unknown_releases(covered: CoverageRow, *, show_ids: bool) -> str:
    """Return how many released texts belong to no original, and which; nothing where all do."""
    ids = covered.unknown_releases
    if not ids:
        return ""
    texts = "1 released text has" if len(ids) == 1 else f"{number(len(ids))} released texts have"
    more = f" and {number(len(ids) - _MOST_IDS)} more" if len(ids) > _MOST_IDS else ""
    named = f": {', '.join(ids[:_MOST_IDS])}{more}" if show_ids else ""
    return f"{texts} an id that no original has; nobody checked what is said there{named}."


def _real(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None


def _ends(row: RateRow) -> str:
    return f"{points(row.low)} to {points(row.high)}"


def low_tail(worst: RateRow | None) -> float | None:
    """Return what is protected of 5 % of people at most, as it stands beside the person worst off."""
    low = None if worst is None else (worst.model_extra or {}).get("quantile_5")
    value = low.get("value") if isinstance(low, dict) else None
    return float(value) if isinstance(value, int | float) else None
