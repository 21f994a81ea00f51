"""What stands beside the tables of a benchmark: what holds, what failed, what is not proven, how it was made."""

from collections.abc import Sequence

from gyges.reports._figures import AuditView, Table
from gyges.reports._limits import limits, other_limits, own_prompts_sentence, unread_texts
from gyges.reports._plain import NOTHING, clipped, number, percent, points, truth_name
from gyges.reports.benchmark._link_tables import link_tables
from gyges.reports.benchmark._published import LINK_SOURCE
from gyges.reports.benchmark._schema import BenchmarkFile, DifferenceFigure, DifferenceRow
from gyges.reports.benchmark._tables import main_table, published_tables, short_name


def used_sources(file: BenchmarkFile) -> frozenset[str]:
    """Return the sources of all published rows of a report; none where every figure is ours."""
    found = {source for source, _, _ in published_tables(file)} | {one.partition("-")[0] for one in file.tables}
    for dataset in file.datasets:
        mains = [main_table(file, dataset, attacker) for attacker in dataset.attackers]
        if any(block.kind == "published" for table in mains for block in table.blocks):
            found.add("spia")
        if any(block.kind == "published" for table in link_tables(file, dataset) for block in table.blocks):
            found.add(LINK_SOURCE)
    return frozenset(found)


HOLDS_NOTE = (
    "First less second, in points. A difference holds if its 95 % interval (paired over documents, all seeds together) "
    "and every pair of seeds have the same sign. Intervals are not widened for the number of pairs: of twenty pairs "
    "without any difference one may seem to hold. Methods without a seed ran once; a model that is asked again may "
    "answer otherwise."
)
"""What the table means."""


def differences_of(file: BenchmarkFile, dataset: str, attacker: str) -> list[DifferenceRow]:
    """Return the differences on a data set as one attacker sees them."""
    return [row for row in file.differences if (row.dataset, row.attacker) == (dataset, attacker)]


def holding(rows: Sequence[DifferenceRow]) -> Table | None:
    """Return which differences hold over documents and seeds; None without two methods to compare."""
    if not rows:
        return None
    head = ("Methods", "Documents", "Pairs of seeds", "CPR", "over seeds", "holds", "IPR", "over seeds", "holds")
    cells = tuple(
        (
            f"{row.one} − {row.two}",
            number(row.cpr.documents),
            number(row.cpr.pairs_of_seeds),
            *difference_words(row.cpr),
            *difference_words(row.ipr),
        )
        for row in rows
    )
    return Table(head, cells)


def holding_words(rows: Sequence[DifferenceRow]) -> str:
    """Return how many differences of CPR hold, in a sentence; empty without two methods to compare."""
    if not rows:
        return ""
    hold = sum(row.cpr.survives for row in rows)
    return f"Of {number(len(rows))} differences of CPR between methods, {number(hold)} hold over documents and seeds."


def difference_words(row: DifferenceFigure) -> tuple[str, str, str]:
    """Return a difference with its interval, its ends over seeds, and whether it holds."""
    if row.value is None:
        return NOTHING, NOTHING, "not known"
    ends = NOTHING if row.low is None or row.high is None else f"{points(row.low)} to {points(row.high)}"
    seeds = f"{points(row.least)} to {points(row.most)}" if row.pairs_of_seeds > 1 else "one pair"
    return f"{points(row.value)} [{ends}]", seeds, "yes" if row.survives else "no"


_LONGEST = 160


def failures(file: BenchmarkFile) -> Table | None:
    """Return the documents that failed, with their ids; reasons may quote texts and stay in the results files."""
    found: dict[tuple[str, str, str, str, str], list[str]] = {}
    for cell in file.cells:
        for row in cell.results.coverage.failed:
            key = (cell.dataset, cell.label, short_name(cell.attacker), row.stage, row.reason)
            found.setdefault(key, []).append(row.id)
    rows = tuple(
        (label, dataset, attacker, stage, code, number(len(ids)), clipped(", ".join(ids), _LONGEST))
        for (dataset, label, attacker, stage, code), ids in found.items()
    )
    head = ("Method", "Data set", "Attacker", "Stage", "Error", "Documents", "Which")
    return Table(head, rows) if rows else None


