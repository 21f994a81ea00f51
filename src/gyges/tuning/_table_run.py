"""A benchmark on tasks: what it will cost; what is to be learned is learned first, then all is measured."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from gyges import __version__
from gyges.anonymizers import Anonymizer, Tools, method_calls, open_anonymizer
from gyges.attacks import open_attacker
from gyges.corpus import atomic_file
from gyges.errors import BudgetExhaustedError
from gyges.models import Model, Spending
from gyges.records import Document, JsonValue
from gyges.runs import Journal, claim_folder, folder_lock, models_asked, private_journal, run_mark, tokens_of, used_up
from gyges.runs.benchmark import CostRow, LeftOut, cost_row, slug_of
from gyges.tuning._baselines import Exam, evaluator_for, exam_of
from gyges.tuning._evaluator import Evaluator, InstructionFiles
from gyges.tuning._meter import BudgetUse, Meter, MeteredPool
from gyges.tuning._outcome import non_dominated
from gyges.tuning._results import tuned_to_json, write_tuning
from gyges.tuning._splits import text_digest
from gyges.tuning._table import (
    LearnedInstruction,
    PreparedTable,
    PreparedTask,
    TableCell,
    attacker_of,
    options_of,
    table_claim,
    tools_of,
)
from gyges.tuning._tune import JOURNAL, ModelRoles, prepare_tuning, tune

OVERHEAD = 700
"""Tokens of a question besides the text: instructions, and the schema of the answer (measured on our own prompts)."""

ANSWER = 300
STAGES = 3  # questions of an attack on everybody in a text

ATTACKS = {"spia": 1, "author": 1, "biography": 1, "own": 1}
"""Attacks on a release that privacy takes, by the kind of task."""

ATTACKS_ON_ORIGINALS = {"own": 1, "author": 1}
"""The same for originals, once: what is guessed there is what is held against; ``author`` as published only."""

JUDGMENTS = {"spia": 1, "author": 0, "biography": 1, "pupa": 4, "medqa": 1, "own": 2}
"""Questions to the judge for a release, at most, besides values that rules cannot compare."""

JUDGMENTS_ON_ORIGINALS = {"pupa": 1}


def estimate_table(prepared: PreparedTable, folder: Path, pool: MeteredPool) -> tuple[CostRow, ...]:
    """Return what is left to do and what it costs; nothing is sent."""
    return tuple(row for task in prepared.tasks for row in _cost_of(prepared, task, folder, pool))


def _cost_of(prepared: PreparedTable, task: PreparedTask, folder: Path, pool: MeteredPool) -> Iterator[CostRow]:
    learned: set[tuple[str, int]] = set()
    for cell in task.cells:
        if cell.learned_with is not None and cell.learned_with not in learned:
            learned.add(cell.learned_with)
            yield _learning(prepared, task, cell, pool)
        done = _done(task, cell, folder, pool)
        left = task.documents[done:]
        yield from _rewriting(prepared, task, cell, left, done, pool)
        yield from _measuring(task, cell.label, left, ATTACKS, JUDGMENTS)
    yield from _measuring(task, "originals", task.documents, ATTACKS_ON_ORIGINALS, JUDGMENTS_ON_ORIGINALS)


def _learning(prepared: PreparedTable, task: PreparedTask, cell: TableCell, pool: MeteredPool) -> CostRow:
    """A search takes its budget; as questions where rewrites are counted, with what measuring each takes."""
    assert cell.learned_with is not None  # noqa: S101  # said by the caller
    model, seed = cell.learned_with
    changed = task.task.with_changes(**prepared.plan.learn).file
    each = 1
    if changed.counts == "rewrites":
        each += ATTACKS.get(changed.kind, 0) + JUDGMENTS.get(changed.kind, 0)
    size = sum(len(document.text) for document in task.documents) // len(task.documents)
    sums = [(each, tokens_of(size) + OVERHEAD, tokens_of(size), size)] * changed.budget
    return cost_row((cell.task, "learn, at most", f"seed {seed}"), pool.model(model), changed.budget, 0, sums)


def _done(task: PreparedTask, cell: TableCell, folder: Path, pool: MeteredPool) -> int:
    if cell.kind != "instruction" or not (folder / JOURNAL).is_file():
        return 0
    files = InstructionFiles(folder / "instructions", Tools(pool, cell.model), task.file.options)
    with folder_lock(folder), private_journal(folder / JOURNAL) as journal:
        evaluator = Evaluator(files, task.tuning.objective, journal, Meter(), prompts=task.tuning.prompts)
        return evaluator.done(files(task.instructions[cell.row.instruction].text), task.documents)


def _rewriting(
    prepared: PreparedTable,
    task: PreparedTask,
    cell: TableCell,
    left: Sequence[Document],
    done: int,
    pool: MeteredPool,
) -> Iterator[CostRow]:
    method = cell.row.method or "prompt"
    calls = method_calls(method, options_of(cell, task.file))
    names = (cell.task, "rewrite", cell.label)
    if cell.model is None or not calls.rewrites:
        yield CostRow(*names, "", len(left), done)
        return
    sizes = [len(document.text) for document in left]
    sums = [(calls.rewrites, tokens_of(size) + OVERHEAD, tokens_of(size), size) for size in sizes]
    yield cost_row(names, pool.model(cell.model), len(left), done, sums)
    if calls.attacks:
        attacker = tools_of(cell, task.file, prepared.plan, pool).attacker or cell.model
        for model, each in models_asked(open_attacker(attacker, pool), 1):
            sums = [(calls.attacks * each, tokens_of(size) + OVERHEAD, ANSWER, size) for size in sizes]
            yield cost_row((cell.task, "attack inside", cell.label), model, len(left), done, sums)


def _measuring(
    task: PreparedTask, who: str, left: Sequence[Document], attacks: dict[str, int], judgments: dict[str, int]
) -> Iterator[CostRow]:
    """The questions of the objective, release by release."""
    kind, objective = task.file.kind, task.tuning.objective
    times = attacks.get(kind, 0) * (kind != "author" or task.file.paper or attacks is ATTACKS)
    sizes = [len(document.text) for document in left]
    attacker = getattr(objective, "attacker", None)
    if times and attacker is not None:
        for model, each in models_asked(attacker, STAGES):
            sums = [(times * each, tokens_of(size) + OVERHEAD, ANSWER, size) for size in sizes]
            yield cost_row((task.file.name, "attack", who), model, len(left), 0, sums)
    judge, asked = getattr(objective, "judge_model", None), judgments.get(kind, 0)
    if asked and isinstance(judge, Model):
        sums = [(asked, tokens_of(size) + OVERHEAD, ANSWER, size) for size in sizes]
        yield cost_row((task.file.name, "judge", who), judge, len(left), 0, sums)


Say = Callable[[str], None]
_NOTHING = "no instruction was learned that does anything"


@dataclass(frozen=True)
class MeasuredCell:
    """What one cell does on the test documents of its task."""

    cell: TableCell  # row, model, task
    exam: Exam  # the outcome of each document
    instruction: LearnedInstruction | None = None  # the instruction; None for methods
    learning: BudgetUse | None = None  # what its search took; None where nothing was learned here


async def run_table(
    prepared: PreparedTable, folder: Path, pool: MeteredPool, *, tell: Say = lambda sentence: None, force: bool = False
) -> tuple[list[MeasuredCell], list[LeftOut]]:
    """Measure all cells, and go on where an earlier run in the same folder was."""
    claim_folder(folder, table_claim(prepared), force=force)
    pool.works_for(run_mark(folder))
    with folder_lock(folder):
        with atomic_file(folder / "plan.json", force=True, private=True) as stream:
            plan = {"version": 1, "name": prepared.plan.name, "plan": asdict(prepared.plan)}
            stream.write((json.dumps(plan, ensure_ascii=False, indent=2) + "\n").encode())
        with private_journal(folder / JOURNAL) as journal:
            return await _Work(prepared, folder, pool, journal, tell).all()


@dataclass
class _Work:
    prepared: PreparedTable
    folder: Path
    pool: MeteredPool
    journal: Journal
    tell: Say
    learned: dict[tuple[str, str, int], tuple[LearnedInstruction | None, BudgetUse]] = field(default_factory=dict)

    async def all(self) -> tuple[list[MeasuredCell], list[LeftOut]]:
        cells = [(task, cell) for task in self.prepared.tasks for cell in task.cells]
        measured: list[MeasuredCell] = []
        left_out: list[LeftOut] = []
        for number, (task, cell) in enumerate(cells, start=1):
            self.tell(f"{number} of {len(cells)}: {cell.label} on {cell.task}")
            try:
                found = await self._cell(task, cell)
            except BudgetExhaustedError as error:
                raise used_up(number - 1, len(cells), "cells of the table") from error
            if found is None:
                left_out.append(LeftOut(f"{cell.label} on {cell.task}", _NOTHING))
            else:
                measured.append(found)
        return measured, left_out

    async def _cell(self, task: PreparedTask, cell: TableCell) -> MeasuredCell | None:
        instruction, learning = task.instructions.get(cell.row.instruction), None
        if cell.learned_with is not None:
            instruction, learning = await self._learned(task, *cell.learned_with)
            if instruction is None:
                return None
        files = InstructionFiles(self.folder / "instructions", Tools(self.pool, cell.model), task.file.options)
        evaluator = Evaluator(files, task.tuning.objective, self.journal, self.pool.meter, prompts=task.tuning.prompts)
        anonymizer = files(instruction.text) if instruction is not None else self._method(task, cell)
        exam = await exam_of(evaluator_for(cell.row.method, evaluator), anonymizer, task.documents)
        return MeasuredCell(cell, exam, instruction, learning)

    def _method(self, task: PreparedTask, cell: TableCell) -> Anonymizer:
        tools = tools_of(cell, task.file, self.prepared.plan, self.pool)
        return open_anonymizer(cell.row.method, tools, options_of(cell, task.file))

    async def _learned(self, task: PreparedTask, model: str, seed: int) -> tuple[LearnedInstruction | None, BudgetUse]:
        """Learn an instruction once for all models it is measured with."""
        name, plan, meter = task.file.name, self.prepared.plan, self.pool.meter
        if (name, model, seed) not in self.learned:
            splits = {**task.file.splits.model_dump(), "seed": task.file.split_seed}
            wanted = task.task.with_changes(**{**plan.learn, "seed": seed, "splits": splits, "test_budget": 0})
            roles = ModelRoles(model, None, attacker_of(plan), plan.judge)
            tuning = prepare_tuning(wanted, task.given, self.pool, roles)
            place = self.folder / "learn" / slug_of(name) / slug_of(f"{model} seed {seed}")
            try:
                done = await tune(tuning, place, self.pool, say=self.tell)
            finally:
                meter.cap, meter.unit = None, "questions"
            write_tuning(place, tuned_to_json(done))
            seen = frozenset(map(text_digest, (*tuning.splits.train, *tuning.splits.validation)))
            best = done.menu[0].candidate.instruction if done.menu else None
            found = LearnedInstruction(best, model, seed, name, seen) if best is not None else None
            self.learned[name, model, seed] = found, done.budgets["search and selection"]
        return self.learned[name, model, seed]


VERSION = 1


def table_to_json(
    prepared: PreparedTable,
    cells: Sequence[MeasuredCell],
    left_out: Sequence[LeftOut] = (),
    spent: Spending | None = None,
    paid: Spending | None = None,
) -> dict[str, JsonValue]:
    """Return all figures of a table, with what this run and all runs in its folder spent on models."""
    plan = prepared.plan
    front = {id(cell) for task in prepared.tasks for cell in _front(cells, task)}
    return {
        "version": VERSION,
        "gyges": __version__,
        "name": plan.name,
        "description": plan.description,
        "paper": plan.profile == "paper",
        "references": list(plan.references),
        "tasks": [_task(prepared, one) for one in prepared.tasks],
        "cells": [_cell(one, on_front=id(one) in front) for one in cells],
        "left_out": [{"what": one.what, "reason": one.reason} for one in (*prepared.left_out, *left_out)],
        "prompts": dict(prepared.prompts),
        "spent_now": dict(spent.to_json()) if spent else {},
        "spent": dict(paid.to_json()) if paid else {},
    }


def _front(cells: Sequence[MeasuredCell], task: PreparedTask) -> list[MeasuredCell]:
    """Return what no other cell beats on both sides, all models together; the controls are no choice."""
    measured = [one for one in cells if one.cell.task == task.file.name and one.cell.kind != "control"]
    return [measured[place] for place in non_dominated([one.exam.mean for one in measured])]


def _task(prepared: PreparedTable, one: PreparedTask) -> dict[str, JsonValue]:
    privacy, utility = one.tuning.objective.measures
    plan = prepared.plan
    return {
        "name": one.file.name,
        "kind": one.file.kind,
        "privacy": privacy,
        "utility": utility,
        "attacker": attacker_of(plan) or one.file.attacker,
        "judge": plan.judge or one.file.judge,
        "documents": len(one.documents),
        "seen": one.seen,
        "reference": one.reference,
        "notes": list(one.notes),
    }


def _cell(one: MeasuredCell, *, on_front: bool) -> dict[str, JsonValue]:
    learned = one.instruction
    return {
        "task": one.cell.task,
        "label": one.cell.label,
        "title": one.cell.row.title,
        "kind": one.cell.kind,
        "model": one.cell.model,
        "learned": None
        if learned is None or learned.model is None
        else {"model": learned.model, "seed": learned.seed, "task": learned.task},
        "instruction": learned.text if learned else None,
        "test": one.exam.to_json(),
        "calls": sum(outcome.calls for outcome in one.exam.outcomes),
        "learning": asdict(one.learning) if one.learning else None,
        "on_front": on_front,
    }
