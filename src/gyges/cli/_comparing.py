"""What ``gyges compare`` prints: the paired differences, what a strong reader leaves of both, and who lost."""

from gyges.cli._output import print_table, say
from gyges.reports import percent, points, rate_words
from gyges.scoring import AuditComparison, RateRow, StrongComparison, StrongSide

_FIGURES = ("cpr", "ipr", "improved", "worsened")
_SHOWN = 20  # people who are protected less
_NOTE = """\
Believe the strong reader's figures rather than those of an embedded one. Their difference is not paired, and its
interval holds the error of an estimate: it is wider than the one above."""


def print_comparison(compared: AuditComparison, strong: StrongComparison) -> None:
    """Print the tables."""
    rows = [(name, str(rate := getattr(compared, name)), f"{rate.denominator:,.0f}") for name in _FIGURES]
    print_table("Second against first", ("figure", "difference or share", "of"), rows)
    if strong.first.how or strong.second.how:
        known = sorted({*strong.first.figures, *strong.second.figures})
        told = [(name, _of(strong.first, name), _of(strong.second, name), _points(strong, name)) for name in known]
        how = ("", _how(strong.first), _how(strong.second), "")
        print_table("What a strong reader leaves", ("figure", "first", "second", "difference"), [*told, how])
        say(_NOTE)
    worse = [(p.document, p.description, percent(p.before), percent(p.after)) for p in compared.regressions[:_SHOWN]]
    print_table("Protected less now", ("document", "person", "before", "after"), worse)
    say(f"{len(compared.regressions)} people protected less, {compared.unpaired_facts} facts without a pair.")


def _of(side: StrongSide, name: str) -> str:
    return rate_words(side.figures.get(name))


def _how(side: StrongSide) -> str:
    return f"{side.how} ({side.by})" if side.how else "not known: audit again"


def _points(strong: StrongComparison, name: str) -> str:
    row: RateRow | None = strong.differences.get(name)
    if row is None:
        return points(None)
    ends = "" if row.low is None or row.high is None else f" [{points(row.low)} to {points(row.high)}]"
    return f"{points(row.value)}{ends}"
