"""A benchmark on tasks: the file ``tasks.json``, version 1, its tables, and the files made from it."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from markupsafe import Markup
from pydantic import BaseModel

from gyges.reports._figures import Table, shown
from gyges.reports._limits import other_limits
from gyges.reports._page import environment, markdown, page
from gyges.reports._plain import NOTHING, CsvCell, csv_rate, csv_text, narrow, number
from gyges.reports._svg import numbered_plot
from gyges.reports.benchmark._published import PublishedResult, published_results, published_sources
from gyges.reports.benchmark._schema import LeftOutRow
from gyges.reports.benchmark._tables import short_name, spread
from gyges.scoring import RateRow


class _TasksRow(BaseModel, frozen=True, extra="allow"):
    pass


class TaskRow(_TasksRow):
    """One task: what its figures mean, and on how many documents they rest."""

    name: str
    kind: str
    privacy: str
    utility: str
    attacker: str | None = None
    judge: str | None = None
    documents: int
    seen: int = 0
    reference: str
    notes: list[str] = []


class LearnedRow(_TasksRow):
    """With which model and seed an instruction was learned, and for which task."""

    model: str
    seed: int
    task: str


class LearningRow(_TasksRow):
    """What a search took, counted both ways."""

    used: int
    cap: int
    questions: int
    rewrites: int


class ExamRow(_TasksRow):
    """Figures on the test documents; one that failed scores 0 on both sides."""

    privacy: RateRow
    utility: RateRow
    worst: RateRow
    documents: int
    failed: int
    failures: dict[str, str] = {}


class TaskCellRow(_TasksRow):
    """One row with one model on one task."""

    task: str
    label: str
    title: str
    kind: Literal["control", "instruction", "method", "learned"]
    model: str | None = None
    learned: LearnedRow | None = None
    test: ExamRow
    calls: int
    learning: LearningRow | None = None
    on_front: bool = False


class TasksFile(_TasksRow):
    """A table of tasks that has been measured."""

    version: Literal[1] = 1
    gyges: str
    name: str
    description: str = ""
    paper: bool = False
    references: list[str] = []
    tasks: list[TaskRow]
    cells: list[TaskCellRow]
    left_out: list[LeftOutRow] = []
    spent_now: dict[str, float | int | None] = {}
    spent: dict[str, float | int | None] = {}
    prompts: dict[str, str] = {}

    def cells_of(self, task: str) -> list[TaskCellRow]:
        """Return the cells of one task, in the order of the plan."""
        return [cell for cell in self.cells if cell.task == task]


def summary(file: TasksFile) -> Table:
    """Return the table of the paper: a line for each task and model, a column for each row of the plan.

    A cell is privacy / utility in percent; of several seeds the mean.
    """
    titles = list(dict.fromkeys(cell.title for cell in file.cells))
    rows: list[tuple[str, ...]] = []
    for task in file.tasks:
        cells = file.cells_of(task.name)
        models = dict.fromkeys(cell.model for cell in cells if cell.model is not None)
        for model in models or (None,):  # what needs no model, controls among it, is the same beside every one
            own = [cell for cell in cells if cell.model in (model, None) and _at_home(cell)]
            shares = [[cell for cell in own if cell.title == title] for title in titles]
            rows.append((task.name, short_name(model) if model else NOTHING, *(_mean(found) for found in shares)))
    return Table(("Task", "Model", *titles), tuple(rows))


def details(cells: Sequence[TaskCellRow]) -> Table:
    """Return each cell of a task with its intervals, its documents and what it took."""
    head = ("Row", "Privacy", "Utility", "Worst person", "Documents", "Failed", "Calls", "Learning", "Front")
    return Table(head, tuple(_detail(cell) for cell in cells))


def transfer(cells: Sequence[TaskCellRow]) -> Table | None:
    """Return how instructions that were learned with one model do with the others: privacy / utility in percent."""
    learned = [cell for cell in cells if cell.learned is not None]
    models = list(dict.fromkeys(cell.model for cell in learned))
    if not any(cell.learned and cell.learned.model != cell.model for cell in learned):
        return None
    rows: dict[str, dict[str | None, TaskCellRow]] = {}
    for cell in learned:
        assert cell.learned is not None  # noqa: S101  # chosen above
        name = f"{cell.title}: {short_name(cell.learned.model)}, seed {cell.learned.seed}, for {cell.learned.task}"
        rows.setdefault(name, {})[cell.model] = cell
    head = ("Learned with", *(f"used by {short_name(model or '')}" for model in models))
    return Table(
        head,
        tuple(
            (name, *(_mean([found[model]] if model in found else []) for model in models))
            for name, found in rows.items()
        ),
    )


def over_seeds(cells: Sequence[TaskCellRow]) -> Table | None:
    """Return the spread of what was learned with several seeds."""
    groups: dict[tuple[str, str | None], list[TaskCellRow]] = {}
    for cell in cells:
        if cell.learned is not None and _at_home(cell) and cell.learned.model == cell.model:
            groups.setdefault((cell.title, cell.model), []).append(cell)
    several = {key: found for key, found in groups.items() if len({c.learned.seed for c in found if c.learned}) > 1}
    if not several:
        return None
    rows = tuple(
        (
            f"{title} · {short_name(model or '')}",
            number(len(found)),
            spread([cell.test.privacy.value for cell in found]),
            spread([cell.test.utility.value for cell in found]),
        )
        for (title, model), found in several.items()
    )
    return Table(("Row", "Seeds", "Privacy, mean and range", "Utility, mean and range"), rows)


def published(file: TasksFile) -> tuple[tuple[str, str, Table], ...]:
    """Return published tables in the same shape: source, name of the table, table. They are no measurements of ours."""
    wanted = {task.reference for task in file.tasks}
    rows = [r for s in file.references for r in published_results(source=s) if r.dataset in wanted]
    rows = [row for row in rows if {"privacy", "utility"} <= row.figures.keys()]
    groups: dict[tuple[str, str], list[PublishedResult]] = {}
    for row in rows:
        groups.setdefault((row.source, row.table), []).append(row)
    return tuple((source, table, _pivot(found)) for (source, table), found in groups.items())


def tasks_terminal(file: TasksFile) -> tuple[tuple[str, Table], ...]:
    """Return the tables with their titles as a terminal shows them: the table of the paper, then task by task."""
    found = [(f"{file.name}: privacy / utility", summary(file))]
    for source, name, table in published(file):
        found.append((f"Published, no measurement of ours: {source}, {name}", table))
    for task in file.tasks:
        cells = file.cells_of(task.name)
        found.append((f"{task.name}: {task.privacy}; {task.utility}", _narrowed(details(cells))))
        moved = transfer(cells)
        found += [(f"{task.name}: transfer", moved)] if moved is not None else []
    return tuple(found)


def _narrowed(table: Table) -> Table:
    """Return the columns that fit a terminal; the report has what learning took."""
    chosen = [place for place, head in enumerate(table.head) if head not in ("Calls", "Learning")]
    rows = tuple(tuple(narrow(row[place]) for place in chosen) for row in table.rows)
    return Table(tuple(table.head[place].replace("Documents", "Docs") for place in chosen), rows)


def _at_home(cell: TaskCellRow) -> bool:
    """Whether a cell uses what was learned here with the model it was learned with; others are transfer."""
    return cell.kind != "learned" or cell.learned is None or cell.learned.model == cell.model


def _mean(cells: Iterable[TaskCellRow]) -> str:
    found = [c for c in cells if c.test.privacy.value is not None and c.test.utility.value is not None]
    if not found:
        return NOTHING
    sums = [sum(getattr(cell.test, side).value for cell in found) / len(found) for side in ("privacy", "utility")]
    return " / ".join(f"{100 * value:.1f}" for value in sums)


def _detail(cell: TaskCellRow) -> tuple[str, ...]:
    test, learning = cell.test, cell.learning
    took = f"{number(learning.rewrites)} rewrites, {number(learning.questions)} questions" if learning else NOTHING
    return (
        cell.label,
        *(shown(rate).both for rate in (test.privacy, test.utility, test.worst)),
        number(test.documents),
        number(test.failed),
        number(cell.calls),
        took,
        "yes" if cell.on_front else "",
    )


def _pivot(rows: Sequence[PublishedResult]) -> Table:
    methods = list(dict.fromkeys(row.method for row in rows))
    lines: dict[tuple[str, str], dict[str, PublishedResult]] = {}
    for row in rows:
        lines.setdefault((row.dataset, row.model), {})[row.method] = row
    return Table(
        ("Task", "Model", *methods),
        tuple(
            (dataset, model or NOTHING, *(_both(found.get(method)) for method in methods))
            for (dataset, model), found in lines.items()
        ),
    )


def _both(row: PublishedResult | None) -> str:
    return NOTHING if row is None else " / ".join(f"{100 * row.figures[side]:.1f}" for side in ("privacy", "utility"))


_TEMPLATES = Path(__file__).parent / "templates"


def tasks_html(file: TasksFile) -> str:
    """Return the report. It holds instructions and figures, no text of a document."""
    drawn = {"title": f"Tasks: {file.name}", "page": page(), "front_plot": front_plot}
    return environment(_TEMPLATES).get_template("tasks.html.jinja").render(**_context(file), **drawn)


def tasks_markdown(file: TasksFile) -> str:
    """Return the tables in Markdown: figures only, no text of a document."""
    return markdown("tasks.md.jinja", _TEMPLATES, **_context(file))


def _context(file: TasksFile) -> dict[str, object]:
    return {
        "file": file,
        "summary": summary(file),
        "published": [(published_sources()[source], name, table) for source, name, table in published(file)],
        "tasks": [(task, _more(file.cells_of(task.name)), file.cells_of(task.name)) for task in file.tasks],
        "limits": other_limits("tasks", file),
    }


def _more(cells: list[TaskCellRow]) -> list[tuple[str, Table]]:
    tables = {"Figures": details(cells), "Transfer": transfer(cells), "Over seeds": over_seeds(cells)}
    return [(title, table) for title, table in tables.items() if table is not None]


def front_plot(cells: list[TaskCellRow]) -> Markup:
    """Draw the cells of a task as numbers; those that no other beats on both sides, all models together, are joined."""
    drawn = [
        (
            n,
            one.label,
            (one.test.utility.value or 0.0, one.test.privacy.value or 0.0),
            "on-front" if one.on_front else "",
        )
        for n, one in enumerate(cells, start=1)
    ]
    told = "; ".join(f"{n} {label}" for n, label, _, _ in drawn)
    return numbered_plot(told, drawn, [at for _, _, at, kind in drawn if kind])


def tasks_csv(file: TasksFile) -> str:
    """Return the cells as CSV; published rows have the kind ``published`` and their source."""
    return csv_text((*map(_measured, file.cells), *_published(file)))


_SIDES = ("privacy", "utility", "worst")
_LEARNED = {"with": "model", "seed": "seed", "for": "task"}


def _measured(cell: TaskCellRow) -> dict[str, CsvCell]:
    row: dict[str, CsvCell] = {"kind": cell.kind, "task": cell.task, "row": cell.title, "model": cell.model}
    row |= dict.fromkeys(("learned_with", "learned_seed", "learned_for", "source"))
    if cell.learned is not None:
        row |= {f"learned_{of}": getattr(cell.learned, name) for of, name in _LEARNED.items()}
    for side in _SIDES:
        rate = getattr(cell.test, side)
        row |= csv_rate(side, rate.value, rate.low, rate.high)
    row |= {"documents": cell.test.documents, "failed": cell.test.failed, "calls": cell.calls}
    row |= {f"learning_{name}": getattr(cell.learning, name, None) for name in ("rewrites", "questions")}
    return row | {"front": int(cell.on_front)}


def _published(file: TasksFile) -> Iterator[dict[str, CsvCell]]:
    for task in file.tasks:
        for source in file.references:
            for one in published_results(source=source, dataset=task.reference):
                row: dict[str, CsvCell] = {
                    "kind": "published",
                    "task": task.name,
                    "row": one.method,
                    "model": one.model,
                }
                row["source"] = f"{one.source}, {one.table}"
                for side in _SIDES:
                    row |= csv_rate(side, one.figures.get(side))
                yield row
