"""Tables of tasks: what ``gyges benchmark`` does with a plan of tasks, and ``gyges tune evaluate`` with one task."""

import sys
from collections.abc import Sequence
from pathlib import Path

import anyio
import typer

from gyges.cli import EXIT_FAILED, EXIT_INTERRUPTED
from gyges.cli._coverage import LEAST_COVERAGE, say_short
from gyges.cli._folders import RUNS, take_folder, tell_folder
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import ModelFlags, announce_hosts, notice
from gyges.cli._output import print_table, say, write_json
from gyges.cli._printable import one_line
from gyges.cli._public_reports import without_places, write_public_pages
from gyges.corpus import atomic_file
from gyges.models import ModelSettings
from gyges.records import JsonValue
from gyges.reports.tasks import TasksFile, details, published, summary, tasks_csv, tasks_html, tasks_markdown, transfer
from gyges.runs import find_folder
from gyges.runs.benchmark import CostRow
from gyges.tuning import Meter, MeteredPool
from gyges.tuning.table import (
    PreparedTable,
    Row,
    TablePlan,
    TaskChoice,
    estimate_table,
    prepare_table,
    run_table,
    table_claim,
    table_to_json,
)

_NOTE = "Privacy / utility in percent. Brackets: 95 % intervals (bootstrap over documents). A failed document scores 0."


def evaluation(instructions: Sequence[str], task: str, methods: Sequence[str], documents: str | None) -> TablePlan:
    """Return the plan of ``gyges tune evaluate``: one task, fixed instructions."""
    rows = [Row(instruction=name) for name in instructions] + [Row(method=name) for name in methods]
    name = Path(task).stem
    return TablePlan(name, "", (TaskChoice(task, documents),), tuple(rows), references=("loiseau",))


def table_verb(
    kind: str,
    plan: TablePlan,
    read: ReadFlags,
    models: ModelFlags,
    out: Path | None,
    *,
    dry_run: bool,
    json: Path | None,
    force: bool,
) -> None:
    """Measure a table of tasks and print it, or say what it would cost."""
    settings, default = models.settings(), RUNS / kind / plan.name
    plan = plan.with_flags(judge=plan.judge or settings.roles.get("judge"))
    if dry_run:
        _report_cost(*_estimate(plan, read, settings, out, default), json, force=force)
        return
    folder, made = _run(plan, read, settings, out, default, force=force)
    file = TasksFile.model_validate(made)
    write_table(file, made, folder)
    short = _short(file)
    say_short(short)  # first, so that no figure is read without it
    if json is not None:
        write_json(made, json, force=force)
    else:
        print_tasks_table(file)
        say(f"Report: {folder / 'report.html'}  (table.md, table.csv and tasks.json beside it)")
    tell_folder(out, folder)
    if short:
        raise typer.Exit(EXIT_FAILED)


def _run(
    plan: TablePlan, read: ReadFlags, settings: ModelSettings, out: Path | None, default: Path, *, force: bool
) -> tuple[Path, dict[str, JsonValue]]:
    folder = out or default

    async def main() -> dict[str, JsonValue]:
        nonlocal folder
        async with MeteredPool(Meter(), settings, notify=notice) as pool:
            prepared = prepare_table(plan, pool, read.documents)
            announce_hosts(pool)
            _tell_notes(prepared)
            folder = take_folder(out, table_claim(prepared), force=force, default=default)
            notice(_total(estimate_table(prepared, folder, pool)))
            cells, left_out = await run_table(prepared, folder, pool, tell=notice, force=force)
            return table_to_json(prepared, cells, left_out, pool.ledger.total)

    try:
        made = anyio.run(main)
    except KeyboardInterrupt:
        sys.stderr.write(f"gyges: stopped; what is done is kept in {folder}. Run the same command again to go on.\n")
        raise typer.Exit(EXIT_INTERRUPTED) from None
    return folder, made


