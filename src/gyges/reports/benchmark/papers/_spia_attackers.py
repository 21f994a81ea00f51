"""SPIA, Tables 9 and 11 with their figures: how good attackers are, and whether they rank methods alike."""

from collections.abc import Callable, Sequence

from gyges.reports._figures import Figure, leak, shown
from gyges.reports._plain import NOTHING, label, number
from gyges.reports.benchmark._published import PUBLISHED, PaperBlock, PaperTable, published_results
from gyges.reports.benchmark._schema import BenchmarkFile, CellRow, RankRow, ValidationRow
from gyges.reports.benchmark._tables import ENDS, across, short_name
from gyges.reports.benchmark.papers._shape import blocks, covered, read_by, widest
from gyges.scoring import RateRow, spearman_interval, spia_table_9

_PUBLISHED_AS = {"spia-tab": "tab", "spia-panorama-test": "panorama"}
_LEVELS = ("1", "2", "3", "4", "5", "unrated")
_POOLED = "all data sets"


def spia_table_9_shape(file: BenchmarkFile) -> tuple[PaperTable, ...]:
    """Return Table 9, one row an attacker, and accuracy by kind and by hardness (Figures 8 to 11)."""
    tables = []
    for dataset in file.datasets:
        read = [cell for _, cells in read_by(file, dataset.name) for cell in cells if cell.validation is not None]
        if read:
            published = spia_table_9(_PUBLISHED_AS[dataset.reference]) if dataset.reference in _PUBLISHED_AS else ()
            rows = tuple(
                (r.model, str(Figure(r.subject_match)), str(Figure(r.fact_accuracy)), *[NOTHING] * 4) for r in published
            )
            beside = "Published (SPIA, Table 9): other prompts and runs, judged by GPT-4.1-Mini with human review"
            tables += [
                PaperTable(
                    f"SPIA, Table 9: {dataset.name}",
                    "People found of all true people; facts of certainty 3 and above that are right, of people found. "
                    "The paper's code averages over all true people: the third column.",
                    (
                        "Attacker",
                        "People found",
                        "Facts right",
                        "Facts right, all people",
                        "People that are somebody",
                        "Facts",
                        "Documents",
                    ),
                    (
                        *blocks(tuple(_quality(cell) for cell in read), (_guess(read),)),
                        *([PaperBlock(PUBLISHED, beside, rows)] if rows else []),
                    ),
                ),
                _grouped(f"SPIA, Figures 8 to 10: {dataset.name}", "Kind", read, lambda v: v.by_tag),
                _grouped(f"SPIA, Figure 11: {dataset.name}", "Hardness", read, lambda v: v.by_hardness),
            ]
    return tuple(tables)


def _quality(cell: CellRow) -> tuple[str, ...]:
    found = cell.validation
    rates = (
        []
        if found is None
        else [found.subject_match, found.fact_accuracy, found.fact_accuracy_all, found.subject_precision]
    )
    return (
        short_name(cell.attacker),
        *(shown(rate).both for rate in rates),
        number(cell.results.coverage.facts),
        covered(cell),
    )


def _guess(cells: list[CellRow]) -> tuple[str, ...]:
    """What a guesser gets who never saw the text and was told who is in it."""
    cell = widest(cells)
    prior = leak(cell.results.metrics.get("prior_cpr")) if cell else Figure()
    return ("a guess without the text", NOTHING, NOTHING, prior.both, NOTHING, number(prior.out_of), NOTHING)


def _grouped(
    title: str, first: str, cells: list[CellRow], groups: Callable[[ValidationRow], dict[str, RateRow]]
) -> PaperTable:
    found = [groups(cell.validation) for cell in cells if cell.validation is not None]
    names = list(dict.fromkeys(name for rates in found for name in rates))
    names = [level for level in _LEVELS if level in names] if set(names) <= set(_LEVELS) else names
    rows = tuple(
        (label(name) if name.isupper() else name, *(shown(rates.get(name)).of for rates in found)) for name in names
    )
    note = (
        "Facts of people found that are right, of how many: who finds fewer people has fewer facts to be right about."
    )
    return PaperTable(title, note, (first, *(short_name(cell.attacker) for cell in cells)), blocks(rows))


def spia_table_11(file: BenchmarkFile) -> tuple[PaperTable, ...]:
    """Return how alike attackers rank the methods, and Figure 13: CPR of every method against every attacker."""
    pooled = [row for row in file.ranks if row.dataset == _POOLED] or file.ranks
    return (rank_table(pooled), *(_by_cpr(file, one.name) for one in file.datasets))


def rank_table(ranks: Sequence[RankRow]) -> PaperTable:
    """Return how alike attackers rank the methods, as SPIA's Table 11, with its published rows."""
    published = [row for row in published_results(source="spia") if "spearman_cpr" in row.figures]
    printed = tuple(
        (_pair(one.attacker), one.dataset, "38", *(f"{one.figures[f'spearman_{n}']:.3f}" for n in ("cpr", "ipr")))
        for one in published
    )
    measured = tuple(
        (_pair(row.attackers), row.dataset, str(row.methods), _rho(row.cpr, row.methods), _rho(row.ipr, row.methods))
        for row in ranks
    )
    return PaperTable(
        "SPIA, Table 11",
        "Spearman's rank correlation over methods, backbones and data sets; the two ends of the scale are left out. "
        "Brackets: 95 % intervals by Fisher's z (Bonett and Wright 2000).",
        ("Attackers", "Data set", "Methods", "ρ of CPR", "ρ of IPR"),
        blocks(measured, (), printed, published),
    )


def _pair(attackers: str) -> str:
    return " and ".join(map(short_name, attackers.split(" ~ ")))


def _rho(value: float | None, methods: int) -> str:
    if value is None:
        return "too few methods"
    ends = spearman_interval(value, methods)
    return f"{value:.3f}" if ends is None else f"{value:.3f} [{ends[0]:.3f}–{ends[1]:.3f}]"


def _by_cpr(file: BenchmarkFile, dataset: str) -> PaperTable:
    """Methods in the order of their CPR under the first attacker, as the paper draws them."""
    read = read_by(file, dataset)
    ordered = [(name, sorted(cells, key=_low_first)) for name, cells in read]
    note = "CPR, lowest first under the first attacker; the ends of the scale come last."
    return PaperTable(
        f"SPIA, Figure 13: {dataset}",
        note,
        ("Method", *(short_name(name) for name, _ in read)),
        blocks(across(ordered, "cpr")),
    )


def _low_first(cell: CellRow) -> tuple[bool, float]:
    return cell.method in ENDS, shown(cell.results.metrics.get("cpr")).value or 0.0
