"""Running a table: what is to be learned is learned first, then everything is measured on the same documents."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from gyges.anonymizers import Anonymizer, Tools, open_anonymizer
from gyges.corpus import atomic_file
from gyges.errors import BudgetExhaustedError
from gyges.runs import Journal, claim_folder, folder_lock, private_journal, run_mark, used_up
from gyges.runs.benchmark import LeftOut, slug_of
from gyges.sealing import refuse_key
from gyges.tuning._baselines import evaluator_for
from gyges.tuning._evaluator import Evaluator
from gyges.tuning._exam import Exam, exam_of
from gyges.tuning._folder import JOURNAL
from gyges.tuning._learned import LearnedInstruction
from gyges.tuning._meter import BudgetUse, MeteredPool
from gyges.tuning._methods import InstructionFiles
from gyges.tuning._results import tuned_to_json
from gyges.tuning._splits import text_digest
from gyges.tuning._tune import ModelRoles, prepare_tuning, tune
from gyges.tuning._write import write_tuning
from gyges.tuning.table._cells import TableCell
from gyges.tuning.table._prepare import PreparedTable, PreparedTask, options_of, table_claim, tools_of

__all__ = ["MeasuredCell", "run_table"]

Say = Callable[[str], None]
_NOTHING = "no instruction was learned that does anything"


@dataclass(frozen=True)
class MeasuredCell:
    """What one cell does on the test documents of its task.

    Attributes:
        cell: Row, model, task.
        exam: The outcome of each document.
        instruction: The instruction; None for methods.
        learning: What its search took; None where nothing was learned here.
    """

    cell: TableCell
    exam: Exam
    instruction: LearnedInstruction | None = None
    learning: BudgetUse | None = None


async def run_table(
    prepared: PreparedTable, folder: Path, pool: MeteredPool, *, tell: Say = lambda sentence: None, force: bool = False
) -> tuple[list[MeasuredCell], list[LeftOut]]:
    """Measure all cells, and go on where an earlier run in the same folder was.

    Args:
        prepared: What to measure.
        folder: Where everything is kept.
        pool: The models.
        tell: Told in a sentence what comes next.
        force: Take over a folder that belongs to another run.

    Returns:
        The cells, and what could not be measured because nothing was learned.

    Raises:
        BudgetExhaustedError: The budget is used up; what is done is kept.
    """
    refuse_key("tunings")
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
            tuning = prepare_tuning(wanted, task.given, self.pool, ModelRoles(model, None, plan.attacker, plan.judge))
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
