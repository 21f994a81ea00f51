"""How a benchmark was made."""

from gyges.reports._figures import Table
from gyges.reports._plain import number
from gyges.reports._words import truth_name
from gyges.reports.benchmark._schema import BenchmarkFile
from gyges.reports.benchmark._tables import short_name

__all__ = ["made"]


def made(file: BenchmarkFile) -> Table:
    """Return plan, attackers, judges, scoring and cost, one row each."""
    attackers = dict.fromkeys(short_name(name) for dataset in file.datasets for name in dataset.attackers)
    models = dict.fromkeys(short_name(cell.model) for cell in file.cells if cell.model)
    truth = dict.fromkeys(truth_name(cell.results.truth) for cell in file.cells)
    spent = file.spent_now
    calls, cached, usd = spent.get("calls") or 0, spent.get("cached_calls") or 0, spent.get("usd")
    cost = f"{number(calls)} calls, {number(cached)} answered from the cache"
    rows = [
        ("Plan", file.name),
        ("Attackers", ", ".join(attackers)),
        ("Models that rewrite", ", ".join(models) or "none"),
        ("Judge of values", short_name(file.judge) if file.judge else "rules"),
        ("Who is who by", short_name(file.matcher) if file.matcher else "the judge or the attacker, else rules"),
        ("Questions answered by", short_name(file.answerer) if file.answerer else "nobody"),
        ("Rating of utility", short_name(file.utility_judge) if file.utility_judge else "none"),
        ("Scoring profile", file.profile),
        ("Truth", "; ".join(truth)),
        ("Models in the last run of the command", cost if usd is None else f"{cost}, US$ {usd:,.2f}"),
        ("Report by", f"Gyges {file.gyges}"),
    ]
    return Table(("What", "How"), tuple(rows))
