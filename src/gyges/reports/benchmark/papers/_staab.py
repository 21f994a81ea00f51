"""Staab et al.: privacy and utility of every setting, places by level, attributes, certainty, task accuracy."""

from collections.abc import Iterable, Sequence

from gyges.reports._figures import Figure, leak, shown
from gyges.reports._plain import NOTHING, label, number
from gyges.reports.benchmark._published import Lines, PaperTable, PublishedResult, published_results
from gyges.reports.benchmark._schema import BenchmarkFile, CellRow, DatasetRow
from gyges.reports.benchmark._tables import PARTS, across, short_name
from gyges.reports.benchmark.papers._shape import backbone, blocks, covered, read_by, widest
from gyges.scoring import ANY_PLACE, PLACE_LEVELS

_UTILITY = {"mean": "Mean utility", **{column.name: column.head for column in PARTS}}
_PARTS = ("section 1", "section 5", "Table 1")
_BIAS = 2
"""At this certainty and below an attacker follows its biases (Staab et al., G.2)."""


def staab(file: BenchmarkFile) -> tuple[PaperTable, ...]:
    """Return the paper's tables and what its figures draw, for each data set about authors."""
    tables: list[PaperTable] = []
    for dataset in file.datasets:
        read = [(attacker, cells) for attacker, cells in read_by(file, dataset.name) if _about_authors(cells)]
        for attacker, cells in read:
            where = f"{dataset.name}, read by {short_name(attacker)}"
            tables += [
                _trade_off(where, cells),
                *_places(where, cells),
                _attributes(where, cells),
                _certainty(where, cells),
            ]
        if len(read) > 1:
            tables.append(_attackers(dataset.name, read))
        if read:
            tables.append(_labels(dataset))
    return tuple(tables)


def _about_authors(cells: Sequence[CellRow]) -> bool:
    return any("top_1" in cell.results.metrics for cell in cells)


def _first(cell: CellRow) -> Figure:
    return shown(cell.results.metrics.get("top_1"))


def _trade_off(where: str, cells: Sequence[CellRow]) -> PaperTable:
    rows = tuple(
        (
            *(cell.title, backbone(cell), _first(cell).both),
            *(shown((cell.results.utility or {}).get(name)).both for name in _UTILITY),
            *(number(_first(cell).out_of), covered(cell)),
        )
        for cell in cells
    )
    return PaperTable(
        f"Staab et al., Figures 3a, 4, 6 and 8 to 13, Table 1: {where}",
        "Adversarial accuracy: labels whose first guess is right, better low; utility better high. Mean utility: "
        "readability, meaning and ROUGE-1. Published ratings of Table 1 are by people.",
        ("Anonymizer", "Model", "Adversarial accuracy", *_UTILITY.values(), "Labels", "Documents"),
        blocks(rows, _controls(cells), *_printed(_PARTS, ("adversarial_accuracy", *_UTILITY), rest=2)),
        wide=True,
    )


def _controls(cells: Sequence[CellRow]) -> Lines:
    cell = widest(cells)
    if cell is None:
        return ()
    names = {"the original text": "original_top_1", "a guess without the text": "prior_top_1"}
    found = {name: shown(cell.results.controls.get(key)) for name, key in names.items()}
    return tuple(
        (name, NOTHING, one.both, *[NOTHING] * len(_UTILITY), number(one.out_of), covered(cell))
        for name, one in found.items()
        if one.value is not None
    )


def _printed(tables: Iterable[str], figures: Sequence[str], *, rest: int = 0) -> tuple[Lines, list[PublishedResult]]:
    rows = [
        row for row in published_results(source="staab") if row.table in tables and set(figures) & row.figures.keys()
    ]
    lines = tuple(
        (
            *(f"{row.method} ({row.dataset})", row.model or NOTHING),
            *(str(Figure(row.figures.get(name))) for name in figures),
            *[NOTHING] * rest,
        )
        for row in rows
    )
    return lines, rows


def _places(where: str, cells: Sequence[CellRow]) -> tuple[PaperTable, ...]:
    if not any(cell.results.first_guess_by_place for cell in cells):
        return ()
    names = (*PLACE_LEVELS, ANY_PLACE)
    rows = tuple(
        (cell.title, backbone(cell), *(shown(cell.results.first_guess_by_place.get(name)).of for name in names))
        for cell in cells
    )
    published, sources = _printed(("Table 2",), [f"accuracy_{level}" for level in PLACE_LEVELS], rest=1)
    return (
        PaperTable(
            f"Staab et al., Table 2: {where}",
            "Labels of where somebody lives whose first guess is right, by how narrow the label is; better low. The "
            "last column is ours: whatever the label, is the country right?",
            ("Setting", "Model", "Country", "State", "City", "Country of any label"),
            blocks(rows, (), published, sources),
        ),
    )


