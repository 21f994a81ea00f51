"""The report on several seeds as one HTML file; the report of each seed lies beside it."""

from pathlib import Path

from gyges.reports._page import environment, page
from gyges.reports._plain import number
from gyges.reports.seeds._schema import SeedsFile
from gyges.reports.seeds._tables import SEEDS_NOTE, seeds_limits, seeds_tables

__all__ = ["seeds_html"]

_TEMPLATES = Path(__file__).parent / "templates"


def seeds_html(file: SeedsFile) -> str:
    """Return the report. It holds figures, no text of a document."""
    hold = sum(row.survives for row in file.differences)
    told = f"Of {number(len(file.differences))} differences, {number(hold)} hold over documents and seeds."
    return (
        environment(_TEMPLATES)
        .get_template("seeds.html.jinja")
        .render(
            file=file,
            title=f"{len(file.seeds)} seeds of one {file.kind}",
            page=page(),
            told=told if file.differences else "",
            tables=seeds_tables(file),
            note=SEEDS_NOTE,
            limits=seeds_limits(file),
        )
    )
