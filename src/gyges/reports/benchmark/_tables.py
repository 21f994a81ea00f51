"""The tables of a benchmark: the one like SPIA's Table 4, and those by hardness, by attacker and by seed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from gyges.reports._figures import Figure, Table, shown
from gyges.reports._plain import NOTHING, number, percent
from gyges.reports.benchmark._published import LINK_SOURCE, PublishedResult, is_count, published_results
from gyges.reports.benchmark._schema import BenchmarkFile, CellRow, DatasetRow
from gyges.scoring import RateRow

__all__ = [
    "ENDS",
    "FIGURES",
    "PARTS",
    "FigureColumn",
    "MainTable",
    "TableBlock",
    "TableRow",
    "by_attacker",
    "by_group",
    "cost_words",
    "main_table",
    "over_seeds",
    "published_tables",
    "ranks",
    "short_name",
    "utility_figure",
]

ENDS = frozenset({"none", "remove-all"})
"""Methods that are the two ends of the scale; they win nothing."""

_LEVELS = ("1", "2", "3", "4", "5", "unrated")
_KINDS = ("CODE", "NON_CODE")
_Get = Callable[[CellRow], RateRow | None]


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """One figure of the table: its name in files, its heading, what it says, and where it is found."""

    name: str
    head: str
    says: str
    get: _Get


def _metric(name: str) -> _Get:
    return lambda cell: cell.results.metrics.get(name)


def _span(name: str) -> _Get:
    return lambda cell: (cell.results.spans or {}).get(name)


def _utility(name: str) -> _Get:
    return lambda cell: (cell.results.utility or {}).get(name)


def _not_guessed(most: int) -> _Get:
    """Return the labels of authors without a right one among so many guesses: better high, as all others."""

    def get(cell: CellRow) -> RateRow | None:
        row = cell.results.metrics.get(f"top_{most}")
        if row is None or row.value is None:
            return None
        low, high = (None if end is None else 1 - end for end in (row.high, row.low))
        missed = (row.denominator or 0) - (row.numerator or 0)
        return RateRow(value=1 - row.value, low=low, high=high, numerator=missed, denominator=row.denominator)

    return get


FIGURES = (
    FigureColumn("recall", "R", "words of marked spans that are gone", _span("recall")),
    FigureColumn("er_direct", "ER direct", "direct identifiers gone everywhere", _span("er_direct")),
    FigureColumn("er_quasi", "ER quasi", "indirect identifiers gone everywhere", _span("er_quasi")),
    FigureColumn("aac", "1-AAC", "facts about the main person protected", _metric("aac")),
    FigureColumn("cpr", "CPR", "facts about everybody protected", _metric("cpr")),
    FigureColumn("strong_cpr", "Strong CPR", "the same from a strong reader, estimated", _metric("strong_cpr")),
    FigureColumn("read_cpr", "Strong CPR, read", "what a strong reader left of what it read", _metric("read_cpr")),
    FigureColumn("ipr", "IPR", "facts protected, averaged over people", _metric("ipr")),
    FigureColumn(
        "worst_person",
        "Worst person",
        "facts protected of the worst-off person of a document",
        lambda c: c.worst_person,
    ),
    FigureColumn("not_top_1", "Not top 1", "attributes of authors the first guess misses", _not_guessed(1)),
    FigureColumn("not_top_2", "Not top 2", "the same of the first two guesses", _not_guessed(2)),
    FigureColumn("not_top_3", "Not top 3", "the same of the first three guesses", _not_guessed(3)),
    FigureColumn("rouge_l", "ROUGE-L", "closeness to the original", _utility("rouge_l")),
    FigureColumn("mean", "Mean utility", "readability, meaning and ROUGE-L (ROUGE-1 for authors)", _utility("mean")),
    FigureColumn("task_accuracy", "Task accuracy", "questions answered right from it", _utility("task_accuracy")),
)
"""The figures of the main table, in SPIA's order; all are better high."""

PARTS = tuple(
    FigureColumn(name, head, says, _utility(name))
    for name, head, says in (
        ("readability", "Readability", "how well it reads, rated by a model"),
        ("meaning", "Meaning", "how much of the meaning is kept, rated by a model"),
        ("hallucination", "Adds nothing", "releases that add nothing to the original"),
        ("rouge_1", "ROUGE-1", "words shared with the original"),
        ("bleu", "BLEU", "phrases shared with the original"),
    )
)
"""The parts of utility, which spreadsheets and tables of papers have beside their mean; all are better high."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line: a name, its figures, coverage and cost, and which of its figures are the best of the block."""

    name: str
    figures: tuple[Figure, ...]
    coverage: str = NOTHING
    cost: str = NOTHING
    best: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class TableBlock:
    """Rows of one kind: ``measured``, ``control`` or ``published``."""

    kind: str
    title: str
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class MainTable:
    """The table of one data set and one attacker."""

    columns: tuple[FigureColumn, ...]
    blocks: tuple[TableBlock, ...]

    @property
    def head(self) -> tuple[str, ...]:
        """The headings."""
        return ("Method", *(column.head for column in self.columns), "Documents", "Cost of releases")