def _estimate(
    plan: TablePlan, read: ReadFlags, settings: ModelSettings, out: Path | None, default: Path
) -> tuple[PreparedTable, tuple[CostRow, ...]]:
    async def main() -> tuple[PreparedTable, tuple[CostRow, ...]]:
        async with MeteredPool(Meter(), settings, notify=notice) as pool:
            prepared = prepare_table(plan, pool, read.documents)
            folder = out or find_folder(default, table_claim(prepared))
            return prepared, estimate_table(prepared, folder, pool)

    return anyio.run(main)


def write_table(file: TasksFile, made: dict[str, JsonValue], folder: Path) -> None:
    """Write tasks.json, table.md, table.csv and report.html; the tables, without instructions, may be published."""
    write_json(made, folder / "tasks.json", force=True)
    for name, render in {"table.md": tasks_markdown, "table.csv": tasks_csv, "report.html": tasks_html}.items():
        with atomic_file(folder / name, force=True, private=True) as stream:
            stream.write(render(file).encode("utf-8"))
    shown = TasksFile.model_validate(without_places(made))
    write_public_pages(folder, {"table.md": tasks_markdown(shown), "table.csv": tasks_csv(shown)})


def print_tasks_table(file: TasksFile) -> None:
    """Print the table of the paper, then each task with its intervals."""
    whole = summary(file)
    print_table(f"{file.name}: privacy / utility", whole.head, whole.rows)
    for source, name, table in published(file):
        print_table(f"Published, no measurement of ours: {source}, {name}", table.head, table.rows)
    for task in file.tasks:
        cells = file.cells_of(task.name)
        print_table(f"{task.name}: {task.privacy}; {task.utility}", details(cells).head, details(cells).rows)
        moved = transfer(cells)
        if moved is not None:
            print_table(f"{task.name}: transfer", moved.head, moved.rows)
    say(_NOTE)
    for one in file.left_out:
        say(one_line(f"Left out: {one.what}: {one.reason}"))


def _tell_notes(prepared: PreparedTable) -> None:
    for one in prepared.left_out:
        notice(f"left out: {one.what}: {one.reason}")
    for task in prepared.tasks:
        for note in task.notes:
            notice(f"{task.file.name}: {note}")


def _short(file: TasksFile) -> str:
    """Return which cell speaks for too few of its documents."""
    for cell in file.cells:
        scored = cell.test.documents - cell.test.failed
        if not cell.test.documents or scored < LEAST_COVERAGE * cell.test.documents:
            asked = f"and {LEAST_COVERAGE:.0%} are asked for"
            of = f"{scored:,} of {cell.test.documents:,} test documents"
            return f"only {of} could be scored for '{cell.label}' on {cell.task}, {asked}"
    return ""


def _total(cost: Sequence[CostRow]) -> str:
    calls, done = sum(row.calls for row in cost), sum(row.done for row in cost)
    known = [row.usd for row in cost if row.usd is not None]
    money = f"about ${sum(known):,.2f}" if len(known) == len(cost) else "cost unknown for want of a price"
    return f"at most about {calls:,} calls, {money}; {done:,} texts are done already"


def _report_cost(prepared: PreparedTable, cost: Sequence[CostRow], json: Path | None, *, force: bool) -> None:
    left_out: list[JsonValue] = [{"what": one.what, "reason": one.reason} for one in prepared.left_out]
    if json is not None:
        rows: list[JsonValue] = [row.to_json() for row in cost]
        write_json({"rows": rows, "total": _total(cost), "left_out": left_out}, json, force=force)
        return
    lines = []
    for row in cost:
        counts = (row.units, row.done, row.calls, row.input_tokens + row.output_tokens)
        money = "unknown" if row.usd is None else f"{row.usd:,.2f}"
        lines.append((f"{row.dataset}: {row.step}, {row.who}", row.model, *(f"{count:,}" for count in counts), money))
    head = ("step", "model", "to do", "done", "calls", "tokens", "US$")
    print_table("What is left to do, estimated", head, lines)
    _tell_notes(prepared)
    say(f"{_total(cost)}.\nNothing was sent. Answers in the cache cost nothing.")
