"""How an audit is carried out, and what it leaves of each release: the records that its steps hand on."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gyges.attacks import Attack, AttackOptions, by_author, models_that_attack
from gyges.errors import ConfigError
from gyges.models import ModelPool
from gyges.records import Document, Finding, Release, UnreadableDocument
from gyges.runs._events import Listener
from gyges.runs._findings import Attacked, attack_settings, attack_texts, open_attackers
from gyges.runs.workers import Crew
from gyges.scoring import (
    LEAST_KEPT,
    MIN_CERTAINTY,
    Alignment,
    HumanDecisions,
    KeptShare,
    Overlap,
    Profile,
    ReaderCount,
    ScoredDocument,
    StandingRow,
    UncheckedRow,
    is_about_author,
    recorded_alignment,
    why_no_release,
)


def are_about_authors(documents: Iterable[Document]) -> bool:
    """Whether the truth is about authors only, as in the author-profiling benchmarks."""
    known = False
    for document in documents:
        if isinstance(document, UnreadableDocument):
            continue
        known = True
        if not is_about_author(document):
            return False
    return known


def author_attackers(attackers: Sequence[str], documents: Iterable[Document]) -> tuple[str, ...]:
    """Return who attacks: documents labelled for their author only are read by the author attack of each attacker."""
    if not are_about_authors(documents):
        return tuple(attackers)
    return tuple(by_author(name) for name in attackers)


def overlap_of(documents: Iterable[Document]) -> Overlap:
    """Return what mean utility takes in: ROUGE-1 for author data (Staab et al.), else ROUGE-L (SPIA)."""
    return "rouge_1" if are_about_authors(documents) else "rouge_l"


RULES = "rules"
"""What rules are called where a model could be named."""

RECORDED = "recorded"
"""Who matched where that was recorded with the finding."""

SAMPLE = 60
"""Documents that a strong reader is asked to read, unless told otherwise; ours."""

WEAK_READER, UNKNOWN_IDS, PUBLISHED_ORIGINALS = "weak-reader", "unknown-ids", "published-originals"
CUT_OFF = "cut-off"  # accepted by --least-kept 0
"""Shortcomings for which an audit fails unless they are accepted by name."""

UNRELEASED = "release: there is none with this id"
BLANK = "read: the original has no text, and its release has some"


def accepted_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return what a user accepts by name, each once."""
    accepted = tuple(dict.fromkeys(names))
    for name in accepted:
        if name not in (WEAK_READER, UNKNOWN_IDS, PUBLISHED_ORIGINALS):
            raise ConfigError(
                f"nothing is called '{name}' that could be accepted",
                f"use {WEAK_READER}, {UNKNOWN_IDS} or {PUBLISHED_ORIGINALS}",
            )
    return accepted


@dataclass(frozen=True, slots=True)
class Confirm:
    """A strong reader who reads a drawn sample of the releases."""

    by: str  # A model, or ``recorded:FILE`` for somebody who reads by hand
    sample: int = SAMPLE  # how many documents of each release are read
    seed: int = 0  # another one draws other documents


@dataclass(frozen=True, slots=True)
class AuditOptions:
    """How an audit is carried out."""

    attackers: tuple[str, ...] = ("rules",)
    judge: str | None = None  # the model asked about pairs of values that rules do not settle; None for rules alone
    matcher: str | None = None
    embedder: str | None = None  # the folder of a sentence-embedding model, to compare meanings (extra ``dense``)
    labeller: str | None = None
    profile: Profile = "strict"  # scoring rules: ``strict``, or ``paper`` for the published ones
    min_certainty: int = MIN_CERTAINTY  # true facts below it do not count
    attack: AttackOptions = field(default_factory=AttackOptions)  # settings of the attacks
    original_control: bool = True  # whether the original texts are attacked too, to see what the release changed
    confirm: Confirm | None = None
    least_kept: float = LEAST_KEPT  # the share of the words of an original that its release must keep; 0 takes any
    as_made: bool = False  # whether a text is read and scored although it looks like no release
    accepted: tuple[str, ...] = ()  # shortcomings that the user accepts by name, such as ``weak-reader``

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
class AuditRun:
    """How, where and by whom an audit is carried out."""

    options: AuditOptions
    folder: Path
    pool: ModelPool
    human: HumanDecisions | None = None  # recorded decisions on pairs of values
    listener: Listener | None = None
    workers: Crew | None = None

    async def attack(self, texts: Mapping[str, str], attackers: Sequence[Attack]) -> Attacked:
        """Let attackers read texts, blind."""
        return await attack_texts(
            attackers,
            texts,
            self.folder,
            settings=attack_settings(self.options.attack, self.pool.settings.prompts),
            listener=self.listener,
            workers=self.workers,
        )

    def open_attackers(self) -> list[Attack]:
        """Return the attackers, the one whose findings count last."""
        return open_attackers(self.options.attackers, self.pool, self.options.attack)


