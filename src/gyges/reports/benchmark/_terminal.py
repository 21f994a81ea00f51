"""The tables of a benchmark as a terminal shows them: the same figures and sentences as on the page."""

from collections.abc import Iterator

from gyges.reports._figures import Table, shown, strong_words
from gyges.reports._limits import truth_sentence
from gyges.reports._plain import narrow
from gyges.reports._terminal import GUESSES_TITLE, guess_table
from gyges.reports.benchmark._findings import findings
from gyges.reports.benchmark._schema import BenchmarkFile, CellRow
from gyges.reports.benchmark._stability import differences_of, holding_words
from gyges.reports.benchmark.papers import paper_tables, parts

__all__ = ["benchmark_terminal", "papers_terminal"]

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
