"""The file ``results.json``, version 1: everything an audit found out, for machines and for reports."""

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from gyges.errors import InputError
from gyges.records import DecidedBy, Fact, Subject, Tier, Verdict, taxonomy
from gyges.scoring._scored import ScoredDocument, ScoredSubject
from gyges.sealing import read_at_rest

__all__ = [
    "PEOPLE",
    "STRANGERS",
    "AnonymityRow",
    "ConfirmedRow",
    "CoverageRow",
    "FactResult",
    "FailureRow",
    "KnownPersonRow",
    "KnownRow",
    "PersonSetRow",
    "RangeRow",
    "RateRow",
    "ReadRow",
    "Results",
    "StrangerFact",
    "StrangerResult",
    "SubjectResult",
    "is_direct",
    "is_scored",
    "leaked_share",
    "load_results",
    "results_files",
    "scored_from_results",
    "worst_first",
]


RESULTS = "results.json"

PEOPLE, STRANGERS = "people.jsonl", "strangers.jsonl"
"""Files beside it that hold a row for everybody, where there are too many to list."""

_TAXONOMIES_OF_FACTS = ("spia", "author")


class _ResultsRow(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow")


class RateRow(_ResultsRow):
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


class FailureRow(_ResultsRow):
    """A document that could not be released, attacked or scored."""

    id: str
    stage: str
    reason: str


class CoverageRow(_ResultsRow):
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
    def unknown(self) -> int:
        """How many facts can have leaked without anybody knowing; all unscored ones where a file does not tell."""
        return self.unscored if self.open is None else self.open

    @property
    def share(self) -> float | None:
        """How much is known, of the documents or of the facts, whichever is less; None without documents."""
        if not self.documents:
            return None
        scored = (self.facts - self.unknown) / self.facts if self.facts else 1.0
        return min(self.attacked / self.documents, scored)


class FactResult(_ResultsRow):
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

    @property
    def leaked_at_most(self) -> float:
        """The score, or the most that can have leaked where there is none: a failure is never privacy."""
        if self.score is not None:
            return self.score
        return 1.0 if self.at_most is None else self.at_most


class SubjectResult(_ResultsRow):
    """One true person after the attack.

    `again` holds the ids of further listings of the same person, `candidates` the ids of those one of whom it may be,
    where nobody can tell; what was said of candidates stands among the strangers; `strong` is the
    protection expected from a strong reader.
    """

    document: str
    id: str
    description: str
    matched_to: str | None
    facts: list[FactResult]
    again: list[str] = []
    candidates: list[str] = []
    strong: float | None = None


class StrangerFact(_ResultsRow):
    """What the attacker said of somebody who was matched to nobody."""

    tag: str
    guess: str
    certainty: int | None = None
    evidence: list[str] = []


class StrangerResult(_ResultsRow):
    """Somebody whom the attacker listed and who was matched to nobody; candidates for somebody are among them."""

    document: str
    id: str
    description: str = ""
    facts: list[StrangerFact] = []


class ReadRow(_ResultsRow):
    """By whom how many of the documents were read, where a strong reader did read some of these very releases.

    `failed` more have no release, and count as leaked.
    """

    by: str
    documents: int
    of: int
    failed: int = 0


class StrongRow(_ResultsRow):
    """What a strong reader is expected to leave protected: an estimate, by which make, fitted on what.

    `read` says what `read_cpr` and `read_ipr` among the metrics rest on, which were measured and not estimated.
    """

    by: dict[str, str]
    by_tag: dict[str, RateRow] = {}
    left_out: dict[str, str] = {}
    read: ReadRow | None = None


class StratumRow(_ResultsRow):
    """Documents that are alike: how many there are, and how many of them were drawn."""

    documents: int
    drawn: int


class ConfirmedRow(_ResultsRow):
    """What a drawn sample, read by a strong reader, says about all documents together with what was predicted.

    `drawn` of `documents` were to be read, those in `failed` could not be and count as leaked; so do those in `lost`,
    which have no release and are not among the `documents`. `weight` is how much
    the predictions of `predicted_by` count; reading `more_to_halve` documents more would halve the intervals.
    """

    by: str
    matcher: str = "rules"
    predicted_by: str = ""
    documents: int
    drawn: int
    failed: list[FailureRow] = []
    lost: list[FailureRow] = []
    seed: int = 0
    strata: list[StratumRow] = []
    cpr: RateRow
    ipr: RateRow
    weight: dict[str, float] = {}
    width: dict[str, float] = {}
    expected_width: dict[str, float] = {}
    more_to_halve: int = 0


class RangeRow(_ResultsRow):
    """A rough number: the best guess, the least and the most it may be."""

    value: float
    low: float
    high: float


class NotCountedRow(_ResultsRow):
    """A fact that no table of people knows, so that it narrows nothing down."""

    tag: str
    value: str


class PersonSetRow(_ResultsRow):
    """How many people fit what is told about one person, that person included.

    `size` is 1 where a direct identifier is told; `people` is the narrowest of `world`, `country` and `place` that is
    known, which `scope` names. `besides` are kinds that are told and not counted.
    """

    document: str
    id: str
    size: float
    direct: list[str] = []
    besides: list[str] = []
    unscored: int = 0
    people: RangeRow
    scope: str
    at_most: float
    world: RangeRow
    country: RangeRow | None = None
    place: RangeRow | None = None
    counted: list[str] = []
    not_counted: list[NotCountedRow] = []


class AnonymityRow(_ResultsRow):
    """How many people fit what is told, estimated from public statistics as if facts were independent.

    `risk` is the mean chance to point to the right person among those who fit, `few` the share of people whom fewer
    than `few_below` fit; `controls` hold both for the original texts and for a guess without the text.
    """

    risk: RateRow
    few: RateRow
    few_below: int
    controls: dict[str, RateRow] = {}
    people: list[PersonSetRow] = []


class KnownFactRow(_ResultsRow):
    """One true fact: known before, learned from the release, or hidden still; halves where only part of it is."""

    tag: str
    status: str
    known: float
    learned: float


class KnownPersonRow(_ResultsRow):
    """One person beside what is known: the own row, if there is one, and how many rows fit what the release tells."""

    document: str
    id: str
    row: str | None
    rows: int
    rows_at_most: int
    own_fits: bool | None
    unique: bool
    unscored: bool = False
    facts: list[KnownFactRow] = []


class KnownRow(_ResultsRow):
    """What the release adds to what an adversary knows already: `rows` people, some of them read in `documents`.

    `known` is the share of all facts known before, `learned` the share of the others that the release tells, `unique`
    the share of people in the register to whose row alone the release points. `by_tag` counts facts by kind.
    """

    rows: int
    documents: int = 0
    failed: list[FailureRow] = []
    left_out: list[str] = []
    known: RateRow
    learned: RateRow
    unique: RateRow
    controls: dict[str, RateRow] = {}
    by_tag: dict[str, dict[str, float]] = {}
    people: list[KnownPersonRow] = []


class Results(_ResultsRow):
    """One audit.

    `genres` counts the texts of each genre, where the attacker told one; `prompts` names the user's own prompts that
    stood in the place of ours, with a digest each.
    Of very many people the worst are among the `subjects`; all are in `PEOPLE` and `STRANGERS` beside the file.
    `by_people` is the protection by how many people a text is about. `first_guess_by_tag` and
    `first_guess_by_place` are there for data about authors only: the share of labels whose first guess is right.
    """

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
    by_people: dict[str, RateRow] = {}
    first_guess_by_tag: dict[str, RateRow] = {}
    first_guess_by_place: dict[str, RateRow] = {}
    calibration: list[dict[str, float | int | None]] = []
    spans: dict[str, RateRow] | None = None
    utility: dict[str, RateRow] | None = None
    controls: dict[str, RateRow] = {}
    agreement: dict[str, object] | None = None
    combination: dict[str, object] | None = None
    anonymity: AnonymityRow | None = None
    known: KnownRow | None = None
    strong: StrongRow | None = None
    confirmed: ConfirmedRow | None = None
    genres: dict[str, int] = {}
    prompts: dict[str, str] = {}
    cost: dict[str, float | int | None]
    subjects: list[SubjectResult]
    strangers: list[StrangerResult] = []

    @property
    def counts(self) -> dict[str, int]:
        """How many ``people``, ``unscored`` ones among them and ``strangers`` there are; many are not all listed."""
        told = (self.model_extra or {}).get("listed")
        if isinstance(told, dict):
            return {name: int(told[name]) for name in ("people", "unscored", "strangers")}
        unscored = sum(not is_scored(subject) for subject in self.subjects)
        return {"people": len(self.subjects), "unscored": unscored, "strangers": len(self.strangers)}


def is_scored(subject: SubjectResult) -> bool:
    """Whether anything is known about what leaked of a person."""
    return any(fact.score is not None for fact in subject.facts) or bool(subject.candidates)


@cache
def is_direct(tag: str) -> bool:
    """Whether a tag identifies a person by itself, as a name or a number does."""
    return any(tag in taxonomy(name) and taxonomy(name)[tag].tier is Tier.DIRECT for name in _TAXONOMIES_OF_FACTS)


def worst_first(subject: SubjectResult) -> tuple[bool, float, int, bool]:
    """Return a key that puts those first of whose facts the largest share leaked, as the figures count it.

    What has no score counts as much as it can have leaked. Those about whom nothing is known, as their document failed,
    come last, although every figure counts all that is true of them as leaked.
    """
    direct = any(fact.score and is_direct(fact.tag) for fact in subject.facts)
    return not is_scored(subject), -leaked_share(subject), -len(subject.facts), not direct


def leaked_share(subject: SubjectResult) -> float:
    """Return the share of a person's facts that leaked; what has no score counts as much as it can have leaked."""
    if not subject.facts:
        return 0.0
    return sum(fact.leaked_at_most for fact in subject.facts) / len(subject.facts)


def results_files(path: Path) -> dict[str, Path]:
    """Return the results files that a path stands for, by what they are called.

    Args:
        path: A file, a folder with ``results.json`` in it, or one with a folder for each of several releases.

    Raises:
        InputError: There is none.
    """
    if not path.is_dir():
        return {path.parent.resolve().name if path.name == RESULTS else path.stem: path}
    if (path / RESULTS).is_file():
        return {path.resolve().name: path / RESULTS}
    inside = {file.parent.name: file for file in sorted(path.glob(f"*/{RESULTS}"))}
    if not inside:
        released = (path / "releases.jsonl").is_file()
        remedy = f"run: gyges audit ORIGINALS {path}" if released else "name a results.json or the folder of an audit"
        raise InputError(f"{path} holds no {RESULTS}", remedy)
    return inside


class _ProfileTold(BaseModel):
    """What no other file has. Asked first: each field that is missing in results would hold all of the file again."""

    profile: str


def load_results(path: Path) -> Results:
    """Read ``results.json``, or the one in a run folder."""
    found = results_files(path)
    if len(found) > 1:
        names = ", ".join(str(path / name) for name in found)
        raise InputError(f"{path} holds {len(found)} audits", f"name one of {names}")
    (file,) = found.values()
    try:
        content = read_at_rest(file)
        _ProfileTold.model_validate_json(content)
        return _with_everybody(Results.model_validate_json(content), file.parent)
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


def _with_everybody(results: Results, folder: Path) -> Results:
    """Return results with everybody in them, where the file lists the worst of many."""
    if "listed" not in (results.model_extra or {}):
        return results
    people = [SubjectResult.model_validate_json(line) for line in _lines(folder / PEOPLE)]
    strangers = [StrangerResult.model_validate_json(line) for line in _lines(folder / STRANGERS)]
    return results.model_copy(update={"subjects": people, "strangers": strangers})


def _lines(file: Path) -> list[bytes]:
    try:
        return read_at_rest(file).splitlines()
    except OSError as error:
        raise InputError(
            f"{file} cannot be read ({error.strerror}); it holds all people, of whom {RESULTS} lists the worst",
            f"put it back beside {RESULTS}, or audit again",
        ) from error


def scored_from_results(results: Results) -> list[ScoredDocument]:
    """Return the scored documents behind a results file, as far as it holds them."""
    failed = {failure.id: failure.reason for failure in results.coverage.failed}
    people: dict[str, list[ScoredSubject]] = {id_: [] for id_ in failed}
    for subject in results.subjects:
        verdicts = tuple(_verdict(fact) for fact in subject.facts)
        truth = Subject(subject.id, subject.description, tuple(verdict.truth for verdict in verdicts))
        people.setdefault(subject.document, []).append(
            ScoredSubject(truth, subject.matched_to, verdicts, tuple(subject.again), tuple(subject.candidates))
        )
    strangers: dict[str, list[Subject]] = {}
    for stranger in results.strangers:
        facts = tuple(Fact(f.tag, f.guess, f.certainty or 0, evidence=tuple(f.evidence)) for f in stranger.facts)
        strangers.setdefault(stranger.document, []).append(Subject(stranger.id, stranger.description, facts))
    return [
        ScoredDocument(id_, tuple(rows), 0, failed.get(id_), tuple(strangers.get(id_, ())))
        for id_, rows in people.items()
    ]


def _verdict(row: FactResult) -> Verdict:
    truth = Fact(row.tag, row.truth, 5 if row.certainty is None else row.certainty, row.hardness or 0)
    guess = None
    if row.guess is not None:
        guess = Fact(row.tag, row.guess, row.guess_certainty or 0, evidence=tuple(row.evidence))
    return Verdict(truth, guess, row.score, DecidedBy(row.decided_by), 1.0 if row.at_most is None else row.at_most)
