"""Getting ready: documents read and split, objectives and methods opened, before any text is sent."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from gyges.anonymizers import Purpose, Tools, open_anonymizer
from gyges.errors import ConfigError, DatasetUnavailableError, GygesError, InputError
from gyges.records import Document, JsonValue
from gyges.runs import PUBLIC, FolderClaim
from gyges.runs.benchmark import LeftOut
from gyges.tuning._baselines import rival_attacker, rival_options
from gyges.tuning._learned import LearnedInstruction, find_instruction
from gyges.tuning._meter import MeteredPool
from gyges.tuning._splits import text_digest
from gyges.tuning._task import TaskFile, TuningTask, load_task
from gyges.tuning._tune import ModelRoles, Tuning, prepare_tuning
from gyges.tuning.gepa import GepaSearch
from gyges.tuning.table._cells import TableCell, cells_of
from gyges.tuning.table._plan import TablePlan, TaskChoice

__all__ = ["OUTPUTS", "PreparedTable", "PreparedTask", "prepare_table", "table_claim"]

OUTPUTS = (
    *("plan.json", "evaluations", "instructions", "learn", "tasks.json"),
    *("table.md", "table.csv", "report.html", PUBLIC),
)
_NO_MODEL = "no-model"  # who rewrites is said cell by cell

Read = Callable[[str], Sequence[Document]]
"""Reads documents by path or name."""


@dataclass(frozen=True)
class PreparedTask:
    """One task that could start.

    Attributes:
        task: What its file says.
        tuning: Its splits and its objective.
        given: All documents, from which searches make the same splits.
        documents: The test documents that everything is measured on.
        cells: What is measured.
        instructions: The instructions of cells, by what the plan calls them.
        seen: Test documents that are left out because an instruction was learned from them.
        reference: The data set whose published results stand beside.
        notes: What else to know about the documents.
    """

    task: TuningTask
    tuning: Tuning
    given: Sequence[Document]
    documents: tuple[Document, ...]
    cells: tuple[TableCell, ...]
    instructions: Mapping[str, LearnedInstruction]
    seen: int = 0
    reference: str = ""
    notes: tuple[str, ...] = ()

    @property
    def file(self) -> TaskFile:
        """What the file of the task says."""
        return self.task.file


@dataclass(frozen=True)
class PreparedTable:
    """A table that could start.

    Attributes:
        plan: The plan, with every open choice made.
        tasks: Its tasks.
        left_out: What the plan names and is not measured.
    """

    plan: TablePlan
    tasks: tuple[PreparedTask, ...]
    left_out: tuple[LeftOut, ...] = ()

    @property
    def prompts(self) -> dict[str, str]:
        """Prompts of the user's own, with a digest each."""
        return {name: digest for one in self.tasks for name, digest in one.tuning.prompts.items()}


def table_claim(prepared: PreparedTable) -> FolderClaim:
    """Return what the folder of a table is for."""
    words = {one.file.name: [i.text for i in one.instructions.values()] for one in prepared.tasks}
    documents = [row for one in prepared.tasks for row in (one.file.name, *one.documents)]
    prompts = {"prompts": prepared.prompts} if prepared.prompts else {}
    return FolderClaim.of("benchmark", documents, {**asdict(prepared.plan), "instructions": words, **prompts}, OUTPUTS)


def prepare_table(plan: TablePlan, pool: MeteredPool, read: Read, *, without_absent: bool = False) -> PreparedTable:
    """Read the documents of a plan and open everything it names.

    Args:
        plan: The plan.
        pool: The models.
        read: Reads documents.
        without_absent: Whether to leave out tasks whose documents are not on this machine, even all, and say so.

    Raises:
        GygesError: A task, a model, a method or an instruction cannot be used, and is not optional.
    """
    maker = _Maker(plan, pool, read)
    tasks: list[PreparedTask] = []
    for choice in plan.tasks:
        try:
            tasks.append(maker.task(choice))
        except GygesError as error:
            if not choice.optional and not (without_absent and isinstance(error, DatasetUnavailableError)):
                raise
            maker.left_out.append(LeftOut(f"the task {choice.task}", str(error)))
    if not tasks and not without_absent:
        raise ConfigError(f"no task of the plan '{plan.name}' can be measured", maker.left_out[0].reason)
    return PreparedTable(plan, tuple(tasks), tuple(maker.left_out))