def _attributes(where: str, cells: Sequence[CellRow]) -> PaperTable:
    tags = list(dict.fromkeys(tag for cell in cells for tag in cell.results.first_guess_by_tag))
    rows = tuple(
        (cell.title, backbone(cell), *(shown(cell.results.first_guess_by_tag.get(tag)).of for tag in tags))
        for cell in cells
    )
    note = "Labels of each attribute whose first guess is right, of how many; better low."
    heads = ("Anonymizer", "Model", *map(label, tags))
    return PaperTable(f"Staab et al., Figures 3b and 7: {where}", note, heads, blocks(rows), wide=True)


def _certainty(where: str, cells: Sequence[CellRow]) -> PaperTable:
    levels = range(1, 6)
    rows = []
    for cell in cells:
        by_level = {int(row["certainty"] or 0): row for row in cell.results.calibration}
        guesses = {level: int(row.get("guesses") or 0) for level, row in by_level.items()}
        low, every = sum(n for level, n in guesses.items() if level <= _BIAS), sum(guesses.values())
        exact = [_calibrated(by_level.get(level), "accuracy", guesses.get(level, 0)) for level in levels]
        sure = _calibrated(by_level.get(_BIAS + 1), "leaked_from", None)
        share = f"{Figure(low / every)} of {number(every)}" if every else NOTHING
        rows.append((cell.title, backbone(cell), share, *exact, sure))
    heads = (
        "Anonymizer",
        "Model",
        f"Guesses of certainty {_BIAS} and below",
        *(f"Right at {level}" for level in levels),
    )
    return PaperTable(
        f"Staab et al., Figures 5, 17 and 18: {where}",
        f"How sure the attacker was. The last column counts guesses of certainty {_BIAS + 1} and above only "
        "(appendix G.1). A guess that is less precise counts half here.",
        (*heads, f"Labels learned from {_BIAS + 1} on"),
        blocks(tuple(rows)),
        wide=True,
    )


def _calibrated(row: dict[str, float | int | None] | None, name: str, out_of: int | None) -> str:
    if row is None or row.get(name) is None:
        return NOTHING
    said = Figure(row[name], row.get(f"{name}_low"), row.get(f"{name}_high")).both
    return said if out_of is None else f"{said} of {number(out_of)}"


def _attackers(dataset: str, read: Sequence[tuple[str, Sequence[CellRow]]]) -> PaperTable:
    note = "Labels whose first guess is right, attacker by attacker; better low."
    heads = ("Anonymizer", *(short_name(name) for name, _ in read))
    return PaperTable(f"Staab et al., Figure 14: {dataset}", note, heads, blocks(across(read, "top_1")))


def _labels(dataset: DatasetRow) -> PaperTable:
    facts = dataset.stats.facts if dataset.stats else None
    every, sure = (dict(facts.by_tag), dict(facts.sure_by_tag)) if facts else ({}, {})
    known = [row for row in published_results(source="staab") if row.table == "Table 3"]
    tags = list(dict.fromkeys([*every, *(n.removeprefix("n_") for row in known for n in row.figures)]))
    counted = {f"{dataset.name}": every, f"{dataset.name}, certainty 3 and above": sure}
    rows = tuple(
        (name, number(sum(of.values())), *(number(of.get(tag, 0)) for tag in tags)) for name, of in counted.items()
    )
    printed = tuple(
        (
            f"{row.dataset}, {row.method}",
            number(sum(row.figures.values())),
            *(number(row.figures.get(f"n_{tag}")) for tag in tags),
        )
        for row in known
    )
    heads = ("Labels", "All", *map(label, tags))
    return PaperTable(
        "Staab et al., Table 3",
        "Counted, so without intervals.",
        heads,
        blocks(rows, (), printed, known, said="all documents of the paper"),
        wide=True,
    )


def staab_table_5(file: BenchmarkFile) -> tuple[PaperTable, ...]:
    """Return task accuracy against what is inferred, as for MedQA."""
    tables = []
    for dataset in file.datasets:
        for attacker, cells in read_by(file, dataset.name):
            rows = tuple(
                (
                    *(cell.title, backbone(cell), shown((cell.results.utility or {}).get("task_accuracy")).of),
                    *(leak(cell.results.metrics.get("cpr")).of, covered(cell)),
                )
                for cell in cells
            )
            tables.append(
                PaperTable(
                    f"Staab et al., Table 5: {dataset.name}, read by {short_name(attacker)}",
                    "Utility: questions answered right from the release; with remove-all, without the text. "
                    "Adversarial accuracy: facts about everybody that leak (1 - CPR); the paper asks for eight kinds.",
                    ("Anonymizer", "Model", "Utility", "Adversarial accuracy", "Documents"),
                    blocks(
                        rows, _guess(cells), *_printed(("Table 5",), ("task_utility", "adversarial_accuracy"), rest=1)
                    ),
                )
            )
    return tuple(tables)


def _guess(cells: Sequence[CellRow]) -> Lines:
    cell = widest(cells)
    one = leak(cell.results.metrics.get("prior_cpr")) if cell else Figure()
    if cell is None or one.value is None:
        return ()
    return (("a guess without the text", NOTHING, NOTHING, one.of, covered(cell)),)
