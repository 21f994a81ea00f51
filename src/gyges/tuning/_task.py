"""Task files: what to protect, what to keep, on which documents, for how many questions."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, Field, ValidationError

from gyges._yaml import parse_yaml
from gyges.errors import ConfigError, UnknownNameError
from gyges.tuning._meter import Unit
from gyges.tuning._outcome import Goal, GoalKind
from gyges.tuning._search import SearchOptions
from gyges.tuning._splits import TRAIN, VALIDATION
from gyges.tuning.objectives import KINDS

SEED_INSTRUCTION = "Rewrite the text so that it is anonymous."
"""Says as little as the published seed, in words that lead to a text."""

BUDGET = 1500
"""Budget of a search (section 4 of the paper, which counts rewrites; ours counts questions unless the task says so)."""

FINALISTS = 6
_SHIPPED = Path(__file__).parent / "tasks"


class _Part(BaseModel, extra="forbid", frozen=True):
    pass


class GoalPart(_Part):
    """What is better."""

    kind: GoalKind = "weighted"
    weight: float = 0.5
    floor: float | None = None


class SplitsPart(_Part):
    """How many documents are for what."""

    train: int = Field(default=TRAIN, ge=1)
    validation: int = Field(default=VALIDATION, ge=1)
    test: int | None = Field(default=None, ge=1)
    seed: int | None = None


class SearchPart(_Part):
    """How is searched."""

    phases: Literal["both", "warm", "rich"] = "both"
    feedback: Literal["code", "agent"] = "code"
    patience: int = Field(default=5, ge=1)
    threshold: float = Field(default=0.05, ge=0)
    minibatch: int = Field(default=3, ge=1)
    sample: float = Field(default=0.3, gt=0, le=1)


class PersonPart(_Part):
    """Whom methods that attack as they rewrite protect, so that they play by the rules of the task.

    `identity` has them name the person, as the attacker of the task does.
    """

    target: str = Field(default="author", min_length=1)
    attributes: Literal["author-8", "tab-8"] = "author-8"
    identity: bool = False


class TaskFile(_Part):
    """The keys of a task file; an unknown one is an error, so that a slip of the pen is not a silent default."""

    name: str = Field(min_length=1, max_length=60, pattern=r"^[\w.-]+$")
    kind: str
    description: str = ""
    documents: str | None = None
    split: str | None = None
    shortest: int = Field(default=0, ge=0)
    longest: int | None = Field(default=None, ge=1)
    group: str | None = None
    protect: str = ""
    preserve: str = ""
    seed_instruction: str = SEED_INSTRUCTION
    task_instruction: str | None = None
    options: dict[str, str | int | float | bool] = {}
    attacker: str = "rules"
    judge: str | None = None
    embedding: str | None = None
    style: str | None = None
    cross_encoder: str | None = None
    paper: bool = False
    person: PersonPart = PersonPart()
    goal: GoalPart = GoalPart()
    splits: SplitsPart = SplitsPart()
    search: SearchPart = SearchPart()
    counts: Unit = "questions"
    budget: int = Field(default=BUDGET, ge=1)
    test_budget: int = Field(default=BUDGET, ge=0)
    finalists: int = Field(default=FINALISTS, ge=1)
    final_choice: Literal["within", "extra"] = "within"
    seed: int = 0

    def besides(self, validation: int) -> int:
        """Return how many rewrites the final choice may take besides the budget; 0 where it is part of it."""
        return self.finalists * validation if self.final_choice == "extra" else 0

    @property
    def split_seed(self) -> int:
        """The seed that decides who is on which side."""
        return self.seed if self.splits.seed is None else self.splits.seed


@dataclass(frozen=True)
class TuningTask:
    """A task: its file, and where that stands."""

    file: TaskFile  # what the file says
    folder: Path | None = None  # the folder of the file, which paths in it are relative to; None for a task that ships

    @property
    def goal(self) -> Goal:
        """What is better."""
        return Goal(self.file.goal.kind, self.file.goal.weight, self.file.goal.floor)

    @property
    def search(self) -> SearchOptions:
        """How is searched."""
        return SearchOptions(**self.file.search.model_dump())

    def source(self) -> str:
        """Return where the documents are: a path, the name of a benchmark, or ``bundled``."""
        given = self.file.documents
        if not given:
            raise ConfigError(f"the task '{self.file.name}' names no documents", "name them with --documents")
        beside = self.folder / given if self.folder else None
        return str(beside) if beside is not None and beside.exists() else given

    def with_changes(self, **changes: Any) -> "TuningTask":
        """Return the task with other values for some keys; None changes nothing."""
        given = {name: value for name, value in changes.items() if value is not None}
        return replace(self, file=_checked({**self.file.model_dump(), **given}, self.file.name))


def shipped_tasks() -> dict[str, str]:
    """Return the tasks that ship, with a line about each."""
    found = sorted(_SHIPPED.glob("*.yaml"))
    return {path.stem: _read(path).description for path in found}


def load_task(source: str | Path) -> TuningTask:
    """Read a task: one that ships by its name, or a YAML file."""
    path = Path(source).expanduser()
    shipped = _SHIPPED / f"{source}.yaml"
    if not path.is_file() and path.suffix.lower() in (".yaml", ".yml"):
        raise ConfigError(f"there is no task file {path}", "check the path")
    if path.is_file():
        return TuningTask(_read(path), path.resolve().parent)
    if shipped.is_file():
        return TuningTask(_read(shipped))
    raise UnknownNameError(f"there is no task '{source}'", f"name a YAML file or one of {', '.join(shipped_tasks())}")


def _read(path: Path) -> TaskFile:
    try:
        data = parse_yaml(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"{path} is not YAML ({error})", "fix the file") from error
    if not isinstance(data, dict):
        raise ConfigError(f"{path} holds no task", "write keys such as name, kind and documents")
    data.setdefault("name", path.stem)
    return _checked(data, str(path))


def _checked(data: dict[str, Any], where: str) -> TaskFile:
    try:
        file = TaskFile.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        key = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ConfigError(f"{where}: {key}: {first['msg']}", "fix the task") from error
    if file.kind not in KINDS:
        raise ConfigError(f"{where}: there is no kind of task '{file.kind}'", f"use one of {', '.join(KINDS)}")
    if file.final_choice == "extra" and file.counts != "rewrites":
        raise ConfigError(f"{where}: what the final choice costs is known in rewrites alone", "set counts: rewrites")
    Goal(file.goal.kind, file.goal.weight, file.goal.floor)
    return file
