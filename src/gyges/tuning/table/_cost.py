"""What a table will cost, before it starts: calls, tokens and money, less what is done already."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from gyges.anonymizers import Tools, method_calls
from gyges.attacks import open_attacker
from gyges.models import Model
from gyges.records import Document
from gyges.runs import folder_lock, models_asked, private_journal, tokens_of
from gyges.runs.benchmark import CostRow, cost_row
from gyges.tuning._evaluator import Evaluator
from gyges.tuning._folder import JOURNAL
from gyges.tuning._meter import Meter, MeteredPool
from gyges.tuning._methods import InstructionFiles
from gyges.tuning.table._cells import TableCell
from gyges.tuning.table._prepare import PreparedTable, PreparedTask, options_of, tools_of

__all__ = ["estimate_table"]

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
    return tuple(row for task in prepared.tasks for row in _task(prepared, task, folder, pool))


def _task(prepared: PreparedTable, task: PreparedTask, folder: Path, pool: MeteredPool) -> Iterator[CostRow]:
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
