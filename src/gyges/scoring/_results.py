"""The file ``results.json``, version 1: everything an audit found out, for machines and for reports."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from gyges.errors import InputError
from gyges.records import DecidedBy, Fact, Subject, Verdict
from gyges.scoring._scored import ScoredDocument, ScoredSubject

__all__ = [
    "CoverageRow",
    "FactResult",
    "FailureRow",
    "RateRow",
    "Results",
    "SubjectResult",
    "load_results",
    "scored_from_results",
]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow")


class RateRow(_Row):
    """A figure with its 95 % interval; None where there was nothing to divide by.

    `all_leaked` and `none_leaked` are what it would be if all, or none, of what could not be scored had leaked.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    numerator: float | None = None
    denominator: float | None = None
    all_leaked: float | None = None
    none_leaked: float | None = None


class FailureRow(_Row):
    """A document that could not be released, attacked or scored."""

    id: str
    stage: str
    reason: str


class CoverageRow(_Row):
    """How much of the corpus the figures speak for.

    `open` counts the unscored facts that can have leaked, `unread` the failed texts that attacker or labeller cannot
    read, by language; `out_of_budget` says why calls to models were refused.
    """

    documents: int
    attacked: int
    failed: list[FailureRow] = []
    facts: int
    unscored: int
    open: int | None = None
    unread: dict[str, int] = {}
    out_of_budget: str = ""

    @property
    def share(self) -> float | None:
        """How much is known, of the documents or of the facts, whichever is less; None without documents."""
        if not self.documents:
            return None
        unknown = self.unscored if self.open is None else self.open
        scored = (self.facts - unknown) / self.facts if self.facts else 1.0
        return min(self.attacked / self.documents, scored)


class FactResult(_Row):
    """One true fact after the attack.

    `evidence` holds the attacker's words from the released text, `found_by` which of several attackers guessed,
    `at_most` the most that can have leaked where there is no score.
    """

    tag: str
    truth: str
    guess: str | None
    score: float | None
    decided_by: str
    evidence: list[str] = []
    certainty: int | None = None
    guess_certainty: int | None = None
    hardness: int | None = None
    cue: str | None = None
    found_by: str | None = None
    at_most: float | None = None


class SubjectResult(_Row):
    """One true person after the attack; `strong` is the protection expected from a strong reader."""

    document: str
    id: str
    description: str
    matched_to: str | None
    facts: list[FactResult]
    strong: float | None = None


class StrongRow(_Row):
    """What a strong reader is expected to leave protected: an estimate, by which make, fitted on what."""

    by: dict[str, str]
    by_tag: dict[str, RateRow] = {}
    left_out: dict[str, str] = {}


class Results(_Row):
    """One audit. `genres` counts the texts of each genre, where the attacker told one."""

    version: Literal[1] = 1
    profile: str
    attacker: dict[str, object]
    judge: dict[str, object]
    anonymizer: dict[str, object] | None
    truth: str = "annotated"
    coverage: CoverageRow
    metrics: dict[str, RateRow]
    by_tag: dict[str, RateRow]
    by_hardness: dict[str, RateRow]
    by_type: dict[str, RateRow]
    by_location_level: dict[str, RateRow] = {}
    calibration: list[dict[str, float | int | None]] = []
    spans: dict[str, RateRow] | None = None
    utility: dict[str, RateRow] | None = None
    controls: dict[str, RateRow] = {}
    agreement: dict[str, object] | None = None
    combination: dict[str, object] | None = None
    strong: StrongRow | None = None
    genres: dict[str, int] = {}
    cost: dict[str, float | int | None]
    subjects: list[SubjectResult]


def load_results(path: Path) -> Results:
    """Read ``results.json``, or the one in a run folder."""
    file = path / "results.json" if path.is_dir() else path
    try:
        return Results.model_validate_json(file.read_bytes())
    except OSError as error:
        raise InputError(
            f"{file} cannot be read ({error.strerror})", "name a results.json or its run folder"
        ) from error
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in problem["loc"]) or "the file"
        raise InputError(
            f"{file} is no results.json of version 1 ({where}: {problem['msg']})", "audit again"
        ) from error


def scored_from_results(results: Results) -> list[ScoredDocument]:
    """Return the scored documents behind a results file, as far as it holds them."""
    failed = {failure.id: failure.reason for failure in results.coverage.failed}
    people: dict[str, list[ScoredSubject]] = {id_: [] for id_ in failed}
    for subject in results.subjects:
        verdicts = tuple(_verdict(fact) for fact in subject.facts)
        truth = Subject(subject.id, subject.description, tuple(verdict.truth for verdict in verdicts))
        people.setdefault(subject.document, []).append(ScoredSubject(truth, subject.matched_to, verdicts))
    return [ScoredDocument(id_, tuple(rows), 0, failed.get(id_)) for id_, rows in people.items()]


def _verdict(row: FactResult) -> Verdict:
    truth = Fact(row.tag, row.truth, 5 if row.certainty is None else row.certainty, row.hardness or 0)
    guess = None
    if row.guess is not None:
        guess = Fact(row.tag, row.guess, row.guess_certainty or 0, evidence=tuple(row.evidence))
    return Verdict(truth, guess, row.score, DecidedBy(row.decided_by), 1.0 if row.at_most is None else row.at_most)
