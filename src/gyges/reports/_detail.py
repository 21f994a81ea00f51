"""One audit taken apart: by kind of fact, by certainty, by combination of facts, and all its figures."""

from gyges.records import MAX_LEVEL
from gyges.reports._figures import Bar, Figure, Table, bars, shown
from gyges.reports._plain import NOTHING, label, number, points
from gyges.reports._views import RateRow, Results
from gyges.reports._words import control_name, figure_name, span_name, utility_name

__all__ = ["all_figures", "breakdowns", "calibration", "readers", "singled_out"]

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


def all_figures(results: Results) -> Table | None:
    """Return every measured figure and control with interval and denominator, as the results file has them."""
    rows = [(figure_name(name), row, name == "excess_leak") for name, row in results.metrics.items()]
    rows += [(f"Control: {control_name(name)}", row, False) for name, row in results.controls.items()]
    rows += [(f"Spans: {span_name(name)}", row, False) for name, row in (results.spans or {}).items()]
    rows += [(f"Utility: {utility_name(name)}", row, False) for name, row in (results.utility or {}).items()]
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
