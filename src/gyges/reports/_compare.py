"""Audits beside each other: the table of methods, the trade-off with utility, and spans against people."""

from collections.abc import Sequence

from gyges.reports._figures import Bar, Table, excess, prior, shown, strong, strong_by
from gyges.reports._limits import spec
from gyges.reports._plain import NOTHING, number
from gyges.reports._svg import Point
from gyges.reports._views import AuditView, RateRow, Results
from gyges.reports._words import SPAN_NAMES, UTILITY_NAMES, span_name, utility_name

__all__ = ["comparison", "spans", "trade_off", "utility_measure"]


def comparison(audits: Sequence[AuditView]) -> Table:
    """Return one row a method: what stays protected, what a guess would leave so, at what price."""
    measure = utility_measure(audits)
    head = (
        "Method",
        "Facts protected",
        "From a strong reader",
        "Before",
        "Guess",
        "Given away",
        "Per person",
        "Main person",
    )
    last = (
        "Spans gone",
        utility_name(measure or "utility").removesuffix(" with the original"),
        "Documents",
        "Reader",
    )
    return Table((*head, *last), tuple(_compared(audit, measure) for audit in audits))


def _compared(audit: AuditView, measure: str | None) -> tuple[str, ...]:
    results = audit.results
    metrics, coverage = results.metrics, results.coverage
    spans_gone = (results.spans or {}).get("recall")
    return (
        audit.name,
        shown(metrics.get("cpr")).both,
        _strong(results),
        str(shown(results.controls.get("original_cpr"))),
        str(prior(results)),
        excess(results),
        shown(metrics.get("ipr")).both,
        shown(metrics.get("aac")).both,
        str(shown(spans_gone)),
        shown((results.utility or {}).get(measure or "")).both,
        f"{number(coverage.attacked)} / {number(coverage.documents)}",
        spec(results.attacker),
    )


def _strong(results: Results) -> str:
    """Return what a strong reader leaves and how that is known."""
    read = results.strong.read if results.strong else None
    if read is not None and "confirmed_cpr" not in results.metrics:
        return f"{shown(results.metrics.get('read_cpr')).both}, read {number(read.documents)}/{number(read.of)}"
    known = strong(results)
    return NOTHING if known.value is None else f"{known.both}, {strong_by(results)}"


def utility_measure(audits: Sequence[AuditView]) -> str | None:
    """Return the measure of utility to compare by: the first of ours that most audits have."""
    measured = [{name for name, row in (a.results.utility or {}).items() if row.value is not None} for a in audits]
    names = [*UTILITY_NAMES, *sorted(set().union(*measured) - set(UTILITY_NAMES))]
    best = max(names, key=lambda name: sum(name in one for one in measured))  # the first among equals
    return best if any(best in one for one in measured) else None


def trade_off(audits: Sequence[AuditView]) -> tuple[str, tuple[Point, ...], float | None] | None:
    """Return the label of the x axis, the methods and the control of the scatter, None without any utility."""
    measure = utility_measure(audits)
    if measure is None:
        return None
    points = tuple(
        Point(
            a.name,
            shown((a.results.utility or {}).get(measure)),
            shown(a.results.metrics.get("cpr")),
            strong(a.results),
        )
        for a in audits
    )
    guesses = [shown(a.results.metrics.get("prior_cpr")).value for a in audits]
    known = {round(value, 2) for value in guesses if value is not None}
    drawn = [point for point in points if point.x.value is not None and point.y.value is not None]
    control = next((value for value in guesses if value is not None), None) if len(known) == 1 else None
    return (utility_name(measure), points, control) if drawn else None


def spans(audits: Sequence[AuditView]) -> tuple[tuple[str, str, tuple[Bar, ...]], ...]:
    """Return for each audit with spans its name, the point in a sentence, and the bars: spans gone, people not."""
    found = []
    for audit in audits:
        rows, protected = audit.results.spans or {}, shown(audit.results.metrics.get("cpr"))
        drawn = [Bar(span_name(key), shown(rows[key]), "spans") for key in SPAN_NAMES if _measured(rows.get(key))]
        if drawn:
            people = [Bar("Facts about people protected", protected, "people")]
            people.append(Bar("Protected per person, on average", shown(audit.results.metrics.get("ipr")), "people"))
            gone, least = drawn[0].figure, strong(audit.results)
            said = (
                f"{gone} of the words marked for masking are gone; {protected} of the facts about people are protected"
            )
            if least.value is not None:
                how = strong_by(audit.results)
                people.append(Bar(f"Facts protected from a strong reader, {how}", least, "strong"))
                said = f"{said} from this reader, {least} from a strong one ({how})"
            said = f"{said}."
            found.append((audit.name, said, (*drawn, *people)))
    return tuple(found)


def _measured(row: RateRow | None) -> bool:
    return row is not None and row.value is not None
