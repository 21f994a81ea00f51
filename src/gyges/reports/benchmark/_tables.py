"""The tables of a benchmark: the one like SPIA's Table 4, and those by hardness, by attacker and by seed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from gyges.reports._figures import Figure, Table, shown
from gyges.reports._plain import NOTHING, number, percent
from gyges.reports.benchmark._published import (
    CONTROL,
    LINK_SOURCE,
    MEASURED,
    PUBLISHED,
    Lines,
    PaperBlock,
    PaperTable,
    PublishedResult,
    is_count,
    published_results,
)
from gyges.reports.benchmark._schema import BenchmarkFile, CellRow, DatasetRow, figure_at
from gyges.scoring import RateRow

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


def _at(path: str) -> _Get:
    return partial(figure_at, path=f"results.{path}")


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
    FigureColumn("recall", "R", "words of marked spans that are gone", _at("spans.recall")),
    FigureColumn("er_direct", "ER direct", "direct identifiers gone everywhere", _at("spans.er_direct")),
    FigureColumn("er_quasi", "ER quasi", "indirect identifiers gone everywhere", _at("spans.er_quasi")),
    FigureColumn("aac", "1-AAC", "facts about the main person protected", _at("metrics.aac")),
    FigureColumn("cpr", "CPR", "facts about everybody protected", _at("metrics.cpr")),
    FigureColumn("strong_cpr", "Strong CPR", "the same from a strong reader, estimated", _at("metrics.strong_cpr")),
    FigureColumn("read_cpr", "Strong CPR, read", "what a strong reader left of what it read", _at("metrics.read_cpr")),
    FigureColumn("ipr", "IPR", "facts protected, averaged over people", _at("metrics.ipr")),
    FigureColumn(
        "worst_person",
        "Worst person",
        "facts protected of the worst-off person of a document",
        lambda c: c.worst_person,
    ),
    FigureColumn("not_top_1", "Not top 1", "attributes of authors the first guess misses", _not_guessed(1)),
    FigureColumn("not_top_2", "Not top 2", "the same of the first two guesses", _not_guessed(2)),
    FigureColumn("not_top_3", "Not top 3", "the same of the first three guesses", _not_guessed(3)),
    FigureColumn("rouge_l", "ROUGE-L", "closeness to the original", _at("utility.rouge_l")),
    FigureColumn("mean", "Mean utility", "readability, meaning and ROUGE-L (ROUGE-1 for authors)", _at("utility.mean")),
    FigureColumn("task_accuracy", "Task accuracy", "questions answered right from it", _at("utility.task_accuracy")),
)
"""The figures of the main table, in SPIA's order; all are better high."""

PARTS = tuple(
    FigureColumn(name, head, says, _at(f"utility.{name}"))
    for name, head, says in (
        ("readability", "Readability", "how well it reads, rated by a model"),
        ("meaning", "Meaning", "how much of the meaning is kept, rated by a model"),
        ("hallucination", "Adds nothing", "releases that add nothing to the original"),
        ("rouge_1", "ROUGE-1", "words shared with the original"),
        ("bleu", "BLEU", "phrases shared with the original"),
    )
)
"""The parts of utility, which spreadsheets and tables of papers have beside their mean; all are better high."""


def main_table(file: BenchmarkFile, dataset: DatasetRow, attacker: str) -> PaperTable:
    """Return measured rows, controls and published rows, in blocks that cannot be taken for one another.

    Published rows stand beside the first attacker only: they belong to none of them.
    """
    cells = file.cells_of(dataset.name, attacker)
    beside = published_results(dataset=dataset.reference) if attacker == dataset.attackers[0] else ()
    published = [row for row in beside if "cpr" in row.figures]
    columns = tuple(c for c in FIGURES if any(_known(c.get(cell)) for cell in cells) or _has(published, c.name))
    figures = [[shown(column.get(cell)) for column in columns] for cell in cells]
    measured = tuple(
        (cell.label, *(figure.both for figure in row), _covered(cell), cost_words(cell))
        for cell, row in zip(cells, figures, strict=True)
    )
    blocks = [
        PaperBlock(MEASURED, "Measured here", measured, _best(figures, cells)),
        PaperBlock(CONTROL, "Controls", _controls(cells, columns)),
    ]
    if published:
        source = f"{published[0].source.upper()}, {published[0].table}"
        rows = tuple(_line(row.label, [Figure(row.figures.get(c.name)) for c in columns]) for row in published)
        blocks.append(PaperBlock(PUBLISHED, f"Published ({source}): other attacker, other prompts, other run", rows))
    return PaperTable(
        title=f"Methods on {dataset.name}, read by {short_name(attacker)}",
        note="; ".join(f"{column.head}: {column.says}" for column in columns),
        head=("Method", *(column.head for column in columns), "Documents", "Cost of releases"),
        blocks=tuple(block for block in blocks if block.rows),
    )