def main_table(file: BenchmarkFile, dataset: DatasetRow, attacker: str) -> MainTable:
    """Return measured rows, controls and published rows, in blocks that cannot be taken for one another.

    Published rows stand beside the first attacker only: they belong to none of them.
    """
    cells = file.cells_of(dataset.name, attacker)
    beside = published_results(dataset=dataset.reference) if attacker == dataset.attackers[0] else ()
    published = [row for row in beside if "cpr" in row.figures]
    columns = tuple(c for c in FIGURES if any(_known(c.get(cell)) for cell in cells) or _has(published, c.name))
    measured = tuple(_row(cell, columns) for cell in cells)
    blocks = [TableBlock("measured", "Measured here", _with_best(measured, cells)), _controls(cells, columns)]
    if published:
        source = (
            f"Published ({published[0].source.upper()}, {published[0].table}): other attacker, other prompts, other run"
        )
        rows = tuple(TableRow(r.label, tuple(Figure(r.figures.get(c.name)) for c in columns)) for r in published)
        blocks.append(TableBlock("published", source, rows))
    return MainTable(columns, tuple(block for block in blocks if block.rows))


def _row(cell: CellRow, columns: Iterable[FigureColumn]) -> TableRow:
    covered = cell.results.coverage
    figures = tuple(shown(column.get(cell)) for column in columns)
    return TableRow(cell.label, figures, f"{covered.attacked} / {covered.documents}", cost_words(cell))


def _with_best(rows: Sequence[TableRow], cells: Sequence[CellRow]) -> tuple[TableRow, ...]:
    rivals = [row for row, cell in zip(rows, cells, strict=True) if cell.method not in ENDS]
    if len(rivals) < 2:
        return tuple(rows)
    tops = [_highest(row.figures[place].value for row in rivals) for place in range(len(rows[0].figures))]
    return tuple(replace(row, best=_tops(row, tops)) if row in rivals else row for row in rows)


def _highest(values: Iterable[float | None]) -> float | None:
    return max((value for value in values if value is not None), default=None)


def _tops(row: TableRow, tops: Sequence[float | None]) -> frozenset[int]:
    return frozenset(i for i, top in enumerate(tops) if top is not None and row.figures[i].value == top)


def _controls(cells: Sequence[CellRow], columns: Iterable[FigureColumn]) -> TableBlock:
    """The original text, and a guesser who never saw it; from the cell that covers most."""
    if not cells:
        return TableBlock("control", "", ())
    results = max(cells, key=lambda cell: cell.results.coverage.attacked).results
    guess = {"cpr": results.metrics.get("prior_cpr"), "ipr": results.controls.get("prior_ipr")}
    before = {name: results.controls.get(f"original_{name}") for name in ("cpr", "ipr", "aac")}
    rows = [
        TableRow(name, tuple(shown(given.get(column.name)) for column in columns))
        for name, given in (("the original text", before), ("a guess without the text", guess))
        if any(_known(row) for row in given.values())
    ]
    return TableBlock("control", "Controls", tuple(rows))


def cost_words(cell: CellRow) -> str:
    """Return what the releases of a cell cost: calls for each document, and dollars for all."""
    calls, cached, usd = (cell.cost.get(name) for name in ("calls", "cached_calls", "usd"))
    if not calls and not cached:
        return "no model"
    documents = max(cell.results.coverage.documents, 1)
    said = (
        f"{(calls or 0) / documents:.1f} calls each" if calls else f"{(cached or 0) / documents:.1f} cached calls each"
    )
    return said if usd is None else f"{said}, ${usd:,.2f}"


def by_group(cells: Sequence[CellRow]) -> Table | None:
    """Return what is protected by hardness and by kind of value, one row a method (SPIA, appendix E)."""
    groups: dict[str, list[RateRow | None]] = {
        **{name: [cell.results.by_hardness.get(name) for cell in cells] for name in _LEVELS},
        **{name: [cell.results.by_type.get(name) for cell in cells] for name in _KINDS},
    }
    used = {name: rows for name, rows in groups.items() if any(_counted(row) for row in rows)}
    heads = tuple(_group_head(name, rows) for name, rows in used.items())
    lines = tuple(
        (cell.label, *(shown(rows[place]).both for rows in used.values())) for place, cell in enumerate(cells)
    )
    return Table(("Method", *heads), lines) if used else None


def _group_head(name: str, rows: Sequence[RateRow | None]) -> str:
    facts = max((row.denominator or 0 for row in rows if row is not None), default=0)
    words = {"unrated": "not rated", "CODE": "codes", "NON_CODE": "the rest"}.get(name, f"hardness {name}")
    return f"{words} ({number(facts)} facts)"


def by_attacker(file: BenchmarkFile, dataset: DatasetRow) -> Table | None:
    """Return CPR of each method against each attacker; None for a single attacker."""
    if len(dataset.attackers) < 2:
        return None
    tables = [{cell.label: cell for cell in file.cells_of(dataset.name, name)} for name in dataset.attackers]
    rows = tuple(
        (
            label,
            *(shown(cells[label].results.metrics.get("cpr")).both if label in cells else NOTHING for cells in tables),
        )
        for label in tables[0]
    )
    return Table(("Method", *map(short_name, dataset.attackers)), rows)


