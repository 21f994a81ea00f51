"""What a benchmark does not prove."""

from gyges.reports._limits import limits, own_prompts_sentence, unread_texts
from gyges.reports._link import link_limits
from gyges.reports._views import AuditView
from gyges.reports.benchmark._schema import BenchmarkFile
from gyges.reports.benchmark._sources import used_sources
from gyges.reports.benchmark._tables import short_name

__all__ = ["benchmark_limits"]

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
    linked = link_limits(by_rules=any(row.semantic.by.startswith("rules") for row in file.links)) if file.links else ()
    named = ([_PUBLISHED] if used_sources(file) else [], [lost] if failed else [], [own] if own else [])
    return (_ORDER, _SAME, *(sentence for row in named for sentence in row), *sorted(unread), *linked, *general)
