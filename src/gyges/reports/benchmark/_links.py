"""Attacks by linkage as a terminal and a spreadsheet show them."""

import csv
import io
from collections.abc import Iterator

from gyges.reports._figures import Table
from gyges.reports._histogram import histogram_table
from gyges.reports._plain import spreadsheet_text
from gyges.reports.benchmark._link_tables import base_setting, in_setting, link_tables, methods_of
from gyges.reports.benchmark._schema import BenchmarkFile, DatasetRow, LinkRow
from gyges.scoring import RateRow
from gyges.scoring.semantic import DistanceBin

__all__ = ["links_csv", "links_terminal", "spread_of_distances", "spread_table"]

_HEAD = ("dataset", "method", "model", "method_seed", "linker", "draw", "known", "seed", "reworded", "paired")
_FIGURES = ("correct", "distance", "leaked", "judged", "lexical", "identifiers_gone", "known_alone", "random", "oracle")


def links_terminal(file: BenchmarkFile) -> Iterator[tuple[str, Table]]:
    """Yield the measured rows and controls of each table with its title; published rows are in the report."""
    for dataset in file.datasets:
        for table in link_tables(file, dataset):
            rows = tuple(row for block in table.blocks if block.kind != "published" for row in block.rows)
            yield f"{dataset.name}: {table.title}", Table(table.head, rows)


def links_csv(file: BenchmarkFile) -> str:
    """Return every attack on every release as CSV, one line each."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    ends = [f"{name}{end}" for name in _FIGURES for end in ("", "_low", "_high")]
    writer.writerow((*_HEAD, *ends, "originals", "attacked", "results"))
    for row in file.links:
        rates = [_figure(row, name) for name in _FIGURES]
        at = row.setting
        setting = (at.linker, at.draw, at.known, at.seed, at.reworded, row.paired)
        values = [value for r in rates for value in ((r.value, r.low, r.high) if r else (None, None, None))]
        counts = (row.coverage.get("originals"), row.coverage.get("attacked"))
        names = (spreadsheet_text(row.dataset), spreadsheet_text(row.title), row.model, row.seed)
        writer.writerow((*names, *setting, *values, *counts, row.results_file))
    return buffer.getvalue()


def _figure(row: LinkRow, name: str) -> RateRow | None:
    lexical = {"lexical": row.lexical.get("rouge_l_recall"), **row.lexical}
    semantic = {key: getattr(row.semantic, key) for key in ("distance", "leaked", "judged")}
    return {"correct": row.linkage.correct, **semantic, **lexical, **row.controls}.get(name)


def spread_of_distances(file: BenchmarkFile, dataset: DatasetRow) -> list[tuple[str, list[DistanceBin]]]:
    """Return for each method how many records have which distance in the attack of the main table (Figure 5).

    Where that attack was made with several seeds the first of them is shown.
    """
    rows = [row for row in file.links if row.dataset == dataset.name]
    base = base_setting(rows)
    if base is None:
        return []
    shown = in_setting(rows, base)
    firsts = [next(row for row in shown if row.title == title) for title in methods_of(shown)]
    return [(row.title, row.semantic.histogram) for row in firsts]


def spread_table(file: BenchmarkFile, dataset: DatasetRow) -> Table | None:
    """Return the same in numbers."""
    return histogram_table(spread_of_distances(file, dataset))
