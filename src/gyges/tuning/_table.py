"""A benchmark on tasks, made ready: each method or instruction with each model, before any text is sent."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias

from gyges.anonymizers import Purpose, Tools, open_anonymizer, read_instruction, shipped_instructions
from gyges.errors import ConfigError, DatasetUnavailableError, GygesError, InputError
from gyges.models import parse_spec
from gyges.records import Document, JsonValue
from gyges.runs import PUBLIC, FolderClaim
from gyges.runs.benchmark import BenchmarkPlan, LeftOut, MethodChoice, TaskChoice, method_needs_model
from gyges.tuning._baselines import rival_attacker, rival_judge, rival_options
from gyges.tuning._gepa import GepaSearch
from gyges.tuning._meter import MeteredPool
from gyges.tuning._splits import text_digest
from gyges.tuning._task import TaskFile, TuningTask, load_task
from gyges.tuning._tune import ModelRoles, Tuning, prepare_tuning

_FILE = "tuning.json"


@dataclass(frozen=True, slots=True)
class LearnedInstruction:
    """An instruction that can be measured."""

    text: str  # the words
    model: str | None = None  # the model it was learned with; None where it was not, or nobody knows
    seed: int | None = None  # the seed of the search
    task: str | None = None  # the task it was learned for
    seen: frozenset[str] = frozenset()
    known: bool = True


def find_instruction(name: str, file: TaskFile) -> LearnedInstruction:
    """Return an instruction."""
    if name == "seed":
        return LearnedInstruction(file.seed_instruction.strip())
    if name == "task":
        if not file.task_instruction:
            raise InputError(f"no instruction ships for the task '{file.name}'", "set 'task_instruction' in the task")
        return LearnedInstruction(read_instruction(file.task_instruction).text)
    path = Path(name).expanduser()
    if path.is_dir():
        path = path / "menu" / "best.md"
        if not path.is_file():
            raise InputError(f"{name} holds no menu of instructions", "name a folder of gyges tune, or a file")
    text = read_instruction(str(path) if path.is_file() else name).text
    if name in shipped_instructions() and not path.is_file():
        return LearnedInstruction(text)
    return _with_origin(text, path)


def _with_origin(text: str, path: Path) -> LearnedInstruction:
    """Look into the folder of the search the file lies in, as menu/NAME.md or candidates/HASH.md."""
    beside = path.resolve().parent.parent / _FILE
    if not beside.is_file():
        return LearnedInstruction(text, known=False)
    try:
        made = json.loads(beside.read_text(encoding="utf-8"))
        task, roles, documents = made["task"], made["roles"], made["documents"]
        seen = documents.get("seen")
        return LearnedInstruction(
            text, roles["anonymizer"], task["seed"], task["name"], frozenset(seen or ()), known=seen is not None
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{beside} is no result of gyges tune ({error})", "move the instruction elsewhere") from error


CellKind: TypeAlias = Literal["control", "instruction", "method", "learned"]

CONTROLS = {"none": "No anonymization", "remove-all": "No text"}
"""The ends of the scale, measured on every task: the text as it was, and what is guessed without any."""


@dataclass(frozen=True, slots=True)
class TableCell:
    """One row with one model on one task."""

    task: str  # the name of the task
    row: MethodChoice  # what is measured
    kind: CellKind  # what kind of row it is
    model: str | None = None  # the model that rewrites; None without one
    learned_with: tuple[str, int] | None = None  # the model and seed of the search; None where nothing is learned here
    label: str = ""  # what it is called in tables; unlike all others of the task


def cells_of(plan: BenchmarkPlan, task: str) -> list[TableCell]:
    """Return the cells of one task, the controls first."""
    controls = [
        TableCell(task, MethodChoice(method=name, label=label), "control", label=label)
        for name, label in CONTROLS.items()
    ]
    rows = [row for row in plan.methods if not row.datasets or task in row.datasets]
    cells = [cell for row in rows for cell in _crossed(plan, row, task)]
    named = [replace(cell, label=_label(cell)) for cell in cells]
    if len({cell.label for cell in named}) != len(named):  # two models of one name at two addresses
        named = [replace(cell, label=_label(cell, whole=True)) for cell in cells]
    twice = [label for label, count in Counter(cell.label for cell in (*controls, *named)).items() if count > 1]
    if twice:
        raise ConfigError(f"two rows of the plan are called '{twice[0]}'", "give each a 'label' of its own")
    return [*controls, *named]


def _crossed(plan: BenchmarkPlan, row: MethodChoice, task: str) -> Iterator[TableCell]:
    kind: CellKind = "learned" if row.learn else "instruction" if row.instruction else "method"
    if kind == "method" and not row.models and not method_needs_model(row.method):
        yield TableCell(task, row, kind)
        return
    models = row.models or plan.models
    if not models:
        raise ConfigError(
            f"'{row.title}' needs a model, and the plan '{plan.name}' leaves it open",
            "name one with --model, such as http://127.0.0.1:11434/v1#NAME",
        )
    for model in models:
        if kind != "learned":
            yield TableCell(task, row, kind, model)
            continue
        for seed in plan.seeds or (0,):
            for other in models if plan.transfer else (model,):
                yield TableCell(task, row, kind, other, (model, seed))


def _label(cell: TableCell, *, whole: bool = False) -> str:
    def shown(model: str) -> str:
        return model if whole else parse_spec(model).model.rsplit("/", 1)[-1].removesuffix(".gguf")

    parts = [cell.row.title, *([shown(cell.model)] if cell.model else [])]
    if cell.learned_with is not None:
        parts.append(f"learned with {shown(cell.learned_with[0])}, seed {cell.learned_with[1]}")
    return " · ".join(parts)


OUTPUTS = (
    *("plan.json", "evaluations", "instructions", "learn", "tasks.json"),
    *("table.md", "table.csv", "report.html", PUBLIC),
)
_NO_MODEL = "no-model"  # who rewrites is said cell by cell

Read = Callable[[str], Sequence[Document]]
"""Reads documents by path or name."""


@dataclass(frozen=True)
class PreparedTask:
    """One task that could start."""

    task: TuningTask  # what its file says
    tuning: Tuning  # its splits and its objective
    given: Sequence[Document]  # all documents, from which searches make the same splits
    documents: tuple[Document, ...]  # the test documents that everything is measured on
    cells: tuple[TableCell, ...]  # what is measured
    instructions: Mapping[str, LearnedInstruction]  # the instructions of cells, by what the plan calls them
    seen: int = 0  # test documents that are left out because an instruction was learned from them
    reference: str = ""  # the data set whose published results stand beside
    notes: tuple[str, ...] = ()  # what else to know about the documents

    @property
    def file(self) -> TaskFile:
        """What the file of the task says."""
        return self.task.file


@dataclass(frozen=True)
class PreparedTable:
    """A table that could start."""

    plan: BenchmarkPlan  # the plan, with every open choice made
    tasks: tuple[PreparedTask, ...]  # its tasks
    left_out: tuple[LeftOut, ...] = ()  # what the plan names and is not measured

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


def prepare_table(plan: BenchmarkPlan, pool: MeteredPool, read: Read, *, without_absent: bool = False) -> PreparedTable:
    """Read the documents of a plan and open everything it names."""
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


def tools_of(cell: TableCell, file: TaskFile, plan: BenchmarkPlan, pool: MeteredPool) -> Tools:
    """Return what the method of a cell works with."""
    row = cell.row
    purpose = Purpose(row.protect or file.protect, row.preserve or file.preserve)
    tools = Tools(pool, cell.model, attacker_of(plan) or file.attacker, plan.judge or file.judge, purpose)
    attacker = row.attacker or rival_attacker(row.method, file, tools)
    return replace(tools, attacker=attacker, judge=row.judge or rival_judge(row.method, tools))


def attacker_of(plan: BenchmarkPlan) -> str | None:
    """Return who attacks; None where the tasks say so."""
    return plan.attackers[0] if plan.attackers else None


def options_of(cell: TableCell, file: TaskFile) -> dict[str, JsonValue]:
    """Return the options of the method of a cell: those of the plan win over those of the task."""
    return {**rival_options(cell.row.method, file), **cell.row.options}


@dataclass
class _Maker:
    plan: BenchmarkPlan
    pool: MeteredPool
    read: Read
    left_out: list[LeftOut] = field(default_factory=list)

    def task(self, choice: TaskChoice) -> PreparedTask:
        plan = self.plan
        task = load_task(choice.task).with_changes(documents=choice.documents, paper=plan.profile == "paper" or None)
        if choice.limit is not None:
            task = task.with_changes(splits=_shorter(task.file, choice.limit))
        given = list(self.read(task.source()))
        tuning = prepare_tuning(task, given, self.pool, ModelRoles(_NO_MODEL, None, attacker_of(plan), plan.judge))
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
            tuple(unseen[: choice.limit]),
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
