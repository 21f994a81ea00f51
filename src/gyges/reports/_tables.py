"""The tables of a report: one audit taken apart, and several beside each other."""

from collections.abc import Sequence

from gyges.records import MAX_LEVEL
from gyges.reports._figures import AuditView, Bar, Figure, Table, bars, excess, prior, shown, strong, strong_by
from gyges.reports._limits import spec
from gyges.reports._plain import (
    NOTHING,
    SPAN_NAMES,
    UTILITY_NAMES,
    figure_name,
    label,
    number,
    points,
)
from gyges.reports._svg import PlotPoint, plot_points
from gyges.scoring import RateRow, Results

_UNRATED = "Not rated"
_GROUPS = {
    "CODE": "Codes: numbers and addresses",
    "NON_CODE": "Everything else",
    "region_or_city": "Region or city",
    "within_region_or_city": "Within a region or city",
    "unrated": _UNRATED,
    **{str(level): f"Hardness {level}" for level in range(1, MAX_LEVEL + 1)},
    "1": "Hardness 1, easiest",
    str(MAX_LEVEL): f"Hardness {MAX_LEVEL}, hardest",
}
_CALIBRATION = {
    "certainty": "Reader's certainty",
    "guesses": "Guesses",
    "accuracy": "Right",
    "guesses_from": "Guesses, this sure or surer",
    "accuracy_from": "Right, this sure or surer",
    "leaks_from": "Facts they leak",
    "leaked_from": "Share of all facts",
}


def breakdowns(results: Results) -> tuple[tuple[str, str, tuple[Bar, ...]], ...]:
    """Return the bar plots of an audit: title, first column and rows; what has no facts is left out."""
    plots = (
        ("By kind of fact", "Kind of fact", results.by_tag),
        ("By how hard it is to infer", "Hardness", results.by_hardness),
        ("Codes and the rest", "Type", results.by_type),
        ("Places by depth", "Depth", results.by_location_level),
        ("By how many people a text is about", "People", results.by_people),
    )
    named = (
        (title, head, {_GROUPS.get(name, name): row for name, row in rows.items() if row.denominator})
        for title, head, rows in plots
    )
    return tuple((title, head, bars(rows)) for title, head, rows in named if rows and set(rows) != {_UNRATED})


def calibration(results: Results) -> Table | None:
    """Return how often guesses of each certainty are right."""
    if not any(row.get("guesses", True) for row in results.calibration):
        return None
    names = list(dict.fromkeys(name for row in results.calibration for name in row))
    shares = [name for name in names if f"{name}_low" in names or name in ("value", "accuracy")]
    ends = {f"{name}_{end}" for name in shares for end in ("low", "high")}
    columns = [name for name in names if name not in ends]
    rows = tuple(
        tuple(
            Figure(row.get(name), row.get(f"{name}_low"), row.get(f"{name}_high")).both
            if name in shares
            else number(row.get(name))
            for name in columns
        )
        for row in results.calibration
        if row.get("guesses", True)
    )
    return Table(tuple(_CALIBRATION.get(name, label(name)) for name in columns), rows)


def special(results: Results) -> tuple[str, Table | None]:
    """Return in how many texts special categories were looked for, and of how many people each is told."""
    found = results.special
    if found is None:
        return "", None
    known = any(row.facts for row in found.by_tag.values())
    rows = tuple(
        (label(tag), number(row.people), *((f"{number(row.told)} of {number(row.facts)}",) if known else ()))
        for tag, row in found.by_tag.items()
    )
    looked = f"Looked for in {number(found.looked)} of {number(found.documents)} texts"
    head = ("Category", "People of whom it is told", *(("Facts known to hold, told",) if known else ()))
    return looked, Table(head, rows) if rows else None


def all_figures(results: Results) -> Table | None:
    """Return every measured figure and control with interval and denominator, as the results file has them."""
    rows = [(figure_name(name), row, name == "excess_leak") for name, row in results.metrics.items()]
    rows += [(f"Control: {figure_name(name)}", row, False) for name, row in results.controls.items()]
    rows += [(f"Spans: {figure_name(name)}", row, False) for name, row in (results.spans or {}).items()]
    rows += [(f"Utility: {figure_name(name)}", row, False) for name, row in (results.utility or {}).items()]
    cells = tuple((name, *_cells(row, as_points=as_points)) for name, row, as_points in rows)
    return Table(("Figure", "Value", "95 % interval", "Out of"), cells) if cells else None


def _cells(row: RateRow, *, as_points: bool) -> tuple[str, str, str]:
    if not as_points:
        return str(shown(row)), shown(row).interval, number(row.denominator)
    ends = NOTHING if row.low is None or row.high is None else f"{points(row.low)} to {points(row.high)}"
    return points(row.value), ends, number(row.denominator)


def singled_out(results: Results) -> tuple[Figure, Table] | None:
    """Return the share of people whom a few harmless facts single out, and how many facts it takes."""
    found = results.combination or {}
    row, by_facts = found.get("singled_out"), found.get("by_facts")
    if not isinstance(row, dict) or not row.get("denominator") or not isinstance(by_facts, dict):
        return None
    takes = {f"{key} facts" if key != "1" else "1 fact": _count(value) for key, value in by_facts.items()}
    cells = [(name, number(people)) for name, people in takes.items() if people]
    if cells:
        cells.append(("not singled out", number(_count(found.get("not_singled_out")))))
    return shown(RateRow.model_validate(row)), Table(("It takes", "People"), tuple(cells))


def readers(results: Results) -> tuple[tuple[Bar, ...], tuple[tuple[str, str], ...]]:
    """Return what stays protected from each reader alone, and how alike they rank the methods (Spearman)."""
    found = results.agreement or {}
    alone, alike = found.get("cpr"), found.get("spearman")
    rows = alone.items() if isinstance(alone, dict) else ()
    ranks = alike.items() if isinstance(alike, dict) else ()
    return (
        tuple(Bar(str(name), shown(RateRow.model_validate(row))) for name, row in rows if _is_rate(row)),
        tuple((str(name), NOTHING if _count(value) is None else f"{value:.2f}") for name, value in ranks),
    )


def _is_rate(row: object) -> bool:
    return isinstance(row, dict) and "value" in row


def _count(value: object) -> float | None:
    return value if isinstance(value, int | float) else None


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
        figure_name(measure or "utility").removesuffix(" with the original"),
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


def trade_off(audits: Sequence[AuditView]) -> tuple[str, tuple[PlotPoint, ...], float | None] | None:
    """Return the measure of utility, the methods and the control of the picture, None without any utility."""
    measure = utility_measure(audits)
    if measure is None:
        return None
    points = plot_points(
        (
            audit.name,
            shown((audit.results.utility or {}).get(measure)),
            shown(audit.results.metrics.get("cpr")),
            strong(audit.results),
        )
        for audit in audits
    )
    guesses = [shown(audit.results.metrics.get("prior_cpr")).value for audit in audits]
    known = {round(value, 2) for value in guesses if value is not None}
    control = next((value for value in guesses if value is not None), None) if len(known) == 1 else None
    return (figure_name(measure), points, control) if points else None


def spans(audits: Sequence[AuditView]) -> tuple[tuple[str, str, tuple[Bar, ...]], ...]:
    """Return for each audit with spans its name, the point in a sentence, and the bars: spans gone, people not."""
    found = []
    for audit in audits:
        rows, protected = audit.results.spans or {}, shown(audit.results.metrics.get("cpr"))
        drawn = [Bar(figure_name(key), shown(rows[key]), "spans") for key in SPAN_NAMES if _measured(rows.get(key))]
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
