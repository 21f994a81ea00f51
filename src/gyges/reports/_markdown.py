"""The report as Markdown, figures only: fit for a pull request, a ticket or a wiki."""

import re
from collections.abc import Sequence

from gyges._version import __version__
from gyges.reports._compare import comparison
from gyges.reports._figures import Table, shown, verdict
from gyges.reports._limits import limits
from gyges.reports._made import failures, made_of
from gyges.reports._plain import NOTHING, label, number, visible
from gyges.reports._views import AuditView

__all__ = ["render_markdown"]

_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def render_markdown(audits: Sequence[AuditView]) -> str:
    """Return the report of one or several audits in Markdown: no texts, values, names or ids of documents."""
    parts = ["# Privacy audit"]
    for audit in audits:
        sentence, control = verdict(audit)
        parts.append(f"**{_escaped(audit.name)}.** {_escaped(sentence)} {_escaped(control)}")
    if not audits:
        parts.append("No audit was given to this report.")
    else:
        parts += ["## Methods", _table(comparison(audits)), "## Protected, by kind of fact", _table(_tags(audits))]
    parts.append("## Coverage and failures")
    for audit in audits:
        found = audit.results.coverage
        said = f"{number(found.attacked)} of {number(found.documents)} documents were attacked and scored"
        facts = f"{number(found.unknown)} of {number(found.facts)} facts could not be scored"
        parts.append(f"**{_escaped(audit.name)}.** {said}; {facts}.")
    parts += [_table(failed.table) for failed in failures(audits, show_text=False)]
    parts += ["## What this does not prove", "\n".join(f"- {_escaped(sentence)}" for sentence in limits(audits))]
    parts += ["## How it was made", _table(made_of(audits, __version__))]
    return "\n\n".join(part for part in parts if part) + "\n"


def _tags(audits: Sequence[AuditView]) -> Table:
    tags = list(dict.fromkeys(tag for audit in audits for tag in audit.results.by_tag))
    rows = tuple((label(tag), *(_tag(audit, tag) for audit in audits)) for tag in tags)
    return Table(("Kind of fact", *(audit.name for audit in audits)), rows)


def _tag(audit: AuditView, tag: str) -> str:
    figure = shown(audit.results.by_tag.get(tag))
    return NOTHING if figure.value is None else f"{figure.both} of {number(figure.out_of)}"


def _table(table: Table) -> str:
    if not table.rows:
        return ""
    lines = [table.head, ("---",) * len(table.head), *table.rows]
    cells = [row if number == 1 else tuple(_escaped(cell) for cell in row) for number, row in enumerate(lines)]
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)


def _escaped(text: str) -> str:
    """Return a text that Markdown and the HTML inside it leave as it is, on one line."""
    line = " ".join(visible(text).split())
    return _SPECIAL.sub(r"\\\1", "".join(_ENTITIES.get(char, char) for char in line)).replace("://", r":\/\/")
