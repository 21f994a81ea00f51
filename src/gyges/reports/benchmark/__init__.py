"""Reports on benchmarks: the table as Markdown, CSV and one self-contained HTML file, published results beside it."""

from gyges.reports.benchmark._html import benchmark_html, benchmark_markdown
from gyges.reports.benchmark._published import published_results, published_sources
from gyges.reports.benchmark._schema import BenchmarkFile, LinkRow
from gyges.reports.benchmark._tasks import TasksFile, tasks_csv, tasks_html, tasks_markdown, tasks_terminal
from gyges.reports.benchmark._terminal import (
    benchmark_csv,
    benchmark_terminal,
    demo_screen,
    links_csv,
    links_terminal,
    papers_terminal,
)
from gyges.reports.benchmark.papers import check_tables

__all__ = ["BenchmarkFile", "benchmark_csv", "benchmark_html", "benchmark_markdown"]