def tools_of(cell: TableCell, file: TaskFile, plan: TablePlan, pool: MeteredPool) -> Tools:
    """Return what the method of a cell works with."""
    judge = plan.judge or file.judge
    tools = Tools(pool, cell.model, plan.attacker or file.attacker, judge, Purpose(file.protect, file.preserve))
    return replace(tools, attacker=rival_attacker(cell.row.method, file, tools))


def options_of(cell: TableCell, file: TaskFile) -> dict[str, JsonValue]:
    """Return the options of the method of a cell: those of the plan win over those of the task."""
    return {**rival_options(cell.row.method, file), **cell.row.options}


@dataclass
class _Maker:
    plan: TablePlan
    pool: MeteredPool
    read: Read
    left_out: list[LeftOut] = field(default_factory=list)

    def task(self, choice: TaskChoice) -> PreparedTask:
        plan = self.plan
        task = load_task(choice.task).with_changes(documents=choice.documents, paper=plan.paper or None)
        limit = min((size for size in (plan.limit, choice.limit) if size is not None), default=None)
        if limit is not None:
            task = task.with_changes(splits=_shorter(task.file, limit))
        given = list(self.read(task.source()))
        tuning = prepare_tuning(task, given, self.pool, ModelRoles(_NO_MODEL, None, plan.attacker, plan.judge))
        cells, instructions = self._usable(cells_of(plan, task.file.name), task.file)
        seen = frozenset[str]().union(*(one.seen for one in instructions.values()))
        unseen = [document for document in tuning.splits.test if text_digest(document) not in seen]
        if not unseen:
            raise InputError(
                f"every test document of '{task.file.name}' was seen when an instruction was learned",
                "learn it with the same 'splits', or measure it on other documents",
            )
        left = len(tuning.splits.test) - len(unseen)
        return PreparedTask(
            task,
            tuning,
            given,
            tuple(unseen[:limit]),
            cells,
            instructions,
            left,
            choice.reference or task.file.name,
            (*tuning.splits.notes, *_notes(instructions, left)),
        )

    def _usable(
        self, cells: Sequence[TableCell], file: TaskFile
    ) -> tuple[tuple[TableCell, ...], dict[str, LearnedInstruction]]:
        usable: list[TableCell] = []
        instructions: dict[str, LearnedInstruction] = {}
        for cell in cells:
            try:
                self._open(cell, file, instructions)
            except GygesError as error:
                if not cell.row.optional:
                    raise
                self.left_out.append(LeftOut(f"{cell.label} on {cell.task}", str(error)))
            else:
                usable.append(cell)
        return tuple(usable), instructions

    def _open(self, cell: TableCell, file: TaskFile, instructions: dict[str, LearnedInstruction]) -> None:
        if cell.model is not None:
            self.pool.model(cell.model)
        if cell.kind == "learned":
            GepaSearch().require()
        elif cell.kind == "instruction":
            instructions[cell.row.instruction] = find_instruction(cell.row.instruction, file)
        else:
            tools = tools_of(cell, file, self.plan, self.pool)
            open_anonymizer(cell.row.method, tools, options_of(cell, file))


def _shorter(file: TaskFile, limit: int) -> dict[str, int | None]:
    """Return splits with at most so many documents to learn from and to validate by, and the same seed."""
    sizes = file.splits
    return {**sizes.model_dump(), "train": min(limit, sizes.train), "validation": min(limit, sizes.validation)}


def _notes(instructions: Mapping[str, LearnedInstruction], seen: int) -> list[str]:
    notes = [f"{seen} test documents are left out: an instruction was learned from them"] if seen else []
    unknown = [name for name, one in instructions.items() if not one.known]
    return notes + [f"nobody knows which documents {name} was learned from, if any" for name in unknown]
