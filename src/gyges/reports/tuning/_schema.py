"""The file ``tuning.json``, version 1: what a report on a task is made from."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from gyges.errors import InputError
from gyges.scoring import RateRow

__all__ = [
    "BaselineRow",
    "CandidateRow",
    "CurveRow",
    "MenuRow",
    "ScoreRow",
    "TestRow",
    "TuningFile",
    "load_tuning_file",
]


class _TuningRow(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow")


class ScoreRow(_TuningRow):
    """Mean scores."""

    privacy: float
    utility: float
    worst: float


class TestRow(_TuningRow):
    """Scores on test documents, with intervals; `strong` is CPR from a strong reader, estimated."""

    __test__ = False  # the name is no wish to be collected

    privacy: RateRow
    utility: RateRow
    worst: RateRow
    documents: int
    failed: int
    strong: RateRow | None = None


class CandidateRow(_TuningRow):
    """One instruction of the pool."""

    number: int
    parent: int | None
    phase: str
    reason: str = ""
    check: list[str] = []
    calls: int
    instruction: str
    estimate: ScoreRow
    scored_on: int
    whole: bool
    menu: str | None = None


class AttemptRow(_TuningRow):
    """One proposal that was dropped."""

    parent: int
    phase: str
    outcome: str
    calls: int


class CurveRow(_TuningRow):
    """The best score after so many calls."""

    calls: int
    best: float
    phase: str


class MenuRow(_TuningRow):
    """One instruction of the menu."""

    name: str
    file: str
    number: int
    instruction: str
    validation: ScoreRow
    test: TestRow | None = None


class BaselineRow(_TuningRow):
    """Something else that was measured."""

    name: str
    calls: int
    left_out: str = ""
    test: TestRow | None = None


class SearchRow(_TuningRow):
    """How was searched."""

    name: str
    turned: int | None = None
    ended: str = ""


class ImprovementRow(_TuningRow):
    """Whether anything improved."""

    words: str
    difference: dict[str, RateRow] = {}


class DocumentsRow(_TuningRow):
    """How many documents were for what."""

    train: int
    validation: int
    test: int
    tested: int
    duplicates: int = 0
    notes: list[str] = []


class BudgetUseRow(_TuningRow):
    """Calls made and allowed."""

    used: int
    cap: int


class TuningFile(_TuningRow):
    """A task that was run."""

    version: Literal[1] = 1
    gyges: str
    task: dict[str, object]
    goal: str
    prompts: dict[str, str] = {}
    roles: dict[str, str | None]
    objective: dict[str, str]
    documents: DocumentsRow
    budget: dict[str, BudgetUseRow]
    calls_per_document: int
    search: SearchRow
    candidates: list[CandidateRow]
    attempts: list[AttemptRow]
    curve: list[CurveRow]
    menu: list[MenuRow]
    withdrawn: list[MenuRow] = []
    seed: MenuRow
    baselines: list[BaselineRow] = []
    improvement: ImprovementRow
    spent_now: dict[str, float | int | None] = {}


def load_tuning_file(path: Path) -> TuningFile:
    """Read ``tuning.json``, or the one in the folder of a task.

    Raises:
        InputError: There is none, or it is of another kind.
    """
    file = path / "tuning.json" if path.is_dir() else path
    try:
        return TuningFile.model_validate_json(file.read_bytes())
    except OSError as error:
        raise InputError(f"{file} cannot be read ({error.strerror})", "name a tuning.json or its folder") from error
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in problem["loc"]) or "the file"
        raise InputError(f"{file} is no tuning.json of version 1 ({where}: {problem['msg']})", "tune again") from error
