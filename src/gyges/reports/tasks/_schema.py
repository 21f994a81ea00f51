"""The file ``tasks.json``, version 1: what a report on a table of tasks is made from."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from gyges.scoring import RateRow

__all__ = ["LearnedRow", "TaskCellRow", "TaskRow", "TasksFile"]


class _TasksRow(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow")


class TaskRow(_TasksRow):
    """One task: what its figures mean, and on how many documents they rest."""

    name: str
    kind: str
    privacy: str
    utility: str
    attacker: str | None = None
    judge: str | None = None
    documents: int
    seen: int = 0
    reference: str
    notes: list[str] = []


class LearnedRow(_TasksRow):
    """With which model and seed an instruction was learned, and for which task."""

    model: str
    seed: int
    task: str


class LearningRow(_TasksRow):
    """What a search took, counted both ways."""

    used: int
    cap: int
    questions: int
    rewrites: int


class ExamRow(_TasksRow):
    """Figures on the test documents; one that failed scores 0 on both sides."""

    privacy: RateRow
    utility: RateRow
    worst: RateRow
    documents: int
    failed: int


class TaskCellRow(_TasksRow):
    """One row with one model on one task."""

    task: str
    label: str
    title: str
    kind: Literal["control", "instruction", "method", "learned"]
    model: str | None = None
    learned: LearnedRow | None = None
    test: ExamRow
    calls: int
    learning: LearningRow | None = None
    on_front: bool = False


class TaskLeftOutRow(_TasksRow):
    """What the plan names and was not measured."""

    what: str
    reason: str


class TasksFile(_TasksRow):
    """A table of tasks that has been measured."""

    version: Literal[1] = 1
    gyges: str
    name: str
    description: str = ""
    paper: bool = False
    references: list[str] = []
    tasks: list[TaskRow]
    cells: list[TaskCellRow]
    left_out: list[TaskLeftOutRow] = []
    spent_now: dict[str, float | int | None] = {}
    prompts: dict[str, str] = {}

    def cells_of(self, task: str) -> list[TaskCellRow]:
        """Return the cells of one task, in the order of the plan."""
        return [cell for cell in self.cells if cell.task == task]
