"""Tables of tasks: what ``gyges benchmark`` does with a plan of tasks, and ``gyges tune evaluate`` with one task."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import anyio
import typer

from gyges.cli import EXIT_FAILED, EXIT_INTERRUPTED
from gyges.cli._costs import money_of, report_cost
from gyges.cli._coverage import LEAST_COVERAGE, say_short
from gyges.cli._folders import RUNS, take_folder, tell_folder
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import ModelFlags, announce_hosts, notice
from gyges.cli._output import print_table, say, write_json
from gyges.cli._printable import one_line
from gyges.cli._public_reports import without_places, write_public_pages
from gyges.cli._seeds import SeedRun, report_seeds, run_seeds, seed_outputs
from gyges.corpus import Place, atomic_file
from gyges.models import ModelSettings
from gyges.records import JsonValue
from gyges.reports.tasks import TasksFile, details, published, summary, tasks_csv, tasks_html, tasks_markdown, transfer
from gyges.runs import FolderClaim, claim_folder, find_folder
from gyges.runs.benchmark import CostRow
from gyges.scoring import Count
from gyges.tuning import Meter, MeteredPool
from gyges.tuning.table import (
    MeasuredCell,
    PlannedRow,
    PreparedTable,
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
    rows = [PlannedRow(instruction=name) for name in instructions] + [PlannedRow(method=name) for name in methods]
    name = Path(task).stem
    return TablePlan(name, "", (TaskChoice(task, documents),), tuple(rows), references=("loiseau",))


def table_verb(
    kind: str,
    plan: TablePlan,
    read: ReadFlags,
    models: ModelFlags,
    out: Path | None,
    *,
    seeds: tuple[int, ...] = (),
    dry_run: bool,
    json: Place | None,
    force: bool,
) -> None:
    """Measure a table of tasks and print it, or say what it would cost."""
    settings, default = models.settings(), RUNS / kind / plan.name
    plan = plan.with_flags(judge=plan.judge or settings.roles.get("judge"))
    if dry_run:
        prepared, cost = _estimate(plan, read, settings, out, default, seeds)
        report_cost(cost, _total(cost), prepared.left_out, _notes(prepared), json, force=force)
        return
    if seeds:
        folder, short = _run_seeds(plan, read, settings, out, default, seeds, json, force=force)
    else:
        place = partial(take_folder, out, force=force, default=default)
        folder, made, _ = _run(plan, read, settings, place, force=force)
        file = TasksFile.model_validate(made)
        short = _short(file)
    say_short(short)  # first, so that no figure is read without it
    if not seeds and json is not None:
        write_json(made, json, force=force)
    elif not seeds:
        print_tasks_table(file)
        say(f"Report: {folder / 'report.html'}  (table.md, table.csv and tasks.json beside it)")
    tell_folder(out, folder)
    if short:
        raise typer.Exit(EXIT_FAILED)


def _run_seeds(
    plan: TablePlan,
    read: ReadFlags,
    settings: ModelSettings,
    out: Path | None,
    default: Path,
    seeds: tuple[int, ...],
    json: Place | None,
    *,
    force: bool,
) -> tuple[Path, str]:
    """Measure the table once for each seed and report what holds; return the folder and what speaks for too little."""
    claim = replace(table_claim(_prepared(replace(plan, seeds=seeds), read, settings)), outputs=seed_outputs(seeds))
    folder = take_folder(out, claim, force=force, default=default)
    shorts: list[str] = []

    def one(seed: int, with_models: ModelSettings, place: Path) -> SeedRun:
        take = partial(claim_folder, place, force=force)
        _, made, cells = _run(plan.at_seed(seed), read, with_models, take, force=force)
        file = TasksFile.model_validate(made)
        shorts.append(_short(file))
        return SeedRun({_whose(cell, plan): _counts(cell) for cell in cells}, file.spent_now)

    done = run_seeds(seeds, settings, folder, one)
    asked = {"Attacker": plan.attacker, "Judge": plan.judge}
    report_seeds("evaluation", done, folder, settings, asked, json, force=force)
    return folder, next(filter(None, shorts), "")


def _whose(cell: MeasuredCell, plan: TablePlan) -> str:
    return f"{cell.cell.task}: {cell.cell.label}" if len(plan.tasks) > 1 else cell.cell.label


def _counts(cell: MeasuredCell) -> dict[str, dict[str, Count]]:
    return {
        side: {one.document: Count(getattr(one.scores, side), 1) for one in cell.exam.outcomes}
        for side in ("privacy", "utility")
    }


def _run(
    plan: TablePlan, read: ReadFlags, settings: ModelSettings, take: Callable[[FolderClaim], Path], *, force: bool
) -> tuple[Path, dict[str, JsonValue], list[MeasuredCell]]:
    """Measure a table, write its files, and return its folder, what they hold and the cells."""
    folder = Path()

    async def main() -> tuple[dict[str, JsonValue], list[MeasuredCell]]:
        nonlocal folder
        async with MeteredPool(Meter(), settings, notify=notice) as pool:
            prepared = prepare_table(plan, pool, read.documents)
            announce_hosts(pool)
            _tell_notes(prepared)
            folder = take(table_claim(prepared))
            notice(_total(estimate_table(prepared, folder, pool)))
            cells, left_out = await run_table(prepared, folder, pool, tell=notice, force=force)
            return table_to_json(prepared, cells, left_out, pool.ledger.total), cells

    try:
        made, cells = anyio.run(main)
    except KeyboardInterrupt:
        sys.stderr.write(f"gyges: stopped; what is done is kept in {folder}. Run the same command again to go on.\n")
        raise typer.Exit(EXIT_INTERRUPTED) from None
    write_table(TasksFile.model_validate(made), made, folder)
    return folder, made, cells


def _prepared(plan: TablePlan, read: ReadFlags, settings: ModelSettings) -> PreparedTable:
    async def main() -> PreparedTable:
        async with MeteredPool(Meter(), settings, notify=notice) as pool:
            return prepare_table(plan, pool, read.documents)

    return anyio.run(main)


def _estimate(
    plan: TablePlan,
    read: ReadFlags,
    settings: ModelSettings,
    out: Path | None,
    default: Path,
    seeds: tuple[int, ...],
) -> tuple[PreparedTable, tuple[CostRow, ...]]:
    async def main() -> tuple[PreparedTable, tuple[CostRow, ...]]:
        async with MeteredPool(Meter(), settings, notify=notice) as pool:
            seeded = replace(plan, seeds=seeds) if seeds else plan
            prepared = prepare_table(seeded, pool, read.documents, without_absent=True)
            folder = out or find_folder(default, table_claim(prepared))
            places = {f", seed {seed}": folder / f"seed-{seed}" for seed in seeds} or {"": folder}
            cost = [
                replace(row, who=f"{row.who}{name}")
                for name, place in places.items()
                for row in estimate_table(prepared, place, pool)
            ]
            return prepared, tuple(cost)

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
    for note in _notes(prepared):
        notice(note)


def _notes(prepared: PreparedTable) -> list[str]:
    return [f"{task.file.name}: {note}" for task in prepared.tasks for note in task.notes]


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
    return f"at most about {calls:,} calls, {money_of(cost)}; {done:,} texts are done already"
