"""The tables: privacy / utility by task and model, every cell with its interval, transfer, seeds, published rows."""

from collections.abc import Iterable, Sequence

from gyges.reports._figures import Table, shown
from gyges.reports._limits import own_prompts_sentence
from gyges.reports._plain import NOTHING, number, percent
from gyges.reports.benchmark._published import PublishedResult, published_results
from gyges.reports.benchmark._tables import short_name
from gyges.reports.tasks._schema import TaskCellRow, TasksFile

__all__ = ["details", "limits", "over_seeds", "published", "summary", "transfer"]


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
            _spread([cell.test.privacy.value for cell in found]),
            _spread([cell.test.utility.value for cell in found]),
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


def limits(file: TasksFile) -> tuple[str, ...]:
    """Return what the figures do not prove."""
    measures = dict.fromkeys(words for task in file.tasks for words in (task.privacy, task.utility))
    return (
        "Privacy and utility mean something else for each task: compare within a task only.",
        "Privacy is what one attacker did not find; another may find more.",
        "'No text' is the control: the score when nothing of a text is left. 'No anonymization' is the other end.",
        "A document without a release scores 0 on both sides.",
        *filter(None, (own_prompts_sentence(file.prompts),)),
        *(f"Measured by a stand-in: {words}." for words in measures if "stand-in" in words),
        *(f"{task.name}: {note}." for task in file.tasks for note in task.notes),
    )


def _at_home(cell: TaskCellRow) -> bool:
    """Whether a cell uses what was learned here with the model it was learned with; others are transfer."""
    return cell.kind != "learned" or cell.learned is None or cell.learned.model == cell.model


def _mean(cells: Iterable[TaskCellRow]) -> str:
    found = [c for c in cells if c.test.privacy.value is not None and c.test.utility.value is not None]
    if not found:
        return NOTHING
    sums = [sum(getattr(cell.test, side).value for cell in found) / len(found) for side in ("privacy", "utility")]
    return " / ".join(f"{100 * value:.1f}" for value in sums)


def _spread(values: Sequence[float | None]) -> str:
    known = [value for value in values if value is not None]
    if not known:
        return NOTHING
    return f"{percent(sum(known) / len(known))} [{percent(min(known))} to {percent(max(known))}]"


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
