"""How units and runs end."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Literal, Self, TypeAlias

from gyges.errors import BudgetExhaustedError, GygesError, RunError
from gyges.records import JsonValue
from gyges.runs._canonical import JsonLine, compact

__all__ = [
    "UNREACHED",
    "FailedUnit",
    "RunSummary",
    "StageCount",
    "Stopped",
    "UnitOutcome",
    "UnitStatus",
    "check_budget",
    "closing_sentence",
    "failure_row",
    "used_up",
]

UNREACHED = "the run was stopped before"
"""Why a document has no outcome when a run ended early."""

_LONGEST_REASON = 1000
_STAGES = ("truth", "release", "attack", "match")

Stopped: TypeAlias = Literal["interrupted", "budget", "error"]
"""Why a run ended early: Ctrl-C or cancellation, the budget, or an error that the caller is given."""


class UnitStatus(StrEnum):
    """A unit has a value, or a reason why not."""

    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, eq=False)
class UnitOutcome:
    """How one stage of one document ended.

    Attributes:
        stage: Name of the stage.
        document_id: The document.
        digest: Name of the unit in the journal; see `unit_digest`.
        status: Done or failed.
        value: What the work returned; None when it failed.
        code: Code of the error (GY306), ``UNEXPECTED`` for one that is not ours, ``UPSTREAM`` where a needed stage
            failed; empty when done.
        reason: Why it failed; empty when done.
    """

    stage: str
    document_id: str
    digest: str
    status: UnitStatus
    _value: "JsonValue | JsonLine" = None
    code: str = ""
    reason: str = ""

    @property
    def value(self) -> JsonValue:
        value = self._value
        return value.read() if isinstance(value, JsonLine) else value

    def __eq__(self, other: object) -> bool:
        """Whether both ended alike, whether or not somebody has read the value."""
        if not isinstance(other, UnitOutcome):
            return NotImplemented
        return self._told() == other._told()

    def _told(self) -> tuple[object, ...]:
        return self.stage, self.document_id, self.digest, self.status, self.value, self.code, self.reason

    @property
    def done(self) -> bool:
        """Whether there is a value."""
        return self.status is UnitStatus.DONE

    @classmethod
    def success(cls, stage: str, document_id: str, digest: str, value: JsonLine) -> Self:
        """Return the outcome of a unit whose work returned a value, as it will be read back from the journal."""
        return cls(stage, document_id, digest, UnitStatus.DONE, value)

    @classmethod
    def failure(cls, stage: str, document_id: str, digest: str, error: Exception) -> Self:
        """Return the outcome of a unit whose work raised an error."""
        if isinstance(error, GygesError):
            code, reason = error.code, str(error)
        else:
            code, reason = "UNEXPECTED", f"{type(error).__name__}: {error}"
        return cls(stage, document_id, digest, UnitStatus.FAILED, code=code, reason=_shortened(reason))

    @classmethod
    def downstream(cls, stage: str, digest: str, cause: "UnitOutcome") -> Self:
        """Return the outcome of a unit that could not start because one it needs has failed."""
        # The first cause is what helps, not the chain from it to here.
        reason = cause.reason if cause.code == "UPSTREAM" else f"{cause.stage} failed: {cause.reason}"
        return cls(stage, cause.document_id, digest, UnitStatus.FAILED, code="UPSTREAM", reason=reason)

    def to_line(self) -> JsonLine:
        """Return what the journal keeps under the digest."""
        head: dict[str, JsonValue] = {"stage": self.stage, "document": self.document_id, "status": self.status.value}
        if not self.done:
            return JsonLine.of({**head, "code": self.code, "reason": self.reason})
        value = self._value if isinstance(self._value, JsonLine) else JsonLine.of(self._value)
        return JsonLine(f'{compact(head)[:-1]},"value":{value.text}}}')

    @classmethod
    def from_line(cls, digest: str, text: bytes) -> Self:
        """Return the outcome that the journal keeps, as it is written there; errors as for `from_payload`."""
        try:
            return cls.from_payload(digest, json.loads(text))
        except json.JSONDecodeError as error:
            raise RunError(f"the journal holds no record under {digest}", "name a new run folder") from error

    @classmethod
    def from_payload(cls, digest: str, payload: JsonValue) -> Self:
        """Return the outcome that the journal keeps.

        Raises:
            RunError: The record is none of ours.
        """
        try:
            row = dict(payload)  # type: ignore[arg-type]  # anything else lands in the except below
            return cls(
                stage=str(row["stage"]),
                document_id=str(row["document"]),
                digest=digest,
                status=UnitStatus(str(row["status"])),
                _value=row.get("value"),
                code=str(row.get("code", "")),
                reason=str(row.get("reason", "")),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise RunError(
                f"the journal holds a record of another kind under {digest}", "name a new run folder"
            ) from error


@dataclass(frozen=True, slots=True)
class StageCount:
    """How the units of one stage ended: done now, taken from the journal, failed."""

    done: int = 0
    reused: int = 0
    failed: int = 0


@dataclass(frozen=True, slots=True)
class FailedUnit:
    """A document that failed at a stage, and why."""

    id: str
    stage: str
    reason: str


@dataclass(frozen=True, slots=True)
class RunSummary:
    """What became of every document.

    Each document taken from the source is finished, or has a unit in `failed`, or stands in `unscored`.

    Attributes:
        documents: How many were taken from the source.
        total: How many the source has; None when it did not say and was not read to its end.
        finished: How many went through all stages.
        stages: Counts by stage, in the order of the plan.
        failed: All failed units, in the order of documents and stages.
        unscored: Ids of documents the run did not bring to an end. After an interruption these are the ones already
            taken from the source, and the rest too where the source is a sequence.
        stopped: Why the run ended early; None when it went through.
    """

    documents: int
    total: int | None
    finished: int
    stages: Mapping[str, StageCount] = field(default_factory=dict)
    failed: tuple[FailedUnit, ...] = ()
    unscored: tuple[str, ...] = ()
    stopped: Stopped | None = None

    @property
    def failed_documents(self) -> int:
        """How many documents failed at one stage or more."""
        return len({unit.id for unit in self.failed})

    def to_payload(self) -> dict[str, JsonValue]:
        """Return the summary as written to ``summary.json``."""
        return {
            "version": 1,
            "documents": self.documents,
            "total": self.total,
            "finished": self.finished,
            "stages": {name: asdict(count) for name, count in self.stages.items()},
            "failed": [asdict(unit) for unit in self.failed],
            "unscored": list(self.unscored),
            "stopped": self.stopped,
        }


def used_up(done: int, total: int, what: str = "documents") -> BudgetExhaustedError:
    """Return the error that says how far a budget went."""
    return BudgetExhaustedError(
        f"the budget is used up: {done:,} of {total:,} {what} were done",
        "raise --max-calls or --max-usd and run the same command to go on",
    )


def check_budget(summary: RunSummary) -> None:
    """Tell a run that stopped for want of budget from one that went through.

    Raises:
        BudgetExhaustedError: The budget was used up before the end.
    """
    if summary.stopped == "budget":
        raise used_up(summary.finished, summary.documents if summary.total is None else summary.total)


def closing_sentence(summary: RunSummary) -> str:
    """Return what to tell the user at the end of a run.

    Example:
        >>> closing_sentence(RunSummary(documents=130, total=200, finished=120, stopped="interrupted"))
        'Stopped: 120 of 200 documents done. Run the same command again to go on.'
    """
    of = "" if summary.total is None else f" of {summary.total}"
    failed = f", {summary.failed_documents} failed" if summary.failed else ""
    state = f"{summary.finished}{of} documents done{failed}."
    if summary.stopped is None:
        again = " Run the same command again to retry what failed." if summary.failed else ""
        return f"Finished: {state}{again}"
    if summary.stopped == "budget":
        return f"Stopped, the budget is used up: {state} Raise it and run the same command again to go on."
    return f"Stopped: {state} Run the same command again to go on."


def _shortened(reason: str) -> str:
    # An error may quote a whole document; the head says enough.
    return reason if len(reason) <= _LONGEST_REASON else reason[: _LONGEST_REASON - 1] + "…"


def failure_row(id_: str, reason: str) -> dict[str, JsonValue]:
    """Return a document that failed as results tell it; a reason may begin with the stage, else it was the attack."""
    stage, _, rest = reason.partition(": ")
    return (
        {"id": id_, "stage": stage, "reason": rest}
        if stage in _STAGES
        else {"id": id_, "stage": "attack", "reason": reason}
    )
