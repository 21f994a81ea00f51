"""Benchmarks on tasks: what ``gyges benchmark`` does with a plan of tasks, and ``gyges tune evaluate`` with one."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from gyges.cli import EXIT_FAILED
from gyges.cli._gates import answers_shortfall, say_failed, say_short
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import announce_hosts
from gyges.cli._options import ToRun
from gyges.cli._output import money_of, print_tables, report_cost, say, write_json, write_page
from gyges.cli._running import (
    RUNS,
    Measured,
    T,
    report_seeds,
    run_seeds,
    seed_outputs,
    take_folder,
    tell_folder,
    with_opened,
    without_places,
    write_public_pages,
)
from gyges.cli._saying import notice, one_line
from gyges.models import ModelSettings
from gyges.records import JsonValue
from gyges.reports.benchmark import TasksFile, tasks_csv, tasks_html, tasks_markdown, tasks_terminal
from gyges.runs import FolderClaim, claim_folder, find_folder, paid_in
from gyges.runs.benchmark import BenchmarkPlan, CostRow, MethodChoice, TaskChoice, seed_option
from gyges.scoring import Count
from gyges.tuning import (
    MeasuredCell,
    Meter,
    MeteredPool,
    PreparedTable,
    estimate_table,
    prepare_table,
    run_table,
    table_claim,
    table_to_json,
)

_NOTE = "Privacy / utility in percent. Brackets: 95 % intervals (bootstrap over documents). A failed document scores 0."


def evaluation(instructions: Sequence[str], task: str, methods: Sequence[str], documents: str | None) -> BenchmarkPlan:
    """Return the plan of ``gyges tune evaluate``: one task, fixed instructions."""
    rows = [MethodChoice(instruction=name) for name in instructions] + [MethodChoice(name) for name in methods]
    name, tasks = Path(task).stem, (TaskChoice(task, documents),)
    return BenchmarkPlan(name, tasks=tasks, methods=tuple(rows), references=("loiseau",))


def measure_table(
    kind: str,
    plan: BenchmarkPlan,
    read: ReadFlags,
    settings: ModelSettings,
    to: ToRun,
    *,
    seeds: tuple[int, ...] = (),
    dry_run: bool,
) -> int:
    """Measure a table of tasks and print it, or say what it would cost; return the exit status."""
    default = RUNS / kind / plan.name
    plan = plan.with_flags(judge=plan.judge or settings.roles.get("judge"))
    if dry_run:
        prepared, cost = _estimate(plan, read, settings, to.out, default, seeds)
        report_cost(cost, _total(cost), prepared.left_out, _notes(prepared), to)
        return 0
    if seeds:
        folder, short = _run_seeds(plan, read, settings, default, seeds, to)
    else:
        place = partial(take_folder, to.out, force=to.force, default=default)
        folder, made, _ = _run(plan, read, settings, place, force=to.force)
        file = TasksFile.model_validate(made)
        short = _short(file)
    say_short(short)  # first, so that no figure is read without it
    if not seeds and to.json is not None:
        write_json(made, to.json, force=to.force)
    elif not seeds:
        print_tasks_table(file)
        say(f"Report: {folder / 'report.html'}  (table.md, table.csv and tasks.json beside it)")
    tell_folder(to.out, folder)
    return EXIT_FAILED if short else 0


def _run_seeds(
    plan: BenchmarkPlan, read: ReadFlags, settings: ModelSettings, default: Path, seeds: tuple[int, ...], to: ToRun
) -> tuple[Path, str]:
    """Measure the table once for each seed and report what holds; return the folder and what speaks for too little."""
    claim = replace(table_claim(_prepared(replace(plan, seeds=seeds), read, settings)), outputs=seed_outputs(seeds))
    folder = take_folder(to.out, claim, force=to.force, default=default)
    shorts: list[str] = []

    def one(seed: int, with_models: ModelSettings, place: Path) -> Measured:
        take = partial(claim_folder, place, force=to.force)
        _, made, cells = _run(_at_seed(plan, seed), read, with_models, take, force=to.force)
        file = TasksFile.model_validate(made)
        shorts.append(_short(file))
        return {_whose(cell, plan): _counts(cell) for cell in cells}

    done = run_seeds(seeds, settings, folder, one)
    asked = {"Attacker": next(iter(plan.attackers), None), "Judge": plan.judge}
    report_seeds("evaluation", done, folder, settings, asked, to)
    return folder, next(filter(None, shorts), "")


def _at_seed(plan: BenchmarkPlan, seed: int) -> BenchmarkPlan:
    """Return the plan of one seed: methods that draw draw with it."""
    named = [(row, seed_option(row.method) if row.method else None) for row in plan.methods]
    rows = (replace(row, options={**row.options, name: seed}) if name else row for row, name in named)
    return replace(plan, methods=tuple(rows), seeds=(seed,))


def _whose(cell: MeasuredCell, plan: BenchmarkPlan) -> str:
    return f"{cell.cell.task}: {cell.cell.label}" if len(plan.tasks) > 1 else cell.cell.label


def _counts(cell: MeasuredCell) -> dict[str, dict[str, Count]]:
    return {
        side: {one.document: Count(getattr(one.scores, side), 1) for one in cell.exam.outcomes}
        for side in ("privacy", "utility")
    }


def _run(
    plan: BenchmarkPlan, read: ReadFlags, settings: ModelSettings, take: Callable[[FolderClaim], Path], *, force: bool
) -> tuple[Path, dict[str, JsonValue], list[MeasuredCell]]:
    """Measure a table, write its files, and return its folder, what they hold and the cells."""
    folder = Path()

    async def main(pool: MeteredPool) -> tuple[dict[str, JsonValue], list[MeasuredCell]]:
        nonlocal folder
        prepared = prepare_table(plan, pool, read.all_documents)
        announce_hosts(pool)
        _tell_notes(prepared)
        folder = take(table_claim(prepared))
        notice(_total(estimate_table(prepared, folder, pool)))
        with paid_in(folder) as paid:
            cells, left_out = await run_table(prepared, folder, pool, tell=notice, force=force)
        return table_to_json(prepared, cells, left_out, pool.ledger.total, paid), cells

    made, cells = in_metered(settings, main)
    write_table(TasksFile.model_validate(made), made, folder)
    return folder, made, cells


def in_metered(settings: ModelSettings, work: Callable[[MeteredPool], Awaitable[T]]) -> T:
    """Do what may ask models, and count their questions."""
    return with_opened(partial(MeteredPool, Meter(), settings, notify=notice), work)


def _prepared(plan: BenchmarkPlan, read: ReadFlags, settings: ModelSettings) -> PreparedTable:
    async def main(pool: MeteredPool) -> PreparedTable:
        return prepare_table(plan, pool, read.all_documents)

    return in_metered(settings, main)


def _estimate(
    plan: BenchmarkPlan,
    read: ReadFlags,
    settings: ModelSettings,
    out: Path | None,
    default: Path,
    seeds: tuple[int, ...],
) -> tuple[PreparedTable, tuple[CostRow, ...]]:
    async def main(pool: MeteredPool) -> tuple[PreparedTable, tuple[CostRow, ...]]:
        seeded = replace(plan, seeds=seeds) if seeds else plan
        prepared = prepare_table(seeded, pool, read.all_documents, without_absent=True)
        folder = out or find_folder(default, table_claim(prepared))
        places = {f", seed {seed}": folder / f"seed-{seed}" for seed in seeds} or {"": folder}
        return prepared, tuple(
            replace(row, who=f"{row.who}{name}")
            for name, place in places.items()
            for row in estimate_table(prepared, place, pool)
        )

    return in_metered(settings, main)


def write_table(file: TasksFile, made: dict[str, JsonValue], folder: Path) -> None:
    """Write tasks.json, table.md, table.csv and report.html; the tables, without instructions, may be published."""
    write_json(made, folder / "tasks.json", force=True)
    for name, render in {"table.md": tasks_markdown, "table.csv": tasks_csv, "report.html": tasks_html}.items():
        write_page(folder / name, render(file))
    shown = TasksFile.model_validate(without_places(made))
    write_public_pages(folder, {"table.md": tasks_markdown(shown), "table.csv": tasks_csv(shown)})


def print_tasks_table(file: TasksFile) -> None:
    """Print the table of the paper, then each task with its intervals."""
    print_tables(tasks_terminal(file))
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
    """Return which cell speaks for too few of its documents, after saying why documents failed."""
    for cell in file.cells:
        say_failed(f"{cell.label} on {cell.task}", cell.test.documents, cell.test.failures)
    told = (
        answers_shortfall(
            cell.test.failed,
            cell.test.documents,
            f"test documents could be scored for '{cell.label}' on {cell.task}",
        )
        for cell in file.cells
    )
    return next(filter(None, told), "")


def _total(cost: Sequence[CostRow]) -> str:
    calls, done = sum(row.calls for row in cost), sum(row.done for row in cost)
    return f"at most about {calls:,} calls, {money_of(cost)}; {done:,} texts are done already"
