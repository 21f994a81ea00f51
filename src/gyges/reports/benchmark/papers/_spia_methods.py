"""SPIA, Table 4 with its figures: methods and backbones on all data sets side by side."""

from collections.abc import Iterable, Sequence

from gyges.reports._figures import Figure, shown
from gyges.reports._plain import NOTHING, percent, points
from gyges.reports.benchmark._published import PublishedResult, published_results
from gyges.reports.benchmark._schema import BenchmarkFile, CellRow, DatasetRow
from gyges.reports.benchmark._tables import FIGURES, short_name
from gyges.reports.benchmark.papers._shape import (
    Lines,
    PaperTable,
    backbone,
    blocks,
    covered,
    widest,
)

__all__ = ["spia_table_4"]

_SPANS = ("recall", "er_direct", "er_quasi")
_INFERENCE = ("aac", "cpr", "ipr")
_COLUMNS = tuple(column for column in FIGURES if column.name in (*_SPANS, *_INFERENCE, "mean"))
_Key = tuple[str, str]


def spia_table_4(file: BenchmarkFile) -> tuple[PaperTable, ...]:
    """Return Table 4 and what Figures 3 and 4 draw of it, once for each attacker."""
    attackers = dict.fromkeys(cell.attacker for cell in file.cells)
    return tuple(table for name in attackers for table in (_main(file, name), _gaps(file, name)))


def _main(file: BenchmarkFile, attacker: str) -> PaperTable:
    sets = _datasets(file, attacker)
    heads = [f"{one.name}: {head}" for one in sets for head in (*(c.head for c in _COLUMNS), "texts", "facts")]
    cells = {one.name: {_key(cell): cell for cell in file.cells_of(one.name, attacker)} for one in sets}
    measured = tuple(
        (*key, *(words for one in sets for words in _figures(cells[one.name].get(key))))
        for key in _keys(cells.values())
    )
    rows = {one.name: _published(one) for one in sets}
    printed = tuple(
        (*key, *(words for one in sets for words in _printed(rows[one.name].get(key)))) for key in _keys(rows.values())
    )
    controls = [(one, widest(list(cells[one.name].values()))) for one in sets]
    return PaperTable(
        f"SPIA, Table 4, read by {short_name(attacker)}",
        "Span masking against inference, all better high. 1-AAC: the target of each text; CPR, IPR: everybody.",
        ("Method", "Backbone", *heads),
        blocks(measured, _controls(controls), printed, [row for found in rows.values() for row in found.values()]),
        wide=True,
    )


def _gaps(file: BenchmarkFile, attacker: str) -> PaperTable:
    """Means of the span and of the inference figures (Figure 3), the target against everybody (Figure 4)."""
    sets = _datasets(file, attacker)
    heads = [f"{one.name}: {head}" for one in sets for head in ("spans", "inference", "gap", "1-AAC less CPR")]
    values = {one.name: {_key(cell): _of_cell(cell) for cell in file.cells_of(one.name, attacker)} for one in sets}
    printed = {one.name: {key: dict(row.figures) for key, row in _published(one).items()} for one in sets}
    measured, published = (
        tuple((*key, *(words for one in sets for words in _gap(found[one.name].get(key, {})))) for key in keys)
        for found, keys in ((values, _keys(values.values())), (printed, _keys(printed.values())))
    )
    sources = [row for one in sets for row in _published(one).values()]
    return PaperTable(
        f"SPIA, Figures 3 and 4, read by {short_name(attacker)}",
        "Spans: mean of R, ER direct and ER quasi. Inference: mean of 1-AAC, CPR and IPR. Gaps in percentage points; "
        "above zero in the last column, the target is better protected than everybody. Intervals stand in Table 4.",
        ("Method", "Backbone", *heads),
        blocks(measured, (), published, sources),
        wide=True,
    )


def _datasets(file: BenchmarkFile, attacker: str) -> list[DatasetRow]:
    return [one for one in file.datasets if file.cells_of(one.name, attacker)]


def _key(cell: CellRow) -> _Key:
    return cell.title, backbone(cell)


def _keys(found: Iterable[Iterable[_Key]]) -> list[_Key]:
    return list(dict.fromkeys(key for keys in found for key in keys))


def _figures(cell: CellRow | None) -> list[str]:
    if cell is None:
        return [NOTHING] * (len(_COLUMNS) + 2)
    return [*(shown(column.get(cell)).both for column in _COLUMNS), covered(cell), str(cell.results.coverage.facts)]


def _published(dataset: DatasetRow) -> dict[_Key, PublishedResult]:
    rows = [row for row in published_results(dataset=dataset.reference, source="spia") if "cpr" in row.figures]
    return {(row.method, row.model or NOTHING): row for row in rows}


def _printed(row: PublishedResult | None) -> list[str]:
    figures = {} if row is None else row.figures
    return [*(str(Figure(figures.get(column.name))) for column in _COLUMNS), NOTHING, NOTHING]


def _controls(sets: Sequence[tuple[DatasetRow, CellRow | None]]) -> Lines:
    """The original text, and a guess that never saw it."""
    names = {"the original text": "original", "a guess without the text": "prior"}
    return tuple(
        (name, NOTHING, *(words for _, cell in sets for words in _control(cell, of))) for name, of in names.items()
    )


def _control(cell: CellRow | None, of: str) -> list[str]:
    if cell is None:
        return [NOTHING] * (len(_COLUMNS) + 2)
    known = {**cell.results.controls, **cell.results.metrics}
    return [
        *(shown(known.get(f"{of}_{column.name}")).both for column in _COLUMNS),
        covered(cell),
        str(cell.results.coverage.facts),
    ]


def _of_cell(cell: CellRow) -> dict[str, float]:
    rates = {column.name: column.get(cell) for column in _COLUMNS}
    return {name: rate.value for name, rate in rates.items() if rate is not None and rate.value is not None}


def _gap(figures: dict[str, float]) -> list[str]:
    spans, inference = (_mean(figures, names) for names in (_SPANS, _INFERENCE))
    wide = None if spans is None or inference is None else spans - inference
    target = figures["aac"] - figures["cpr"] if {"aac", "cpr"} <= figures.keys() else None
    return [percent(spans), percent(inference), points(wide), points(target)]


def _mean(figures: dict[str, float], names: Sequence[str]) -> float | None:
    return sum(figures[name] for name in names) / len(names) if set(names) <= figures.keys() else None
