"""The file ``results.json``, version 1: everything an audit found out, for machines and for reports."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from typing import Literal, Self

from pydantic import BaseModel

from gyges.records import Tier, taxonomy
from gyges.scoring._scored import LEAST_FOUND, LEAST_READ

RESULTS = "results.json"

PEOPLE, STRANGERS = "people.jsonl", "strangers.jsonl"
"""Files beside it that hold a row for everybody, where there are too many to list."""

_TAXONOMIES_OF_FACTS = ("spia", "author")


class _ResultsRow(BaseModel, frozen=True, extra="allow"):
    pass


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

    `facts` is the sum of `told` (what leaked in part counts in part), `protected` and `unscored`, which could not be
    judged and count as leaked; older files do not tell the first two. `unread` counts the failed texts that attacker
    or labeller cannot read, by language; `out_of_budget` says why calls to models were refused.
    `unknown_releases` are the ids of released texts that no original has, so that nobody could check them.
    """

    documents: int
    attacked: int
    failed: list[FailureRow] = []
    facts: int
    told: float | None = None
    protected: float | None = None
    unscored: int
    unread: dict[str, int] = {}
    out_of_budget: str = ""
    unknown_releases: list[str] = []

    @property
    def judged(self) -> int:
        """How many facts could be judged."""
        return self.facts - self.unscored

    @property
    def share(self) -> float | None:
        """How much could be judged, of the documents or of the facts, whichever is less; None without documents."""
        if not self.documents:
            return None
        return min(self.attacked / self.documents, self.judged / self.facts if self.facts else 1.0)


class ReleasedRow(_ResultsRow):
    """Which texts these results are about: how many, and a digest that neither their ids nor their order change."""

    texts: int
    sha256: str

    @classmethod
    def of(cls, texts: Iterable[str]) -> Self:
        """Return the row of texts; those that are empty are none."""
        digests = sorted(sha256(text.encode("utf-8", "surrogatepass")).hexdigest() for text in texts if text.strip())
        return cls(texts=len(digests), sha256=sha256("\n".join(digests).encode()).hexdigest())


class KeptRow(_ResultsRow):
    """How much of the originals is kept: `share` is the mean share of their words in `documents` releases.

    Those in `cut` are cut off: they keep less than `least`, or break off within a sentence.
    """

    documents: int
    share: float | None = None
    least: float
    cut: list[str] = []

    @property
    def whole(self) -> float | None:
        """The share of releases that are not cut off; None without any."""
        return 1 - len(self.cut) / self.documents if self.documents else None


class ElsewhereRow(_ResultsRow):
    """An original that stands, in full or nearly, in the release of another id."""

    original: str
    released_as: str


class StandingRow(_ResultsRow):
    """Words of a document that identify somebody by themselves and stand in its release."""

    document: str
    words: str
    kind: str


class UncheckedRow(_ResultsRow):
    """A document whose release could not be checked for them, or not all of it."""

    document: str
    reason: str


class ReaderRow(_ResultsRow):
    """Whether the reader was shown to read: on the ``originals``, on ``planted`` people, or by ``nobody``.

    It said something of `read` of `documents` texts whose facts are known, and found `found` of `facts` of them. Of
    several readers of invented texts it is the weakest, whom `name` names.
    """

    by: Literal["originals", "planted", "nobody"]
    documents: int = 0
    read: int = 0
    facts: int = 0
    found: float = 0.0
    name: str = ""
    least_read: float = LEAST_READ
    least_found: float = LEAST_FOUND

    @property
    def is_weak(self) -> bool:
        """Whether it was put to the test and found too little."""
        if self.by == "nobody":
            return False
        enough = self.read >= self.least_read * self.documents and self.found >= self.least_found * self.facts
        return not (self.documents and enough)


class FactResult(_ResultsRow):
    """One true fact after the attack.

    `evidence` holds the attacker's words from the released text, `found_by` which of several attackers guessed.
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

    @property
    def leaked(self) -> float:
        """How much of it counts as leaked: the score, or all of it where there is none: a failure is never privacy."""
        return 1.0 if self.score is None else self.score


class SubjectResult(_ResultsRow):
    """One true person after the attack.

    `again` holds the ids of further listings of the same person, `candidates` the ids of those one of whom it may be,
    where nobody can tell; what was said of candidates stands among the strangers; `strong` is the
    protection expected from a strong reader. `special` holds verdicts on special categories, and `special_told` what
    was said of them that answers to nothing known.
    """

    document: str
    id: str
    description: str
    matched_to: str | None
    facts: list[FactResult]
    again: list[str] = []
    candidates: list[str] = []
    strong: float | None = None
    special: list[FactResult] = []
    special_told: list["StrangerFact"] = []


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
    special_told: list[StrangerFact] = []


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
    `reader` tells whether the reader was shown to read.
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
    reader: ReaderRow | None = None


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


class SpecialTagRow(_ResultsRow):
    """One special category: of how many people it is told, and of `facts` known to hold how many are `told`."""

    people: int
    facts: int = 0
    told: float = 0.0
    unscored: int = 0


class SpecialRow(_ResultsRow):
    """Special categories of personal data; of all `documents` the attacker looked for them in those `looked` at."""

    documents: int
    looked: int
    by_tag: dict[str, SpecialTagRow] = {}


class GateRow(_ResultsRow):
    """What an audit was asked to reach, by figure, and a sentence for each limit that it did not."""

    limits: dict[str, float] = {}
    broken: list[str] = []


class Results(_ResultsRow):
    """One audit.

    `genres` counts the texts of each genre, where the attacker told one; `prompts` names the user's own prompts that
    stood in the place of ours, with a digest each.
    Of very many people the worst are among the `subjects`; all are in `PEOPLE` and `STRANGERS` beside the file.
    `by_people` is the protection by how many people a text is about. `first_guess_by_tag` and
    `first_guess_by_place` are there for data about authors only: the share of labels whose first guess is right.
    `standing` has the direct identifiers of the originals that stand in the release, each once for a document; None
    where no release was audited. `unchecked` has the documents that could not be checked for them.
    `accepted` names what would have failed the audit and was accepted: `weak-reader`, `unknown-ids`, `coverage=0.5`.
    """

    version: Literal[1] = 1
    profile: str
    attacker: dict[str, object]
    judge: dict[str, object]
    anonymizer: dict[str, object] | None
    released: ReleasedRow | None = None
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
    known: KnownRow | None = None
    strong: StrongRow | None = None
    confirmed: ConfirmedRow | None = None
    kept: KeptRow | None = None
    elsewhere: list[ElsewhereRow] = []
    special: SpecialRow | None = None
    standing: list[StandingRow] | None = None
    unchecked: list[UncheckedRow] = []
    reader: ReaderRow | None = None
    gate: GateRow | None = None
    accepted: list[str] = []
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

    What has no score counts as leaked. Those about whom nothing is known, as their document failed,
    come last, although every figure counts all that is true of them as leaked.
    """
    direct = any(fact.score and is_direct(fact.tag) for fact in subject.facts)
    return not is_scored(subject), -leaked_share(subject), -len(subject.facts), not direct


def leaked_share(subject: SubjectResult) -> float:
    """Return the share of a person's facts that leaked; what has no score counts as leaked."""
    if not subject.facts:
        return 0.0
    return sum(fact.leaked for fact in subject.facts) / len(subject.facts)
