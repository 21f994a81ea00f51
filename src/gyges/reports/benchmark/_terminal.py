"""The table of a benchmark for a terminal and for a spreadsheet, and every attack by linkage as a line of one."""

from collections.abc import Iterator

from gyges.reports._figures import AuditView, Table, shown, strong_words
from gyges.reports._limits import truth_sentence
from gyges.reports._link import histogram_table
from gyges.reports._person import ranked
from gyges.reports._plain import CsvCell, clipped, csv_rate, csv_text, label, narrow
from gyges.reports._terminal import GUESSES_TITLE, guess_table
from gyges.reports.benchmark._findings import findings
from gyges.reports.benchmark._link_tables import base_setting, in_setting, link_tables, methods_of
from gyges.reports.benchmark._notes import differences_of, holding_words
from gyges.reports.benchmark._published import published_results
from gyges.reports.benchmark._schema import BenchmarkFile, CellRow, DatasetRow, LinkRow, figure_at
from gyges.reports.benchmark._tables import FIGURES, PARTS
from gyges.reports.benchmark.papers import paper_tables, parts
from gyges.scoring import RateRow, SubjectResult, leaked_share
from gyges.scoring.semantic import DistanceBin

_GROUPS = ("1", "2", "3", "4", "5", "CODE", "NON_CODE")
_COSTS = ("calls", "input_tokens", "output_tokens", "usd")


def benchmark_csv(file: BenchmarkFile) -> str:
    """Return the table as CSV; published rows have the kind ``published`` and their source."""
    published = (row for dataset in file.datasets for row in _published(dataset))
    return csv_text((*map(_measured, file.cells), *published))


def _measured(cell: CellRow) -> dict[str, CsvCell]:
    found, covered = cell.results, cell.results.coverage
    row: dict[str, CsvCell] = {"kind": "measured", "dataset": cell.dataset, "method": cell.title, "model": cell.model}
    row |= {"seed": cell.seed, "attacker": cell.attacker, "source": cell.results_file}
    for column in (*FIGURES, *PARTS):
        row |= _rate(column.name, column.get(cell))
    controls = {"prior_cpr": found.metrics.get("prior_cpr"), "original_cpr": found.controls.get("original_cpr")}
    groups = {**found.by_hardness, **found.by_type}
    controls |= {f"cpr_{'hardness_' * name.isdigit()}{name.lower()}": groups.get(name) for name in _GROUPS}
    row |= {name: rate.value if rate else None for name, rate in controls.items()}
    row |= {name: getattr(covered, name) for name in ("documents", "attacked", "facts", "unscored")}
    return row | {name: cell.cost.get(name) for name in _COSTS}


def _published(dataset: DatasetRow) -> Iterator[dict[str, CsvCell]]:
    for one in published_results(dataset=dataset.reference):
        if "cpr" in one.figures:
            row: dict[str, CsvCell] = {"kind": "published", "dataset": dataset.name, "method": one.method}
            row |= {"model": one.model, "seed": None, "attacker": one.attacker}
            row["source"] = f"{one.source}, {one.table}"
            for column in (*FIGURES, *PARTS):
                row |= csv_rate(column.name, one.figures.get(column.name))
            yield row


def links_csv(file: BenchmarkFile) -> str:
    """Return every attack on every release as CSV, one line each."""
    return csv_text(map(_linked, file.links))


_LINKED = {
    "correct": "linkage.correct",
    **{name: f"semantic.{name}" for name in ("distance", "leaked", "judged")},
    "lexical": "lexical.rouge_l_recall",
    "identifiers_gone": "lexical.identifiers_gone",
    **{name: f"controls.{name}" for name in ("known_alone", "random", "oracle")},
}
"""Where the figures of an attack by linkage stand, by the names of their columns."""


def _linked(one: LinkRow) -> dict[str, CsvCell]:
    row: dict[str, CsvCell] = {"dataset": one.dataset, "method": one.title, "model": one.model or ""}
    row |= {"method_seed": one.seed, **one.setting.model_dump(), "paired": one.paired}
    for name, path in _LINKED.items():
        row |= _rate(name, figure_at(one, path))
    return row | {name: one.coverage.get(name) for name in ("originals", "attacked")} | {"results": one.results_file}


def _rate(name: str, rate: RateRow | None) -> dict[str, CsvCell]:
    return csv_rate(name, rate.value, rate.low, rate.high) if rate else csv_rate(name, None)


def links_terminal(file: BenchmarkFile) -> Iterator[tuple[str, Table]]:
    """Yield the measured rows and controls of each table with its title; published rows are in the report."""
    for dataset in file.datasets:
        for table in link_tables(file, dataset):
            rows = tuple(row for block in table.blocks if block.kind != "published" for row in block.rows)
            yield f"{dataset.name}: {table.title}", Table(table.head, rows)


