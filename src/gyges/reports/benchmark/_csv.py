"""The table of a benchmark for a spreadsheet: one line for each method, data set and attacker."""

import csv
import io
from collections.abc import Iterator

from gyges.reports._plain import spreadsheet_text
from gyges.reports.benchmark._published import published_results
from gyges.reports.benchmark._schema import BenchmarkFile, CellRow
from gyges.reports.benchmark._tables import FIGURES, PARTS

__all__ = ["benchmark_csv"]

_Cell = str | int | float | None
_HEAD = ("kind", "dataset", "method", "model", "seed", "attacker", "source")
_TAIL = ("documents", "attacked", "facts", "unscored", "calls", "input_tokens", "output_tokens", "usd")
_GROUPS = ("1", "2", "3", "4", "5", "CODE", "NON_CODE")
_COLUMNS = (*FIGURES, *PARTS)
_CONTROLS = ("prior_cpr", "original_cpr")


def benchmark_csv(file: BenchmarkFile) -> str:
    """Return the table as CSV; published rows have the kind ``published`` and their source."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    ends = [f"{column.name}{end}" for column in _COLUMNS for end in ("", "_low", "_high")]
    groups = [f"cpr_{name.lower()}" if not name.isdigit() else f"cpr_hardness_{name}" for name in _GROUPS]
    writer.writerow((*_HEAD, *ends, *_CONTROLS, *groups, *_TAIL))
    for row in (*(_measured(cell) for cell in file.cells), *_published(file)):
        writer.writerow([_safe(cell) for cell in row])
    return buffer.getvalue()


def _measured(cell: CellRow) -> list[_Cell]:
    rates = [column.get(cell) for column in _COLUMNS]
    found = cell.results
    controls = (found.metrics.get("prior_cpr"), found.controls.get("original_cpr"))
    groups = [{**found.by_hardness, **found.by_type}.get(name) for name in _GROUPS]
    covered = found.coverage
    return [
        "measured",
        *(cell.dataset, cell.title, cell.model, cell.seed, cell.attacker, cell.results_file),
        *(value for rate in rates for value in ((rate.value, rate.low, rate.high) if rate else (None, None, None))),
        *(rate.value if rate else None for rate in (*controls, *groups)),
        *(covered.documents, covered.attacked, covered.facts, covered.unscored),
        *(cell.cost.get(name) for name in ("calls", "input_tokens", "output_tokens", "usd")),
    ]


def _published(file: BenchmarkFile) -> Iterator[list[_Cell]]:
    rest = len(_CONTROLS) + len(_GROUPS) + len(_TAIL)
    for dataset in file.datasets:
        for row in published_results(dataset=dataset.reference):
            if "cpr" in row.figures:
                figures = [value for c in _COLUMNS for value in (row.figures.get(c.name), None, None)]
                source = f"{row.source}, {row.table}"
                yield [
                    "published",
                    dataset.name,
                    row.method,
                    row.model,
                    None,
                    row.attacker,
                    source,
                    *figures,
                    *[None] * rest,
                ]


def _safe(value: _Cell) -> _Cell:
    return spreadsheet_text(value) if isinstance(value, str) else value
