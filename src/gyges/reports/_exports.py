"""A report as Markdown, figures only, and its figures as tables for a spreadsheet."""

from collections.abc import Iterable, Iterator, Sequence

from gyges._version import __version__
from gyges.reports._figures import AuditView, Table, fact_sum, shown, unknown_releases
from gyges.reports._limits import limits
from gyges.reports._made import failures, made_of, standing_lines
from gyges.reports._page import markdown
from gyges.reports._person import ranked
from gyges.reports._plain import CsvCell, csv_text, label
from gyges.reports._tables import comparison
from gyges.reports._verdict import verdict
from gyges.scoring import RateRow, SubjectResult, is_direct, leaked_share


def render_markdown(audits: Sequence[AuditView]) -> str:
    """Return the report of one or several audits in Markdown: no texts, values, names or ids of documents."""
    return markdown(
        "report.md.jinja",
        audits=audits,
        verdict=verdict,
        standing=standing_lines,
        fact_sum=fact_sum,
        unknown_releases=unknown_releases,
        comparison=comparison(audits),
        tags=_tags(audits),
        failures=failures(audits, show_text=False),
        limits=limits(audits),
        made=made_of(audits, __version__),
    )


def _tags(audits: Sequence[AuditView]) -> Table:
    tags = dict.fromkeys(tag for audit in audits for tag in audit.results.by_tag)
    rows = tuple((label(tag), *(shown(audit.results.by_tag.get(tag)).of for audit in audits)) for tag in tags)
    return Table(("Kind of fact", *(audit.name for audit in audits)), rows)


def tables_csv(audits: Sequence[AuditView], *, show_text: bool = True) -> dict[str, str]:
    """Return the tables ``metrics``, ``by_tag`` and ``people`` as CSV.

    No table holds texts, values or descriptions. Rates in ``metrics`` and ``by_tag`` are rates of protection, as in the
    results file; ``leaked`` and ``share`` in ``people`` are what the reader got.
    """
    tags = ({"audit": one.name, "tag": tag, **_rate(row)} for one in audits for tag, row in one.results.by_tag.items())
    people = ({"audit": one.name, **row} for one in audits for row in _people(one, show_text))
    return {"metrics": csv_text(_metrics(audits)), "by_tag": csv_text(tags), "people": csv_text(people)}


def _metrics(audits: Iterable[AuditView]) -> Iterator[dict[str, CsvCell]]:
    for audit in audits:
        found = audit.results
        groups = {
            "metrics": found.metrics,
            "controls": found.controls,
            "spans": found.spans or {},
            "utility": found.utility or {},
            "by_type": found.by_type,
            "by_hardness": found.by_hardness,
        }
        for group, rows in groups.items():
            yield from ({"audit": audit.name, "group": group, "name": name, **_rate(row)} for name, row in rows.items())


def _people(audit: AuditView, show_text: bool) -> Iterator[dict[str, CsvCell]]:
    order = dict.fromkeys(subject.document for subject in audit.results.subjects)
    numbers = {document: number for number, document in enumerate(order, 1)}
    for rank, subject in enumerate(ranked(audit.results.subjects), 1):
        who = (subject.document, subject.id) if show_text else (numbers[subject.document], rank)
        yield {"rank": rank, "document": who[0], "person": who[1], **_person(subject)}


def _person(subject: SubjectResult) -> dict[str, CsvCell]:
    scored = sum(fact.score is not None for fact in subject.facts)
    tags = dict.fromkeys(fact.tag for fact in subject.facts if fact.score)
    return {
        "found": "yes" if subject.matched_to is not None else "no",
        "facts": len(subject.facts),
        "scored": scored,
        "unscored": len(subject.facts) - scored,
        "leaked": sum(fact.leaked for fact in subject.facts),
        "share": leaked_share(subject) if subject.facts else None,
        "direct": sum(is_direct(tag) for tag in tags),
        "tags": " ".join(tags),
    }


def _rate(row: RateRow) -> dict[str, CsvCell]:
    return {name: getattr(row, name) for name in ("value", "low", "high", "numerator", "denominator")}
