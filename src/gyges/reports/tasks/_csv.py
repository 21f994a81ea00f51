"""A table of tasks for a spreadsheet: one line for each cell, published rows among them as such."""

import csv
import io
from collections.abc import Iterator

from gyges.reports._plain import spreadsheet_text
from gyges.reports.benchmark._published import published_results
from gyges.reports.tasks._schema import TaskCellRow, TasksFile

__all__ = ["tasks_csv"]

_Cell = str | int | float | None
_SIDES = ("privacy", "utility", "worst")
_HEAD = ("kind", "task", "row", "model", "learned_with", "learned_seed", "learned_for", "source")


def tasks_csv(file: TasksFile) -> str:
    """Return the cells as CSV; published rows have the kind ``published`` and their source."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    ends = [f"{side}{end}" for side in _SIDES for end in ("", "_low", "_high")]
    writer.writerow((*_HEAD, *ends, "documents", "failed", "calls", "learning_rewrites", "learning_questions", "front"))
    for row in (*(_measured(cell) for cell in file.cells), *_published(file)):
        writer.writerow([spreadsheet_text(cell) if isinstance(cell, str) else cell for cell in row])
    return buffer.getvalue()


def _measured(cell: TaskCellRow) -> list[_Cell]:
    rates = [getattr(cell.test, side) for side in _SIDES]
    learned, learning = cell.learned, cell.learning
    return [
        *(cell.kind, cell.task, cell.title, cell.model),
        *((learned.model, learned.seed, learned.task) if learned else (None, None, None)),
        None,
        *(value for rate in rates for value in (rate.value, rate.low, rate.high)),
        *(cell.test.documents, cell.test.failed, cell.calls),
        *((learning.rewrites, learning.questions) if learning else (None, None)),
        int(cell.on_front),
    ]


def _published(file: TasksFile) -> Iterator[list[_Cell]]:
    for task in file.tasks:
        for source in file.references:
            for row in published_results(source=source, dataset=task.reference):
                figures = [value for side in _SIDES for value in (row.figures.get(side), None, None)]
                names = ["published", task.name, row.method, row.model, None, None, None]
                yield [*names, f"{row.source}, {row.table}", *figures, *[None] * 6]
