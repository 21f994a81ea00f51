"""The figures of a report as tables for a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from gyges.reports._person import ranked
from gyges.reports._plain import spreadsheet_text
from gyges.reports._views import AuditView, RateRow, SubjectResult
from gyges.scoring import is_direct

__all__ = ["tables_csv"]

_Cell = str | int | float | None

_RATE = ("value", "low", "high", "numerator", "denominator")
_PEOPLE = ("rank", "document", "person", "found", "facts", "scored", "unscored", "leaked", "share", "direct", "tags")


def tables_csv(audits: Sequence[AuditView], *, show_text: bool = True) -> dict[str, str]:
    """Return the tables ``metrics``, ``by_tag`` and ``people`` as CSV.

    No table holds texts, values or descriptions. Rates in ``metrics`` and ``by_tag`` are rates of protection, as in the
    results file; ``leaked`` and ``share`` in ``people`` are what the reader got.

    Args:
        audits: The audits; the first column names them.
        show_text: Whether people and documents go by their ids; without it they are numbered.
    """
    return {
        "metrics": _csv(("audit", "group", "name", *_RATE), _metrics(audits)),
        "by_tag": _csv(
            ("audit", "tag", *_RATE),
            ((audit.name, tag, *_rate(row)) for audit in audits for tag, row in audit.results.by_tag.items()),
        ),
        "people": _csv(
            ("audit", *_PEOPLE), ((audit.name, *row) for audit in audits for row in _people(audit, show_text))
        ),
    }


def _metrics(audits: Iterable[AuditView]) -> Iterator[tuple[_Cell, ...]]:
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
            yield from ((audit.name, group, name, *_rate(row)) for name, row in rows.items())


def _people(audit: AuditView, show_text: bool) -> Iterator[tuple[_Cell, ...]]:
    order = dict.fromkeys(subject.document for subject in audit.results.subjects)
    numbers = {document: number for number, document in enumerate(order, 1)}
    for rank, subject in enumerate(ranked(audit.results.subjects), 1):
        who = (subject.document, subject.id) if show_text else (numbers[subject.document], rank)
        yield (rank, *who, *_person(subject))


def _person(subject: SubjectResult) -> tuple[_Cell, ...]:
    scores = [fact.score for fact in subject.facts if fact.score is not None]
    tags = list(dict.fromkeys(fact.tag for fact in subject.facts if fact.score))
    return (
        "yes" if subject.matched_to is not None else "no",
        len(subject.facts),
        len(scores),
        len(subject.facts) - len(scores),
        sum(scores),
        sum(scores) / len(scores) if scores else None,
        sum(is_direct(tag) for tag in tags),
        " ".join(tags),
    )


def _rate(row: RateRow) -> tuple[float | None, ...]:
    return row.value, row.low, row.high, row.numerator, row.denominator


def _csv(head: Sequence[str], rows: Iterable[Sequence[_Cell]]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return buffer.getvalue()


def _cell(value: _Cell) -> _Cell:
    return spreadsheet_text(value) if isinstance(value, str) else value
