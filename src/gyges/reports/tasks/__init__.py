"""Reports on a table of tasks: the table of the paper, each cell with its interval, transfer, the front."""

from gyges.reports.tasks._csv import tasks_csv
from gyges.reports.tasks._html import tasks_html
from gyges.reports.tasks._markdown import tasks_markdown
from gyges.reports.tasks._schema import TasksFile
from gyges.reports.tasks._tables import details, over_seeds, published, summary, transfer

__all__ = [
    "TasksFile",
    "details",
    "over_seeds",
    "published",
    "summary",
    "tasks_csv",
    "tasks_html",
    "tasks_markdown",
    "transfer",
]
