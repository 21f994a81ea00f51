"""A table of tasks as Markdown."""

from gyges.reports.benchmark._markdown import _escaped, _table
from gyges.reports.benchmark._published import published_sources
from gyges.reports.tasks._schema import TasksFile
from gyges.reports.tasks._tables import details, limits, over_seeds, published, summary, transfer

__all__ = ["tasks_markdown"]


def tasks_markdown(file: TasksFile) -> str:
    """Return the tables in Markdown: figures only, no text of a document."""
    parts = [
        f"# Tasks: {_escaped(file.name)}",
        _escaped(file.description),
        "Privacy / utility in percent, measured here.",
    ]
    parts.append(_table(summary(file)))
    for source, name, table in published(file):
        about = published_sources()[source]
        parts += [f"## Published: {about.title}, {name}", about.note, _table(table)]
    for task in file.tasks:
        cells = file.cells_of(task.name)
        parts += [f"## {_escaped(task.name)}", _escaped(f"Privacy: {task.privacy}. Utility: {task.utility}.")]
        parts.append(_table(details(cells)))
        for title, found in {"Transfer": transfer(cells), "Over seeds": over_seeds(cells)}.items():
            parts += [f"### {title}", _table(found)] if found is not None else []
    parts += [f"- Left out: {_escaped(one.what)}: {_escaped(one.reason)}" for one in file.left_out]
    parts += ["## What this does not prove", "\n".join(f"- {_escaped(sentence)}" for sentence in limits(file))]
    return "\n\n".join(part for part in parts if part) + "\n"
