"""The report of a benchmark as one HTML file that needs nothing else."""

from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from gyges.reports._figures import Figure, Table, shown
from gyges.reports._histogram import histogram
from gyges.reports._page import environment, page
from gyges.reports.benchmark._failures import failures
from gyges.reports.benchmark._findings import Gap, PlotPoint, dataset_words, findings, gaps, spots, strong_source
from gyges.reports.benchmark._limits import benchmark_limits
from gyges.reports.benchmark._link_tables import LinkTable, link_tables
from gyges.reports.benchmark._links import spread_of_distances
from gyges.reports.benchmark._made import made
from gyges.reports.benchmark._plots import gap_plot, trade_off_plot
from gyges.reports.benchmark._published import published_sources
from gyges.reports.benchmark._schema import BenchmarkFile, DatasetRow
from gyges.reports.benchmark._sources import used_sources
from gyges.reports.benchmark._stability import HOLDS_NOTE, differences_of, holding
from gyges.reports.benchmark._tables import (
    MainTable,
    by_attacker,
    by_group,
    main_table,
    over_seeds,
    published_tables,
    ranks,
    short_name,
)
from gyges.reports.benchmark.papers import paper_tables

__all__ = ["benchmark_html"]

_TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class _View:
    """What one attacker found on one data set."""

    anchor: str
    attacker: str
    sentences: tuple[str, ...]
    table: MainTable
    utility: str
    spots: tuple[PlotPoint, ...]
    control: Figure
    gaps: tuple[Gap, ...]
    strong: str
    groups: Table | None
    seeds: Table | None
    holding: Table | None


@dataclass(frozen=True, slots=True)
class _DatasetSection:
    anchor: str
    name: str
    words: str
    views: tuple[_View, ...]
    attackers: Table | None
    links: tuple[LinkTable, ...]
    spreads: tuple[tuple[str, Markup], ...]


def benchmark_html(file: BenchmarkFile) -> str:
    """Return the report of a benchmark: figures only, no texts, values or names of people."""
    datasets = [_dataset(file, dataset, place) for place, dataset in enumerate(file.datasets, 1)]
    other, used = published_tables(file), used_sources(file)
    return (
        environment(_TEMPLATES)
        .get_template("benchmark.html.jinja")
        .render(
            file=file,
            page=page(style=_TEMPLATES / "benchmark.css"),
            trade_off_plot=trade_off_plot,
            gap_plot=gap_plot,
            datasets=datasets,
            papers=paper_tables(file),
            ranks=ranks(file),
            holds_note=HOLDS_NOTE,
            other=other,
            sources={name: source for name, source in published_sources().items() if name in used},
            failures=failures(file),
            limits=benchmark_limits(file),
            made=made(file),
        )
    )


def _dataset(file: BenchmarkFile, dataset: DatasetRow, place: int) -> _DatasetSection:
    views = tuple(
        _view(file, dataset, attacker, f"data-{place}-{position}")
        for position, attacker in enumerate(dataset.attackers, 1)
    )
    drawn = ((name, histogram(bins)) for name, bins in spread_of_distances(file, dataset))
    return _DatasetSection(
        f"data-{place}",
        dataset.name,
        dataset_words(dataset),
        views,
        by_attacker(file, dataset),
        link_tables(file, dataset),
        tuple((name, picture) for name, picture in drawn if picture is not None),
    )


def _view(file: BenchmarkFile, dataset: DatasetRow, attacker: str, anchor: str) -> _View:
    cells = file.cells_of(dataset.name, attacker)
    utility, drawn = spots(cells)
    most = max(cells, key=lambda cell: cell.results.coverage.attacked, default=None)
    return _View(
        anchor=anchor,
        attacker=short_name(attacker),
        sentences=findings(cells, attacker),
        table=main_table(file, dataset, attacker),
        utility=utility.head,
        spots=drawn,
        control=shown(most.results.metrics.get("prior_cpr")) if most else Figure(),
        gaps=gaps(cells),
        strong=strong_source(cells),
        groups=by_group(cells),
        seeds=over_seeds(cells),
        holding=holding(differences_of(file, dataset.name, attacker)),
    )