def _line(name: str, figures: Iterable[Figure]) -> tuple[str, ...]:
    return (name, *(figure.both for figure in figures), NOTHING, NOTHING)


def _covered(cell: CellRow) -> str:
    return f"{cell.results.coverage.attacked} / {cell.results.coverage.documents}"


def _best(figures: Sequence[Sequence[Figure]], cells: Sequence[CellRow]) -> frozenset[tuple[int, int]]:
    """Return row and column of the highest figures of methods; the ends of the scale win nothing."""
    rivals = [place for place, cell in enumerate(cells) if cell.method not in ENDS]
    found = set()
    for column in range(len(figures[0]) if len(rivals) > 1 else 0):
        values = {row: value for row in rivals if (value := figures[row][column].value) is not None}
        found |= {(row, column + 1) for row, value in values.items() if value == max(values.values())}
    return frozenset(found)


def _controls(cells: Sequence[CellRow], columns: Iterable[FigureColumn]) -> Lines:
    """The original text, and a guesser who never saw it; from the cell that covers most."""
    if not cells:
        return ()
    results = max(cells, key=lambda cell: cell.results.coverage.attacked).results
    guess = {"cpr": results.metrics.get("prior_cpr"), "ipr": results.controls.get("prior_ipr")}
    before = {name: results.controls.get(f"original_{name}") for name in ("cpr", "ipr", "aac")}
    return tuple(
        _line(name, [shown(given.get(column.name)) for column in columns])
        for name, given in (("the original text", before), ("a guess without the text", guess))
        if any(_known(row) for row in given.values())
    )


def cost_words(cell: CellRow) -> str:
    """Return what the releases of a cell cost: calls and tokens for each document, and dollars for all."""
    calls, cached, usd = (cell.cost.get(name) for name in ("calls", "cached_calls", "usd"))
    if not calls and not cached:
        return "no model"
    documents = max(cell.results.coverage.documents, 1)
    said = (
        f"{(calls or 0) / documents:.1f} calls each" if calls else f"{(cached or 0) / documents:.1f} cached calls each"
    )
    tokens = sum(cell.cost.get(name) or 0 for name in ("input_tokens", "output_tokens"))
    if tokens:
        said = f"{said}, {tokens / documents:,.0f} tokens each"
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
    read = [(name, file.cells_of(dataset.name, name)) for name in dataset.attackers]
    return Table(("Method", *map(short_name, dataset.attackers)), across(read, "cpr"))


def across(read: Sequence[tuple[str, Sequence[CellRow]]], metric: str) -> Lines:
    """Return a figure of each method against each attacker, in the order of the first."""
    found = [{cell.label: shown(cell.results.metrics.get(metric)).both for cell in cells} for _, cells in read]
    return tuple((label, *(cells.get(label, NOTHING) for cells in found)) for label in found[0]) if found else ()


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
            *(spread([row.value if (row := c.get(cell)) else None for cell in found]) for c in chosen),
        )
        for (title, model), found in several.items()
    )
    return Table(("Method", "Seeds", *(f"{column.head}, mean and range" for column in chosen)), rows)


def spread(values: Iterable[float | None]) -> str:
    """Return the mean of values and the range they are in."""
    known = [value for value in values if value is not None]
    return f"{percent(sum(known) / len(known))} [{percent(min(known))} to {percent(max(known))}]" if known else NOTHING


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
    """Return an attacker or model as one calls it: without the address it lives at."""
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
