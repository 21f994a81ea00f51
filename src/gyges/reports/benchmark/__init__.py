"""Reports on benchmarks: the table as Markdown, CSV and one self-contained HTML file, published results beside it."""

from gyges.reports.benchmark._csv import benchmark_csv
from gyges.reports.benchmark._html import benchmark_html
from gyges.reports.benchmark._links import links_csv, links_terminal
from gyges.reports.benchmark._markdown import benchmark_markdown
from gyges.reports.benchmark._published import (
    PublishedResult,
    PublishedSource,
    published_results,
    published_sources,
)
from gyges.reports.benchmark._schema import BenchmarkFile, CellRow, LinkRow, load_benchmark_file
from gyges.reports.benchmark._terminal import benchmark_terminal, papers_terminal
from gyges.reports.benchmark.papers import check_tables

__all__ = [
    "BenchmarkFile",
    "CellRow",
    "LinkRow",
    "PublishedResult",
    "PublishedSource",
    "benchmark_csv",
    "benchmark_html",
    "benchmark_markdown",
    "benchmark_terminal",
    "check_tables",
    "links_csv",
    "links_terminal",
    "load_benchmark_file",
    "papers_terminal",
    "published_results",
    "published_sources",
]
