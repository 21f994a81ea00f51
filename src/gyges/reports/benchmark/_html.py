"""The report of a benchmark as one HTML file that needs nothing else, and in Markdown."""

from pathlib import Path

from gyges.reports._figures import shown
from gyges.reports._link import histogram
from gyges.reports._page import environment, markdown, page
from gyges.reports._svg import trade_off_plot
from gyges.reports.benchmark._findings import (
    dataset_words,
    findings,
    gap_plot,
    gaps,
    spots,
    strong_source,
)
from gyges.reports.benchmark._link_tables import link_tables
from gyges.reports.benchmark._notes import (
    HOLDS_NOTE,
    benchmark_limits,
    differences_of,
    failures,
    holding,
    made,
    used_sources,
)
from gyges.reports.benchmark._published import published_sources
from gyges.reports.benchmark._schema import BenchmarkFile, DatasetRow
from gyges.reports.benchmark._tables import (
    by_attacker,
    by_group,
    main_table,
    over_seeds,
    published_tables,
    short_name,
)
from gyges.reports.benchmark._terminal import spread_of_distances, spread_table
from gyges.reports.benchmark.papers import paper_tables, rank_table

_TEMPLATES = Path(__file__).parent / "templates"


def benchmark_html(file: BenchmarkFile) -> str:
    """Return the report of a benchmark: figures only, no texts, values or names of people."""
    style = page(style=_TEMPLATES / "benchmark.css")
    drawn = {"page": style, "trade_off_plot": trade_off_plot, "gap_plot": gap_plot}
    return environment(_TEMPLATES).get_template("benchmark.html.jinja").render(**_context(file), **drawn)


def benchmark_markdown(file: BenchmarkFile) -> str:
    """Return the same in Markdown, without its pictures."""
    return markdown("benchmark.md.jinja", _TEMPLATES, **_context(file))


def _context(file: BenchmarkFile) -> dict[str, object]:
    used = used_sources(file)
    return {
        "file": file,
        "datasets": [_dataset(file, dataset, place) for place, dataset in enumerate(file.datasets, 1)],
        "papers": paper_tables(file),
        "ranks": rank_table(file.ranks) if file.ranks else None,
        "holds_note": HOLDS_NOTE,
        "other": published_tables(file),
        "sources": {name: source for name, source in published_sources().items() if name in used},
        "failures": failures(file),
        "limits": benchmark_limits(file),
        "made": made(file),
    }


def _dataset(file: BenchmarkFile, dataset: DatasetRow, place: int) -> dict[str, object]:
    drawn = ((name, histogram(bins)) for name, bins in spread_of_distances(file, dataset))
    return {
        "anchor": f"data-{place}",
        "name": dataset.name,
        "words": dataset_words(dataset),
        "views": [
            _view(file, dataset, attacker, f"data-{place}-{position}")
            for position, attacker in enumerate(dataset.attackers, 1)
        ],
        "attackers": by_attacker(file, dataset),
        "links": link_tables(file, dataset),
        "spread": spread_table(file, dataset),
        "spreads": [(name, picture) for name, picture in drawn if picture is not None],
    }


def _view(file: BenchmarkFile, dataset: DatasetRow, attacker: str, anchor: str) -> dict[str, object]:
    """Return what one attacker found on one data set."""
    cells = file.cells_of(dataset.name, attacker)
    utility, drawn = spots(cells)
    most = max(cells, key=lambda cell: cell.results.coverage.attacked, default=None)
    return {
        "anchor": anchor,
        "attacker": short_name(attacker),
        "sentences": findings(cells, attacker),
        "table": main_table(file, dataset, attacker),
        "utility": utility.head,
        "spots": drawn,
        "control": shown(most.results.metrics.get("prior_cpr")).value if most else None,
        "gaps": gaps(cells),
        "strong": strong_source(cells),
        "groups": by_group(cells),
        "seeds": over_seeds(cells),
        "holding": holding(differences_of(file, dataset.name, attacker)),
    }
