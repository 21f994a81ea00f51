"""What an objective is: it judges one release of one document on both sides, and says why; one a kind of task."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from gyges.attacks import Attack, AttackOptions, open_attacker
from gyges.errors import ConfigError, UnknownNameError
from gyges.models import Model, ModelPool, open_cross_encoder, open_encoder
from gyges.reading import split_sentences, stem
from gyges.records import Document, JsonValue
from gyges.scoring import cross_similarity, embedding_similarity, rouge
from gyges.tuning._outcome import LeakedFact, Scores, UtilityLoss


@dataclass(frozen=True, slots=True)
class Judged:
    """What an objective says about one release."""

    privacy: float  # 1 when nothing can be learned that should not
    utility: float  # 1 when it is as good as the original for what it is meant for
    worst: float | None = None  # the privacy of the person who is worst off; None where the objective knows no people
    leaks: tuple[LeakedFact, ...] = ()  # what can still be learned, each with words that stand in the release
    losses: tuple[UtilityLoss, ...] = ()  # what it is no longer good for

    @property
    def scores(self) -> Scores:
        """The three scores; without people the document is the person."""
        return Scores(self.privacy, self.utility, self.privacy if self.worst is None else self.worst)


class Objective(Protocol):
    """The two sides of a task. Write a class like this for a task of your own.

    A method that raises a `GygesError` leaves the release without scores, which counts as 0 on both sides.
    """

    @property
    def name(self) -> str:
        """What it is called in reports."""

    @property
    def measures(self) -> tuple[str, str]:
        """What privacy and utility mean here, a few words each."""

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """All that decides a score besides the two texts: models, options. No keys or passwords."""

    async def prepare(self, document: Document) -> JsonValue:
        """Return what has to be found out about the original once, or None."""

    async def judge(self, document: Document, text: str, known: JsonValue) -> Judged:
        """Judge a release.

        Args:
            document: The original with its annotations.
            text: The release.
            known: What `prepare` returned.
        """


def clipped_share(part: float, whole: float) -> float:
    """Return one minus a share, between 0 and 1; 1 where there is nothing to lose."""
    return 1.0 if whole <= 0 else min(1.0, max(0.0, 1.0 - part / whole))


Likeness = Callable[[str, str], float]
"""How alike two texts are, 0 to 1."""

_WORD = re.compile(r"[^\W\d_]+")
_TELLING = 4  # letters of a word that carries meaning
_FEWEST = 3  # such words before a sentence can be called lost
_GONE = 0.5  # of the telling words of a sentence
_MOST = 3  # sentences
_MOST_WORDS = 6


def likeness(embedding: str | None = None, *, words: str = "rouge_l", cross_encoder: str | None = None) -> Likeness:
    """Return the measure of likeness: a local model where one is given, overlap of words otherwise."""
    if cross_encoder:
        reads_both = Path(cross_encoder)
        return lambda one, two: max(0.0, min(1.0, cross_similarity([(one, two)], reads_both).value or 0.0))
    if embedding:
        folder = Path(embedding)
        return lambda one, two: max(0.0, min(1.0, embedding_similarity([(one, two)], folder).value or 0.0))
    return lambda one, two: float(getattr(rouge(one, two), words))


def lost_passages(original: str, text: str) -> tuple[UtilityLoss, ...]:
    """Return the sentences of which least is left, with the words that are gone.

    Only words in lower case count: names and what else identifies somebody is not missed.
    """
    left = {stem(word.lower()) for word in _WORD.findall(text)}
    found: list[tuple[float, int, UtilityLoss]] = []
    for place, sentence in enumerate(split_sentences(original)):
        words = [
            w for w in _WORD.findall(original[sentence.start : sentence.end]) if len(w) >= _TELLING and w.islower()
        ]
        gone = tuple(dict.fromkeys(word for word in words if stem(word) not in left))
        share = len(gone) / max(1, len(set(words)))
        if len(set(words)) >= _FEWEST and share > _GONE:
            found.append(
                (-share, place, UtilityLoss(f"{share:.0%} of the words of a sentence are gone", gone[:_MOST_WORDS]))
            )
    return tuple(loss for _, _, loss in sorted(found, key=lambda row: row[:2])[:_MOST])


_NAMES = 3
"""Names the identity attack may give (section 4 of the paper: top three)."""


@dataclass(frozen=True)
class Means:
    """What an objective may work with."""

    pool: ModelPool  # where models are opened
    attacker: str = "rules"  # who attacks
    judge: str | None = None  # who judges; None for rules and overlap alone
    documents: Sequence[Document] = ()  # all documents of the task
    protect: str = ""  # what must not be learned, in a sentence
    preserve: str = ""  # what must stay, in a sentence
    embedding: str | None = None  # folder of a sentence-embedding model
    paper: bool = False  # whether to measure as published
    style: str | None = None  # folder of an embedding model of authors' styles
    cross_encoder: str | None = None  # folder of a model that reads two texts together and says how alike they are

    def judge_model(self) -> Model | None:
        """Open the judge, if there is one."""
        return self.pool.model(self.judge) if self.judge else None

    def attack(self, kind: str = "", options: AttackOptions | None = None) -> Attack:
        """Open the attacker; a plain model attacks in the way of the task."""
        spec = self.attacker.strip()
        head = spec.partition(":")[0]
        if kind and head not in ("author", "identity") and "+" not in spec and (kind == "author" or spec != "rules"):
            spec = f"{kind}:{spec}"
        return open_attacker(spec, self.pool, options or AttackOptions())


def _tab(means: Means) -> Objective:
    from gyges.tuning.objectives.tab import SpansObjective

    if means.cross_encoder:
        open_cross_encoder(means.cross_encoder, "the utility of the task 'tab'")  # said now, before anything is paid
    return SpansObjective(means.embedding, means.paper, means.cross_encoder)


def _spia(means: Means) -> Objective:
    from gyges.tuning.objectives.people import PeopleObjective

    return PeopleObjective(means.attack(), means.judge_model(), means.paper)


def _author(means: Means) -> Objective:
    from gyges.tuning.objectives.person import AuthorObjective

    return AuthorObjective(means.attack("author"), means.judge_model(), means.paper)


def _biography(means: Means) -> Objective:
    from gyges.tuning.objectives.person import BiographyObjective

    labels = tuple(sorted({str(d.meta["occupation"]) for d in means.documents if d.meta.get("occupation")}))
    attack = means.attack("identity", AttackOptions(top_k=_NAMES))
    return BiographyObjective(attack, labels, means.judge_model(), means.paper)


def _pupa(means: Means) -> Objective:
    from gyges.tuning.objectives.answers import RequestObjective

    return RequestObjective(means.judge_model(), means.paper)


def _medqa(means: Means) -> Objective:
    from gyges.tuning.objectives.answers import CaseObjective

    judge = means.judge_model()
    if judge is None:
        raise ConfigError("the task 'medqa' needs somebody who answers the questions", "name a model with --judge")
    if means.style:
        open_encoder(means.style, "the privacy of the task 'medqa'")
    return CaseObjective(judge, means.paper, means.style)


def _own(means: Means) -> Objective:
    from gyges.tuning.objectives.people import OwnObjective

    return OwnObjective(means.attack(), means.judge_model(), means.protect, means.preserve)


_MAKERS: dict[str, Callable[[Means], Objective]] = {
    "tab": _tab,
    "spia": _spia,
    "author": _author,
    "biography": _biography,
    "pupa": _pupa,
    "medqa": _medqa,
    "own": _own,
}
KINDS = tuple(_MAKERS)
"""The kinds of tasks."""


def open_objective(kind: str, means: Means) -> Objective:
    """Return the objective of a kind of task."""
    if kind not in _MAKERS:
        raise UnknownNameError(f"there is no kind of task '{kind}'", f"use one of {', '.join(KINDS)}")
    return _MAKERS[kind](means)