@dataclass(frozen=True, slots=True)
class Truth:
    """What is held to be true about the people in the originals."""

    documents: Mapping[str, Document]  # the originals with their people; those nobody could label are missing
    source: str  # ``annotated``, ``self-labelled`` or ``mixed``
    failures: Mapping[str, str]  # why a document could not be labelled
    labeller: str = ""  # who labelled those nobody annotated; empty where there were none
    labelled: Collection[str] = ()  # ids of the documents it labelled

    def recorded(self, finding: Finding) -> Alignment | None:
        """Return who is who as recorded with a finding; None for people whom only a labeller knows."""
        if finding.id in self.labelled:
            return None
        document = self.documents.get(finding.id)
        return None if document is None else recorded_alignment(document, finding)


@dataclass(frozen=True, slots=True)
class DocumentNotes:
    """What is noticed at a document while it is scored."""

    about_author: bool  # whether it is about its author only
    marked: bool  # whether annotators marked words in it
    recorded: bool | None = None  # whether it was recorded with the finding who is who; None where nothing was found
    joined: bool = False  # whether the finding says which of several attackers found what
    genre: str | None = None  # of which genre the attacker took the text; None where it did not say
    special: bool = False  # whether the attacker looked for special categories


@dataclass(slots=True)
class AuditNotes:
    """What was noticed on the way, while each document was at hand."""

    genres: Counter[str] = field(default_factory=Counter)  # how many texts of each genre the attacker told
    recorded: set[bool] = field(default_factory=set)
    joined: bool = False  # whether findings say which of several attackers found what
    truths: int = 0  # documents whose people are known
    authors: int = 0  # those of them that are about their author only
    marked: bool = False  # whether annotators marked words in them
    special: int = 0  # in how many of them the attacker looked for special categories

    def add(self, notes: DocumentNotes) -> None:
        """Take in what was noticed at the next document whose people are known."""
        self.truths += 1
        self.authors += notes.about_author
        self.marked |= notes.marked
        self.joined |= notes.joined
        self.special += notes.special
        if notes.recorded is not None:
            self.recorded.add(notes.recorded)
        if notes.genre is not None:
            self.genres[notes.genre] += 1

    @property
    def about_authors(self) -> bool:
        """Whether all that is known is about authors."""
        return 0 < self.truths == self.authors


@dataclass(slots=True)
class KeptCount:
    """How much of their originals releases keep."""

    least: float = LEAST_KEPT  # the share of the words that each must keep
    documents: int = 0  # how many releases were compared
    shares: float = 0.0  # the sum of what each keeps
    cut: list[str] = field(default_factory=list)  # ids of those that are cut off

    def add(self, id_: str, kept: KeptShare) -> None:
        """Take in the next release."""
        self.documents += 1
        self.shares += kept.share
        if kept.cut:
            self.cut.append(id_)


@dataclass(frozen=True, slots=True)
class StandingFound:
    """What stands in one release, or in those of a corpus."""

    words: list[StandingRow] = field(default_factory=list)  # direct identifiers of the original, each once a document
    unread: list[UncheckedRow] = field(default_factory=list)  # which releases could not be checked, and why

    def add(self, other: "StandingFound") -> None:
        """Take in what stands in the next release."""
        self.words.extend(other.words)
        self.unread.extend(other.unread)


@dataclass(frozen=True, slots=True)
class AuditedRelease:
    """One release of the corpus after the audit."""

    name: str  # what the release is called
    attacker: str  # whose findings were scored
    truth: Truth  # what was held to be true
    releases: Mapping[str, Release]  # the released texts
    findings: Mapping[str, Finding]  # what was found, by document
    scored: Sequence[ScoredDocument]  # every document with a verdict on every fact, in the order of the originals
    by_attacker: Mapping[str, Sequence[ScoredDocument]]  # the same for each attacker, alone and together
    original: Sequence[ScoredDocument] | None  # the originals scored the same way, if they were attacked
    before: Mapping[str, Finding] = field(default_factory=dict)
    out_of_budget: str = ""  # why a call to a model was refused on the way, in words; empty if the budget lasted
    seen: AuditNotes = field(default_factory=AuditNotes)  # what was noticed on the way
    ids: Iterable[str] | None = None
    unknown: tuple[str, ...] = ()  # the ids of releases that no document has
    kept: KeptCount | None = None  # how much of the originals is kept; None where the originals themselves were audited
    elsewhere: tuple[tuple[str, str], ...] = ()
    planted: ReaderCount | None = None
    standing: StandingFound | None = None

    def matcher(self, options: AuditOptions) -> str:
        """Return who said which found person is which true one."""
        others = options.who_matches or RULES
        if options.matcher is not None:
            return others
        told = self.seen.recorded
        return others if True not in told else RECORDED if False not in told else f"{RECORDED}, else {others}"


def why_unreleased(document: Document, release: Release | None, *, as_made: bool = False) -> str | None:
    """Return why there is nothing to read, with the stage before it; None where there is a release.

    Nothing, a refusal or an error is what a crashed anonymizer leaves behind, and a failure is never privacy.
    """
    if isinstance(document, UnreadableDocument):
        return f"read: {document.why}"
    if release is None:
        return UNRELEASED
    if _is_blank(document) and not release.trace.get("failed"):
        return None if not release.text.strip() else BLANK
    if as_made and release.text.strip() and not release.trace.get("failed"):
        return None
    why = why_no_release(document.text, release)
    return None if why is None else f"release: {why}"


def _is_blank(document: Document) -> bool:
    """Whether an original has no text and nobody in it: an empty file, whose release is empty too."""
    return not document.text.strip() and not document.subjects
