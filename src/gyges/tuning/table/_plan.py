"""Plans of tables: which tasks, instructions, methods and models are compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from gyges._yaml import parse_yaml
from gyges.errors import InputError
from gyges.records import JsonValue
from gyges.runs.benchmark import parse_plan, seed_option

__all__ = ["PlannedRow", "TablePlan", "TaskChoice", "load_table", "shipped_tables"]

_SHIPPED = Path(__file__).parent / "plans"
_KEY = "tasks"  # what makes a plan one of tasks


@dataclass(frozen=True, slots=True)
class TaskChoice:
    """One task of a plan.

    Attributes:
        task: A task that ships by its name, or a YAML file.
        documents: Where its documents are, instead of where the task says.
        limit: So many test documents at most.
        reference: The data set whose published results stand beside; the name of the task if empty.
        optional: Whether the table goes on without it where it cannot be measured, and says so.
    """

    task: str
    documents: str | None = None
    limit: int | None = None
    reference: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """What is measured: one of an instruction, a method, or an instruction that is learned first.

    Attributes:
        instruction: ``seed`` or ``task`` for those of the task, one that ships by its name, a file, or the folder of
            ``gyges tune``, which stands for the best of its menu.
        method: A method as in ``gyges anonymize --method``.
        learn: ``best``: an instruction is learned with each model and each seed.
        label: What it is called in tables.
        options: Options of the method.
        models: Models that rewrite; empty for those of the plan.
        tasks: Only for these tasks; empty for all.
        optional: Whether the table goes on without it where it cannot be used, and says so.
    """

    instruction: str = ""
    method: str = ""
    learn: str = ""
    label: str = ""
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    models: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    optional: bool = False

    @property
    def title(self) -> str:
        """What it is called in tables, model and seed left out."""
        return self.label or self.instruction or self.method or "learned"


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What a table compares: tasks x rows x models, and x seeds where something is learned.

    Attributes:
        name: What it is called.
        description: What it is for, in a sentence or two.
        tasks: The tasks.
        methods: The rows.
        models: The models that rewrite.
        attacker: Who attacks, instead of those of the tasks.
        judge: Who judges, instead of those of the tasks.
        seeds: Seeds of searches.
        transfer: Whether what is learned with one model is also measured with the others.
        learn: Keys of task files for searches, such as ``budget`` and ``counts``.
        limit: So many test documents of each task at most.
        paper: Whether to measure as published.
        references: Published tables to print, by their source.
    """

    name: str
    description: str = ""
    tasks: tuple[TaskChoice, ...] = ()
    methods: tuple[PlannedRow, ...] = ()
    models: tuple[str, ...] = ()
    attacker: str | None = None
    judge: str | None = None
    seeds: tuple[int, ...] = (0,)
    transfer: bool = False
    learn: Mapping[str, JsonValue] = field(default_factory=dict)
    limit: int | None = None
    paper: bool = False
    references: tuple[str, ...] = ()

    def with_flags(
        self,
        *,
        models: Sequence[str] = (),
        attacker: str | None = None,
        judge: str | None = None,
        limit: int | None = None,
        paper: bool | None = None,
    ) -> "TablePlan":
        """Return the plan with what was said on the command line, which wins over the file."""
        return replace(
            self,
            models=tuple(models) or self.models,
            attacker=attacker or self.attacker,
            judge=judge or self.judge,
            limit=limit if self.limit is None else min(limit or self.limit, self.limit),
            paper=self.paper if paper is None else paper,
        )

    def at_seed(self, seed: int) -> "TablePlan":
        """Return the plan of one seed: methods that draw draw with it."""
        rows = []
        for row in self.methods:
            name = seed_option(row.method) if row.method else None
            rows.append(replace(row, options={**row.options, name: seed}) if name else row)
        return replace(self, methods=tuple(rows), seeds=(seed,))


class _TablePart(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class _Task(_TablePart):
    task: str = Field(min_length=1)
    documents: str | None = None
    limit: int | None = Field(default=None, ge=1)
    reference: str = ""
    optional: bool = False


class _TableMethod(_TablePart):
    instruction: str = ""
    method: str = ""
    learn: Literal["", "best"] = ""
    label: str = ""
    options: dict[str, Any] = {}
    models: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    optional: bool = False

    @model_validator(mode="after")
    def _one_of_three(self) -> "_TableMethod":
        if sum(map(bool, (self.instruction, self.method, self.learn))) != 1:
            raise ValueError("name one of instruction, method and learn")
        return self


class _TablePlanFile(_TablePart):
    """The keys of a plan; an unknown one is an error, so that a slip of the pen is not a silent default."""

    name: str = Field(min_length=1)
    description: str = ""
    tasks: tuple[_Task, ...] = Field(min_length=1)
    methods: tuple[_TableMethod, ...] = Field(min_length=1)
    models: tuple[str, ...] = ()
    attacker: str | None = None
    judge: str | None = None
    seeds: tuple[int, ...] = Field(default=(0,), min_length=1)
    transfer: bool = False
    learn: dict[str, Any] = {}
    limit: int | None = Field(default=None, ge=1)
    paper: bool = False
    references: tuple[str, ...] = ()

    @field_validator("tasks", "methods", mode="before")
    @classmethod
    def _short_forms(cls, rows: Any, info: Any) -> Any:
        """Let a plain name stand for a task or a method of that name."""
        key = "task" if info.field_name == "tasks" else "method"
        return [{key: row} if isinstance(row, str) else row for row in rows] if isinstance(rows, list) else rows


def shipped_tables() -> dict[str, str]:
    """Return the plans that ship, by name, each with its description.

    Example:
        >>> "loiseau" in shipped_tables()
        True
    """
    return {path.stem: _parsed(path).description for path in sorted(_SHIPPED.glob("*.yaml"))}


def load_table(source: str | Path) -> TablePlan | None:
    """Read a plan of tasks: one that ships by its name, or a YAML file.

    Returns:
        None if it is neither: not the name of one, or a file without ``tasks``.

    Raises:
        InputError: The file cannot be read.
        ConfigError: It is a plan of tasks, and something is wrong in it.
    """
    path = Path(source)
    if path.is_file():
        return _parsed(path) if _KEY in _keys(path) else None
    shipped = _SHIPPED / f"{source}.yaml"
    return _parsed(shipped) if shipped.is_file() else None


def _keys(path: Path) -> Mapping[str, Any]:
    try:
        data = parse_yaml(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the plan {path} cannot be read ({error})", "name another file") from error
    except yaml.YAMLError:
        return {}  # whoever reads it next says what is wrong
    return data if isinstance(data, dict) else {}


def _parsed(path: Path) -> TablePlan:
    file = parse_plan(
        path.read_text(encoding="utf-8"), str(path), _TablePlanFile, {"tasks": _Task, "methods": _TableMethod}
    )
    shared = {name: getattr(file, name) for name in _TablePlanFile.model_fields if name not in ("tasks", "methods")}
    tasks = tuple(TaskChoice(**row.model_dump()) for row in file.tasks)
    methods = tuple(PlannedRow(**row.model_dump()) for row in file.methods)
    return TablePlan(tasks=tasks, methods=methods, **shared)
