"""What failed in a benchmark: by method, stage and code of the error."""

from gyges.reports._figures import Table
from gyges.reports._plain import clipped, number
from gyges.reports.benchmark._schema import BenchmarkFile
from gyges.reports.benchmark._tables import short_name

__all__ = ["failures"]

_LONGEST = 160


def failures(file: BenchmarkFile) -> Table | None:
    """Return the documents that failed, with their ids; reasons may quote texts and stay in the results files."""
    found: dict[tuple[str, str, str, str, str], list[str]] = {}
    for cell in file.cells:
        for row in cell.results.coverage.failed:
            key = (cell.dataset, cell.label, short_name(cell.attacker), row.stage, row.reason)
            found.setdefault(key, []).append(row.id)
    rows = tuple(
        (label, dataset, attacker, stage, code, number(len(ids)), clipped(", ".join(ids), _LONGEST))
        for (dataset, label, attacker, stage, code), ids in found.items()
    )
    head = ("Method", "Data set", "Attacker", "Stage", "Error", "Documents", "Which")
    return Table(head, rows) if rows else None
