"""Objectives by the kind of task."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gyges.attacks import Attack, AttackOptions, open_attacker
from gyges.errors import ConfigError, UnknownNameError
from gyges.models import Model, ModelPool, open_cross_encoder, open_encoder
from gyges.records import Document
from gyges.tuning.objectives._objective import Objective

__all__ = ["KINDS", "Means", "open_objective"]

_NAMES = 3
"""Names the identity attack may give (section 4 of the paper: top three)."""


@dataclass(frozen=True)
class Means:
    """What an objective may work with.

    Attributes:
        pool: Where models are opened.
        attacker: Who attacks.
        judge: Who judges; None for rules and overlap alone.
        documents: All documents of the task.
        protect: What must not be learned, in a sentence.
        preserve: What must stay, in a sentence.
        embedding: Folder of a sentence-embedding model.
        paper: Whether to measure as published.
        style: Folder of an embedding model of authors' styles.
        cross_encoder: Folder of a model that reads two texts together and says how alike they are.
    """

    pool: ModelPool
    attacker: str = "rules"
    judge: str | None = None
    documents: Sequence[Document] = ()
    protect: str = ""
    preserve: str = ""
    embedding: str | None = None
    paper: bool = False
    style: str | None = None
    cross_encoder: str | None = None

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
    from gyges.tuning.objectives.spia import PeopleObjective

    return PeopleObjective(means.attack(), means.judge_model(), means.paper)


def _author(means: Means) -> Objective:
    from gyges.tuning.objectives.author import AuthorObjective

    return AuthorObjective(means.attack("author"), means.judge_model(), means.paper)


def _biography(means: Means) -> Objective:
    from gyges.tuning.objectives.biography import BiographyObjective

    labels = tuple(sorted({str(d.meta["occupation"]) for d in means.documents if d.meta.get("occupation")}))
    attack = means.attack("identity", AttackOptions(top_k=_NAMES))
    return BiographyObjective(attack, labels, means.judge_model(), means.paper)


def _pupa(means: Means) -> Objective:
    from gyges.tuning.objectives.pupa import RequestObjective

    return RequestObjective(means.judge_model(), means.paper)


def _medqa(means: Means) -> Objective:
    from gyges.tuning.objectives.medqa import CaseObjective

    judge = means.judge_model()
    if judge is None:
        raise ConfigError("the task 'medqa' needs somebody who answers the questions", "name a model with --judge")
    if means.style:
        open_encoder(means.style, "the privacy of the task 'medqa'")
    return CaseObjective(judge, means.paper, means.style)


def _own(means: Means) -> Objective:
    from gyges.tuning.objectives.own import OwnObjective

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
    """Return the objective of a kind of task.

    Raises:
        UnknownNameError: There is no such kind.
        ConfigError: Something is missing that it needs.
    """
    if kind not in _MAKERS:
        raise UnknownNameError(f"there is no kind of task '{kind}'", f"use one of {', '.join(KINDS)}")
    return _MAKERS[kind](means)
