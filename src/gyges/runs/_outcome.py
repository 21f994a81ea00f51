"""How units and runs end."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Literal, Self, TypeAlias

from gyges.errors import BudgetExhaustedError, GygesError, RunError
from gyges.records import JsonValue, Release
from gyges.runs._canonical import JsonLine, compact

UNREACHED = "the run was stopped before"
"""Why a document has no outcome when a run ended early."""

_LONGEST_REASON = 1000
_STAGES = ("read", "truth", "release", "attack", "match")

Stopped: TypeAlias = Literal["interrupted", "budget", "error"]
"""Why a run ended early: Ctrl-C or cancellation, the budget, or an error that the caller is given."""


@dataclass(frozen=True, slots=True)
class UnitOutcome:
    """How one stage of one document ended."""

    stage: str  # name of the stage
    document_id: str  # the document
    done: bool  # whether there is a value
    value: JsonValue = None
    code: str = ""
    reason: str = ""  # why it failed; empty when done

    @classmethod
    def failure(cls, stage: str, document_id: str, error: Exception) -> Self:
        """Return the outcome of a unit whose work raised an error."""
        if isinstance(error, GygesError):
            code, reason = error.code, str(error)
        else:
            code, reason = "UNEXPECTED", f"{type(error).__name__}: {error}"
        return cls(stage, document_id, done=False, code=code, reason=_shortened(reason))

    def to_line(self) -> JsonLine:
        """Return what the journal keeps."""
        if self.done:
            return done_line(self.stage, self.document_id, JsonLine.of(self.value))
        head: dict[str, JsonValue] = {"stage": self.stage, "document": self.document_id, "status": "failed"}
        return JsonLine.of({**head, "code": self.code, "reason": self.reason})

    @classmethod
    def of(cls, line: bytes) -> Self:
        """Return the outcome that the journal keeps."""
        try:
            row = dict(json.loads(line))
            return cls(
                stage=str(row["stage"]),
                document_id=str(row["document"]),
                done={"done": True, "failed": False}[row["status"]],
                value=row.get("value"),
                code=str(row.get("code", "")),
                reason=str(row.get("reason", "")),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise RunError("the journal holds a record of another kind", "name a new run folder") from error


def done_line(stage: str, document_id: str, value: JsonLine) -> JsonLine:
    """Return what the journal keeps of a unit whose work returned a value."""
    head = compact({"stage": stage, "document": document_id, "status": "done"})
    return JsonLine(f'{head[:-1]},"value":{value.text}}}')


@dataclass(frozen=True, slots=True)
class FailedUnit:
    """A document that failed, at what, and why."""

    id: str
    stage: str
    reason: str


@dataclass(frozen=True, slots=True)
class RunSummary:
    """What became of every document.

    Each document taken from the source is finished, or is in `failed`, or in `unscored`.
    """

    documents: int  # how many were taken from the source
    total: int | None  # how many the source has; None when it did not say and was not read to its end
    finished: int  # of how many the work is done
    reused: int = 0  # how many of them the journal had done already
    failed: tuple[FailedUnit, ...] = ()  # those that failed, in the order of the documents
    unscored: tuple[str, ...] = ()
    stopped: Stopped | None = None  # why the run ended early; None when it went through

    def to_payload(self, stage: str) -> dict[str, JsonValue]:
        """Return the summary of a stage as written to ``summary.json``."""
        counts: dict[str, JsonValue] = {"done": self.finished - self.reused, "reused": self.reused}
        return {
            "version": 1,
            "documents": self.documents,
            "total": self.total,
            "finished": self.finished,
            "stages": {stage: {**counts, "failed": len(self.failed)}},
            "failed": [asdict(unit) for unit in self.failed],
            "unscored": list(self.unscored),
            "stopped": self.stopped,
        }


@dataclass(frozen=True, slots=True)
class Anonymized:
    """A corpus after a method."""

    method: str  # the method, as releases name it
    releases: Mapping[str, Release]
    failures: Mapping[str, str]  # why a document has no release, by id
    summary: RunSummary  # how the run ended


def used_up(done: int, total: int, what: str = "documents") -> BudgetExhaustedError:
    """Return the error that says how far a budget went."""
    return BudgetExhaustedError(
        f"the budget is used up: {done:,} of {total:,} {what} were done",
        "raise --max-calls or --max-usd and run the same command to go on",
    )


def check_budget(summary: RunSummary) -> None:
    """Tell a run that stopped for want of budget from one that went through."""
    if summary.stopped == "budget":
        raise used_up(summary.finished, summary.documents if summary.total is None else summary.total)


def closing_sentence(summary: RunSummary) -> str:
    """Return what to tell the user at the end of a run.

    Example:
        >>> closing_sentence(RunSummary(documents=130, total=200, finished=120, stopped="interrupted"))
        'Stopped: 120 of 200 documents done. Run the same command again to go on.'
    """
    of = "" if summary.total is None else f" of {summary.total}"
    failed = f", {len(summary.failed)} failed" if summary.failed else ""
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