_ORDER = (
    "A benchmark ranks methods on these documents, against these attackers. On other documents, or against a stronger "
    "attacker, the order may be another one. Where intervals overlap widely no order is shown; 'gyges compare' tells "
    "more, document by document."
)
_PUBLISHED = (
    "Published rows were measured by others, with other attackers, judges and prompts. They show where a figure lies, "
    "not whether one method beats another."
)
_SAME = (
    "A method that attacks with the same rules or the same model that judges it in the end is judged by its own "
    "teacher: read its row as the best case, and add an attacker it has not seen."
)


def benchmark_limits(file: BenchmarkFile) -> tuple[str, ...]:
    """Return what a reader must not conclude."""
    said = limits([AuditView("all", cell.results) for cell in file.cells[:1]])
    failed = {f"{cell.label} on {cell.dataset}" for cell in file.cells if cell.results.coverage.failed}
    lost = f"Documents failed for: {', '.join(sorted(failed))}. Their facts count as leaked."
    unread = {
        f"{cell.label} on {cell.dataset}, read by {short_name(cell.attacker)}: {words}"
        for cell in file.cells
        if (words := unread_texts(cell.results))
    }
    own = own_prompts_sentence(file.prompts)  # also where nobody attacked and only links were made
    elsewhere = {own, *(unread_texts(cell.results) for cell in file.cells[:1])}
    general = [sentence for sentence in said if "documents failed and" not in sentence and sentence not in elsewhere]
    by_rules = any(row.semantic.by.startswith("rules") for row in file.links)
    linked = other_limits("of_linkage", by_rules) if file.links else ()
    asked = f"The plan asks for a coverage of {percent(file.coverage)} only." if file.coverage is not None else ""
    named = (
        [asked] if asked else [],
        [_PUBLISHED] if used_sources(file) else [],
        [lost] if failed else [],
        [own] if own else [],
    )
    return (_ORDER, _SAME, *(sentence for row in named for sentence in row), *sorted(unread), *linked, *general)


def _rated(file: BenchmarkFile) -> str:
    asked = "asked as in the papers" if file.profile == "paper" else "told that removed names are no fault"
    return f"{short_name(file.utility_judge)}, {asked}" if file.utility_judge else "none"


def made(file: BenchmarkFile) -> Table:
    """Return plan, attackers, judges, scoring and cost, one row each."""
    attackers = dict.fromkeys(short_name(name) for dataset in file.datasets for name in dataset.attackers)
    models = dict.fromkeys(short_name(cell.model) for cell in file.cells if cell.model)
    truth = dict.fromkeys(truth_name(cell.results.truth) for cell in file.cells)
    spent, runs = (file.spent, "all runs") if file.spent else (file.spent_now, "the last run")  # of earlier versions
    calls, cached, usd = spent.get("calls") or 0, spent.get("cached_calls") or 0, spent.get("usd")
    cost = f"{number(calls)} calls, {number(cached)} answered from the cache"
    rows = [
        ("Plan", file.name),
        ("Attackers", ", ".join(attackers)),
        ("Models that rewrite", ", ".join(models) or "none"),
        ("Judge of values", short_name(file.judge) if file.judge else "rules"),
        ("Who is who by", short_name(file.matcher) if file.matcher else "the judge or the attacker, else rules"),
        ("Questions answered by", short_name(file.answerer) if file.answerer else "nobody"),
        ("Rating of utility", _rated(file)),
        ("Scoring profile", file.profile),
        *([("Releases", "as methods made them: no floor, none refused as garbled")] if file.as_made else []),
        ("Truth", "; ".join(truth)),
        (f"Models in {runs} of the command", cost if usd is None else f"{cost}, US$ {usd:,.2f}"),
        ("Report by", f"Gyges {file.gyges}"),
    ]
    return Table(("What", "How"), tuple(rows))