def ranks(file: BenchmarkFile) -> Table | None:
    """Return how alike attackers rank the methods, as SPIA's Table 11; published rows say so."""
    if not file.ranks:
        return None
    rows = [
        (
            row.dataset,
            " ~ ".join(map(short_name, row.attackers.split(" ~ "))),
            str(row.methods),
            _rho(row.cpr),
            _rho(row.ipr),
        )
        for row in file.ranks
    ]
    rows += [
        (f"published ({one.source.upper()}, {one.table})", one.attacker, "38", *_rhos(one))
        for one in published_results(source="spia")
        if "spearman_cpr" in one.figures
    ]
    return Table(("Data set", "Attackers", "Methods", "ρ of CPR", "ρ of IPR"), tuple(rows))


def _rhos(one: PublishedResult) -> tuple[str, str]:
    return _rho(one.figures["spearman_cpr"]), _rho(one.figures["spearman_ipr"])


def _rho(value: float | None) -> str:
    return "too few methods" if value is None else f"{value:.3f}"


def over_seeds(cells: Sequence[CellRow]) -> Table | None:
    """Return the spread over seeds of methods that were run with several."""
    groups: dict[tuple[str, str | None], list[CellRow]] = {}
    for cell in cells:
        groups.setdefault((cell.title, cell.model), []).append(cell)
    several = {key: found for key, found in groups.items() if len(found) > 1}
    if not several:
        return None
    chosen = [column for column in FIGURES if column.name in ("cpr", "ipr", "rouge_l")]
    rows = tuple(
        (
            " · ".join([title, *([short_name(model)] if model else [])]),
            str(len(found)),
            *(_spread(found, c) for c in chosen),
        )
        for (title, model), found in several.items()
    )
    return Table(("Method", "Seeds", *(f"{column.head}, mean and range" for column in chosen)), rows)


def _spread(cells: Sequence[CellRow], column: FigureColumn) -> str:
    values = [row.value for cell in cells if (row := column.get(cell)) is not None and row.value is not None]
    if not values:
        return NOTHING
    return f"{percent(sum(values) / len(values))} [{percent(min(values))} to {percent(max(values))}]"


def published_tables(file: BenchmarkFile) -> tuple[tuple[str, str, Table], ...]:
    """Return published tables whose figures are other ones than ours: source, table and rows.

    What only counts data stands beside our own counts, in the shape of the paper, and not here.
    """
    names = [dataset.reference for dataset in file.datasets]
    beside = {LINK_SOURCE} if file.links else set()  # they stand in the tables of linkage already
    rows = [
        row
        for row in published_results()
        if (row.dataset in names or row.source in file.references)
        and row.source not in beside
        and not {"cpr", "spearman_cpr"} & row.figures.keys()
        and not all(map(is_count, row.figures))
    ]
    groups: dict[tuple[str, str], list[PublishedResult]] = {}
    for row in rows:
        groups.setdefault((row.source, row.table), []).append(row)
    return tuple((source, table, _pivot(found)) for (source, table), found in groups.items())


def _pivot(rows: Sequence[PublishedResult]) -> Table:
    figures = list(dict.fromkeys(name for row in rows for name in row.figures))
    heads = [name.replace("_", " ").capitalize() for name in figures]
    cells = tuple(
        (row.label, row.dataset, row.attacker, *(_published_value(name, row.figures.get(name)) for name in figures))
        for row in rows
    )
    return Table(("Method", "Data set", "Attacker", *heads), cells)


def _published_value(name: str, value: float | None) -> str:
    return f"{value:.2f}" if name == "coherence" and value is not None else percent(value)


def utility_figure(cells: Sequence[CellRow]) -> FigureColumn:
    """Return the figure of utility to draw by: the mean utility if somebody rated, else ROUGE-L."""
    columns = {column.name: column for column in FIGURES}
    return columns["mean" if any(_known(columns["mean"].get(cell)) for cell in cells) else "rouge_l"]


def short_name(spec: str) -> str:
    """Return an attacker or model as one calls it: without the address it lives at.

    Example:
        >>> short_name("author:http://127.0.0.1:8000/v1#qwen2.5")
        'author:qwen2.5'
    """
    parts = [_short_part(part) for part in spec.split("+http")] if "+http" in spec else [_short_part(spec)]
    return "+".join(parts)


def _short_part(spec: str) -> str:
    head, mark, name = spec.rpartition("#")
    kind = next((word for word in ("author:", "identity:") if head.startswith(word)), "")
    return f"{kind}{name}" if mark else spec.rsplit("/", 1)[-1]


def _known(row: RateRow | None) -> bool:
    return row is not None and row.value is not None


def _counted(row: RateRow | None) -> bool:
    return row is not None and bool(row.denominator)


def _has(rows: Iterable[PublishedResult], name: str) -> bool:
    return any(name in row.figures for row in rows)
