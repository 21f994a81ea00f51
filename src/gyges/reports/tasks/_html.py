"""The report on a table of tasks as one HTML file that needs nothing else."""

from pathlib import Path

from markupsafe import Markup

from gyges.reports._figures import Table
from gyges.reports._page import environment, page
from gyges.reports._svg import _axes, _number, _x, _y, element
from gyges.reports.benchmark._published import published_sources
from gyges.reports.tasks._schema import TaskCellRow, TasksFile
from gyges.reports.tasks._tables import details, limits, over_seeds, published, summary, transfer

__all__ = ["front_plot", "tasks_html"]

_TEMPLATES = Path(__file__).parent / "templates"
_WIDTH, _HEIGHT = 640, 400  # the frame of gyges.reports._svg
_RADIUS = 10


def tasks_html(file: TasksFile) -> str:
    """Return the report. It holds instructions and figures, no text of a document."""
    sources = [(published_sources()[source], name, table) for source, name, table in published(file)]
    return (
        environment(_TEMPLATES)
        .get_template("tasks.html.jinja")
        .render(
            file=file,
            title=f"Tasks: {file.name}",
            page=page(style=_TEMPLATES / "tasks.css"),
            summary=summary(file),
            published=sources,
            tasks=[(task, _more(file.cells_of(task.name)), file.cells_of(task.name)) for task in file.tasks],
            front_plot=front_plot,
            limits=limits(file),
        )
    )


def _more(cells: list[TaskCellRow]) -> list[tuple[str, Table]]:
    tables = {"Figures": details(cells), "Transfer": transfer(cells), "Over seeds": over_seeds(cells)}
    return [(title, table) for title, table in tables.items() if table is not None]


def front_plot(cells: list[TaskCellRow]) -> Markup:
    """Draw the cells of a task as numbers; those that no other beats on both sides, all models together, are joined."""
    told = "; ".join(f"{n} {cell.label}" for n, cell in enumerate(cells, start=1))
    parts = [element("title", f"Privacy by utility. {told}"), *_axes("Utility", "Privacy")]
    places = [(_x(cell.test.utility.value or 0.0), _y(cell.test.privacy.value or 0.0)) for cell in cells]
    joined = sorted(place for place, cell in zip(places, cells, strict=True) if cell.on_front)
    if len(joined) > 1:
        drawn = " ".join(f"{_number(x)},{_number(y)}" for x, y in joined)
        parts.append(element("polyline", points=drawn, cls="front"))
    for number, ((x, y), cell) in enumerate(zip(places, cells, strict=True), start=1):
        mark = element("circle", cx=_number(x), cy=_number(y), r=_RADIUS)
        name = element("text", str(number), x=_number(x), y=_number(y + 4), text_anchor="middle")
        kind = "spot on-front" if cell.on_front else "spot"
        parts.append(element("g", element("title", cell.label), mark, name, cls=kind))
    return element("svg", *parts, cls="scatter", viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img")
