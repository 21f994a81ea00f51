"""How an audit is carried out, and what it leaves of each release: the records that its steps hand on."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from gyges.attacks import AttackOptions, models_that_attack
from gyges.records import Document, Finding, Release
from gyges.runs._run import CONCURRENCY
from gyges.runs.workers import DocumentNotes
from gyges.scoring import MIN_CERTAINTY, Alignment, Profile, ScoredDocument, recorded_alignment, why_no_release

__all__ = [
    "RULES",
    "SAMPLE",
    "UNRELEASED",
    "AuditNotes",
    "AuditOptions",
    "AuditedRelease",
    "Confirm",
    "StrongMake",
    "Truth",
    "why_unreleased",
]

RULES = "rules"
"""What rules are called where a model could be named."""

RECORDED = "recorded"
"""Who matched where that was recorded with the finding."""

SAMPLE = 60
"""Documents that a strong reader is asked to read, unless told otherwise; ours."""

StrongMake = Literal["auto", "light", "verified"]
"""Makes of the estimate of a strong reader."""

UNRELEASED = "release: there is none with this id"


@dataclass(frozen=True, slots=True)
class Confirm:
    """A strong reader who reads a drawn sample of the releases.

    Attributes:
        by: A model, or ``recorded:FILE`` for somebody who reads by hand.
        sample: How many documents of each release are read.
        seed: Another one draws other documents.
    """

    by: str
    sample: int = SAMPLE
    seed: int = 0


@dataclass(frozen=True, slots=True)
class AuditOptions:
    """How an audit is carried out.

    Attributes:
        attackers: Who reads the releases; with several, the union of what they find is scored too.
        judge: The model asked about pairs of values that rules do not settle; None for rules alone.
        matcher: Who says which found person is which true one: a model, or ``rules``; None for what was recorded with
            the finding, else `who_matches`.
        embedder: The folder of a sentence-embedding model, to compare meanings (extra ``dense``).
        labeller: Who labels the truth of documents nobody annotated; None for the judge, else the first attacker.
        profile: Scoring rules: ``strict``, or ``paper`` for the published ones.
        min_certainty: True facts below it do not count.
        attack: Settings of the attacks.
        strong: Which make of the estimate of a strong reader: ``light``, ``verified`` (asks the weights of ``tiny``),
            or ``auto``: verified where those weights are on this machine and the texts are few.
        original_control: Whether the original texts are attacked too, to see what the release changed.
        confirm: Who reads a drawn sample, to confirm what is told of all documents; None for nobody.
        concurrency: How many texts are in flight.
    """

    attackers: tuple[str, ...] = ("rules",)
    judge: str | None = None
    matcher: str | None = None
    embedder: str | None = None
    labeller: str | None = None
    profile: Profile = "strict"
    min_certainty: int = MIN_CERTAINTY
    attack: AttackOptions = field(default_factory=AttackOptions)
    strong: StrongMake = "auto"
    original_control: bool = True
    confirm: Confirm | None = None
    concurrency: int = CONCURRENCY

    @property
    def who_matches(self) -> str | None:
        """The model that says who is who: the one named, else the judge or the attacker where a model attacks.

        None for the rules. What a model found a model can place best, and it was paid for its reading already.
        """
        if self.matcher is not None:
            return None if self.matcher == RULES else self.matcher
        models = models_that_attack(self.attackers)
        return (self.judge or models[0]) if models else None


@dataclass(frozen=True, slots=True)
class Truth:
    """What is held to be true about the people in the originals.

    Attributes:
        documents: The originals with their people; those nobody could label are missing.
        source: ``annotated``, ``self-labelled`` or ``mixed``.
        failures: Why a document could not be labelled.
        labeller: Who labelled those nobody annotated; empty where there were none.
        labelled: Ids of the documents it labelled.
    """

    documents: Mapping[str, Document]
    source: str
    failures: Mapping[str, str]
    labeller: str = ""
    labelled: Collection[str] = ()

    def recorded(self, finding: Finding, document: Document | None = None) -> Alignment | None:
        """Return who is who as recorded with a finding; None for people whom only a labeller knows.

        Args:
            finding: What was found in a document.
            document: That document, where it is at hand.

        Raises:
            InputError: It was recorded for other annotations.
        """
        if finding.id in self.labelled:
            return None
        document = document or self.documents.get(finding.id)
        return None if document is None else recorded_alignment(document, finding)


@dataclass(slots=True)
class AuditNotes:
    """What was noticed on the way, while each document was at hand.

    Attributes:
        genres: How many texts of each genre the attacker told.
        recorded: Whether it was recorded with findings who is who: of all, of none, or of some.
        joined: Whether findings say which of several attackers found what.
        truths: Documents whose people are known.
        authors: Those of them that are about their author only.
        marked: Whether annotators marked words in them.
    """

    genres: Counter[str] = field(default_factory=Counter)
    recorded: set[bool] = field(default_factory=set)
    joined: bool = False
    truths: int = 0
    authors: int = 0
    marked: bool = False

    def add(self, notes: DocumentNotes) -> None:
        """Take in what was noticed at the next document whose people are known."""
        self.truths += 1
        self.authors += notes.about_author
        self.marked |= notes.marked
        self.joined |= notes.joined
        if notes.recorded is not None:
            self.recorded.add(notes.recorded)
        if notes.genre is not None:
            self.genres[notes.genre] += 1

    @property
    def about_authors(self) -> bool:
        """Whether all that is known is about authors."""
        return 0 < self.truths == self.authors


@dataclass(frozen=True, slots=True)
class AuditedRelease:
    """One release of the corpus after the audit.

    Attributes:
        name: What the release is called.
        attacker: Whose findings were scored.
        truth: What was held to be true.
        releases: The released texts.
        findings: What was found, by document.
        scored: Every document with a verdict on every fact, in the order of the originals.
        by_attacker: The same for each attacker, alone and together.
        original: The originals scored the same way, if they were attacked.
        before: What was found in the originals, if they were attacked.
        out_of_budget: Why a call to a model was refused on the way, in words; empty if the budget lasted.
        seen: What was noticed on the way.
        ids: The ids of all documents, in the order of `scored`; None where it must be asked for them.
    """

    name: str
    attacker: str
    truth: Truth
    releases: Mapping[str, Release]
    findings: Mapping[str, Finding]
    scored: Sequence[ScoredDocument]
    by_attacker: Mapping[str, Sequence[ScoredDocument]]
    original: Sequence[ScoredDocument] | None
    before: Mapping[str, Finding] = field(default_factory=dict)
    out_of_budget: str = ""
    seen: AuditNotes = field(default_factory=AuditNotes)
    ids: Iterable[str] | None = None

    def matcher(self, options: AuditOptions) -> str:
        """Return who said which found person is which true one."""
        others = options.who_matches or RULES
        if options.matcher is not None:
            return others
        told = self.seen.recorded
        return others if True not in told else RECORDED if False not in told else f"{RECORDED}, else {others}"


def why_unreleased(document: Document, release: Release | None) -> str | None:
    """Return why there is nothing to read, with the stage before it; None where there is a release.

    Nothing, a refusal or an error is what a crashed anonymizer leaves behind, and a failure is never privacy.
    """
    if release is None:
        return UNRELEASED
    if _is_blank(document) and not release.text.strip() and not release.trace.get("failed"):
        return None
    why = why_no_release(document.text, release)
    return None if why is None else f"release: {why}"


def _is_blank(document: Document) -> bool:
    """Whether an original has no text and nobody in it: an empty file, whose release is empty too."""
    return not document.text.strip() and not document.subjects
