"""The tables of a benchmark as Markdown."""

import re
from collections.abc import Iterator, Sequence

from gyges.reports._figures import Table
from gyges.reports._plain import visible
from gyges.reports.benchmark._failures import failures
from gyges.reports.benchmark._findings import dataset_words, findings
from gyges.reports.benchmark._limits import benchmark_limits
from gyges.reports.benchmark._link_tables import link_tables
from gyges.reports.benchmark._links import spread_table
from gyges.reports.benchmark._published import published_sources
from gyges.reports.benchmark._schema import BenchmarkFile, DatasetRow
from gyges.reports.benchmark._stability import differences_of, holding
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
from gyges.reports.benchmark.papers import PaperTable, paper_tables

__all__ = ["benchmark_markdown"]

_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def benchmark_markdown(file: BenchmarkFile) -> str:
    """Return the tables of a benchmark in Markdown: figures only, no texts, values or names of people."""
    parts = [f"# Benchmark: {_escaped(file.name)}", _escaped(file.description)]
    for paper in paper_tables(file):
        parts += [f"## {_escaped(paper.title)}", _escaped(paper.note), _paper(paper) if paper.head else ""]
    for dataset in file.datasets:
        parts += [f"## {_escaped(dataset.name)}", _escaped(dataset_words(dataset)), *_dataset(file, dataset)]
        parts += _links(file, dataset)
    correlated = ranks(file)
    if correlated is not None:
        parts += ["## Do attackers agree? (Spearman)", _table(correlated)]
    for source, table, rows in published_tables(file):
        parts += [f"## Published: {published_sources()[source].title}, {table}", published_sources()[source].note]
        parts.append(_table(rows))
    failed = failures(file)
    parts += ["## Coverage and failures", _table(failed) if failed else "" if file.unlinked else "No document failed."]
    parts += [f"- Failed: {_escaped(one.what)}: {_escaped(one.reason)}" for one in file.unlinked]
    parts += [f"- Left out: {_escaped(one.what)}: {_escaped(one.reason)}" for one in file.left_out]
    told = "\n".join(f"- {_escaped(sentence)}" for sentence in benchmark_limits(file))
    parts += ["## What this does not prove", told]
    return "\n\n".join(part for part in parts if part) + "\n"


def _dataset(file: BenchmarkFile, dataset: DatasetRow) -> Iterator[str]:
    for attacker in dataset.attackers:
        cells = file.cells_of(dataset.name, attacker)
        yield f"### Read by {_escaped(short_name(attacker))}"
        yield " ".join(_escaped(sentence) for sentence in findings(cells, attacker))
        yield _main(main_table(file, dataset, attacker))
        hold = holding(differences_of(file, dataset.name, attacker))
        more = {
            "Protected by hardness and kind": by_group(cells),
            "Over seeds": over_seeds(cells),
            "Which differences hold": hold,
        }
        for title, table in more.items():
            if table is not None:
                yield f"#### {title}"
                yield _table(table)
    several = by_attacker(file, dataset)
    if several is not None:
        yield "### CPR by attacker"
        yield _table(several)


def _links(file: BenchmarkFile, dataset: DatasetRow) -> Iterator[str]:
    """The tables of linkage; published rows are in italics under a line that says so."""
    for table in link_tables(file, dataset):
        rows: list[tuple[str, ...]] = []
        for block in table.blocks:
            if block.kind != "measured":
                rows.append((f"**{_escaped(block.title)}**", *[""] * (len(table.head) - 1)))
            mark = "*" if block.kind == "published" else ""
            rows += [(f"{mark}{_escaped(row[0])}{mark}", *map(_escaped, row[1:])) for row in block.rows]
        yield f"### Linkage: {_escaped(table.title)}"
        yield _escaped(table.note)
        yield _lines(tuple(map(_escaped, table.head)), rows)
    spread = spread_table(file, dataset)
    if spread is not None:
        yield "### Linkage: records by semantic distance"
        yield _table(spread)


def _main(table: MainTable) -> str:
    """One table; published rows are in italics under a line that says so."""
    rows: list[tuple[str, ...]] = []
    for block in table.blocks:
        if block.kind != "measured":
            rows.append((f"**{_escaped(block.title)}**", *[""] * (len(table.head) - 1)))
        for row in block.rows:
            figures = [
                f"**{_escaped(f.both)}**" if i in row.best else _escaped(f.both) for i, f in enumerate(row.figures)
            ]
            name = f"*{_escaped(row.name)}*" if block.kind == "published" else _escaped(row.name)
            rows.append((name, *figures, _escaped(row.coverage), _escaped(row.cost)))
    return _lines(table.head, rows)


def _paper(table: PaperTable) -> str:
    """A table of a paper; controls and published rows stand under lines that say so, the published in italics."""
    rows: list[Sequence[str]] = []
    for block in table.blocks:
        if block.kind != "measured":
            rows.append((f"**{_escaped(block.title)}**", *[""] * (len(table.head) - 1)))
        for first, *others in block.rows:
            name = f"*{_escaped(first)}*" if block.kind == "published" else _escaped(first)
            rows.append((name, *map(_escaped, others)))
    return _lines([_escaped(cell) for cell in table.head], rows)


def _table(table: Table) -> str:
    return _lines([_escaped(cell) for cell in table.head], [[_escaped(cell) for cell in row] for row in table.rows])


def _lines(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _escaped(text: str) -> str:
    """Return a text that Markdown and the HTML inside it leave as it is, on one line."""
    line = " ".join(visible(text).split())
    return _SPECIAL.sub(r"\\\1", "".join(_ENTITIES.get(char, char) for char in line)).replace("://", r":\/\/")