def spread_of_distances(file: BenchmarkFile, dataset: DatasetRow) -> list[tuple[str, list[DistanceBin]]]:
    """Return for each method how many records have which distance in the attack of the main table (Figure 5).

    Where that attack was made with several seeds the first of them is shown.
    """
    rows = [row for row in file.links if row.dataset == dataset.name]
    base = base_setting(rows)
    if base is None:
        return []
    shown = in_setting(rows, base)
    firsts = [next(row for row in shown if row.title == title) for title in methods_of(shown)]
    return [(row.title, row.semantic.histogram) for row in firsts]


def spread_table(file: BenchmarkFile, dataset: DatasetRow) -> Table | None:
    """Return the same in numbers."""
    return histogram_table(spread_of_distances(file, dataset))


_HEAD = ("method", "R", "CPR", "strong", "IPR", "worst", "utility", "docs")  # 1-AAC is in the report


def benchmark_terminal(file: BenchmarkFile) -> Iterator[tuple[tuple[tuple[str, Table], ...], tuple[str, ...]]]:
    """Yield for each data set and attacker tables with their titles, and what they say in sentences."""
    for dataset in file.datasets:
        for attacker in dataset.attackers:
            cells = file.cells_of(dataset.name, attacker)
            table = Table(_HEAD, tuple((cell.label, *map(narrow, _figures(cell))) for cell in cells))
            truth = dict.fromkeys(truth_sentence(one.results) for one in cells if one.results.truth != "annotated")
            guessed = guess_table("method", [(cell.label, cell.results) for cell in cells])
            authors = () if guessed is None else ((GUESSES_TITLE, guessed),)
            main = (f"{dataset.name}, read by {attacker}", table)
            hold = holding_words(differences_of(file, dataset.name, attacker))
            yield (main, *authors), (*findings(cells, attacker), *([hold] if hold else []), *truth)


_DEMO_HEAD = ("method", "R", "CPR", "strong", "utility")
_DEMO_TITLE = "Words gone (R), facts protected from this reader (CPR), a strong one"
_DEMO_PEOPLE, _DEMO_FACTS = 3, 4
_DEMO_TEXT, _DEMO_LINE, _DEMO_NAME = 210, 118, 40  # letters: two lines of a terminal, one, and a third of one


def demo_screen(file: BenchmarkFile, masked: AuditView) -> tuple[tuple[str, ...], tuple[str, Table]]:
    """Return what the demo shows first, a masked text and what is still told of three people, and its table."""
    told: dict[str, list[SubjectResult]] = {}
    for one in ranked(masked.results.subjects):
        if any(fact.score for fact in one.facts):
            told.setdefault(one.document, []).append(one)
    id_ = max(
        told, key=lambda one: (min(len(told[one]), _DEMO_PEOPLE), sum(map(leaked_share, told[one][:_DEMO_PEOPLE])))
    )
    known = file.datasets[0]
    lines = (
        f"{known.documents} invented documents about {known.people} people. One of them after '{masked.name}' begins:",
        clipped(" ".join(masked.texts[id_].released.split()), _DEMO_TEXT),
        "What a reader still tells of people in it:",
        *(f"  {_still_told(one)}" for one in told[id_][:_DEMO_PEOPLE]),
    )
    rows = tuple((cell.label, *(narrow(_figures(cell)[place]) for place in (0, 1, 2, 5))) for cell in file.cells)
    return lines, (_DEMO_TITLE, Table(_DEMO_HEAD, rows))


def _still_told(one: SubjectResult) -> str:
    facts = [fact for fact in one.facts if fact.score]
    said = ", ".join(f"{label(fact.tag).lower()} {fact.guess}" for fact in facts[:_DEMO_FACTS])
    quotes = [words for fact in facts for words in fact.evidence]
    by = f", by “{max(quotes, key=len)}”" if quotes else ""
    return clipped(f"{clipped(one.description, _DEMO_NAME)}: {said}{by}", _DEMO_LINE)


def papers_terminal(file: BenchmarkFile) -> tuple[tuple[str, Table], ...]:
    """Return the tables of papers that fit a terminal, with their titles; the report has all of them."""
    fitting = [one for one in paper_tables(file) if one.head and not one.wide]
    return tuple((title, _narrowed(table)) for one in fitting for title, table in parts(one))


def _narrowed(table: Table) -> Table:
    return Table(table.head, tuple((row[0], *map(narrow, row[1:])) for row in table.rows))


def _figures(cell: CellRow) -> tuple[str, ...]:
    spans, utility, metrics = cell.results.spans or {}, cell.results.utility or {}, cell.results.metrics
    covered = cell.results.coverage
    return (
        str(shown(spans.get("recall"))),
        shown(metrics.get("cpr")).both,
        strong_words(cell.results),
        str(shown(metrics.get("ipr"))),
        str(shown(cell.worst_person)),
        str(shown(utility.get("mean") or utility.get("rouge_l"))),
        f"{covered.attacked}/{covered.documents}",
    )
