"""The audit: what can still be inferred about each person from released texts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path

from gyges.attacks import Attack, open_attacker
from gyges.corpus import Shelf, Spool
from gyges.errors import InputError
from gyges.models import ModelPool, Wording
from gyges.records import Document, Fact, Finding, Release, Subject
from gyges.runs._audited import AuditedRelease, AuditOptions, Truth
from gyges.runs._authors import author_attackers
from gyges.runs._events import Listener
from gyges.runs._findings import Attacked, attack_settings, attack_texts, open_attackers
from gyges.runs._made import MadeFrom
from gyges.runs._readable import readable_texts
from gyges.runs._scorer import open_scorer
from gyges.runs.workers import Crew
from gyges.scoring import HumanDecisions

__all__ = ["audit_releases", "by_id"]

ORIGINAL = "original"
"""What the originals are called when they are audited themselves."""


async def audit_releases(
    originals: Iterable[Document],
    releases: Mapping[str, Mapping[str, Release]],
    folder: Path,
    pool: ModelPool,
    *,
    options: AuditOptions,
    human: HumanDecisions | None = None,
    listener: Listener | None = None,
    truth: Truth | None = None,
    workers: Crew | None = None,
) -> list[AuditedRelease]:
    """Attack every release blind, then let truth meet guess.

    Args:
        originals: The documents before anything was done to them.
        releases: Releases by name, then by document id. Empty: the originals themselves are audited.
        folder: The run folder.
        pool: The models.
        options: Attackers, judge, profile.
        human: Recorded decisions on pairs of values.
        listener: Told how it goes on.
        truth: What is true, where an earlier audit found that out; nobody is asked to label anything then.
        workers: Processes for what asks no model.

    Raises:
        InputError: There is nothing to audit, or a release has no document in common with the originals.
    """
    documents = by_id(originals)
    _require_overlap(documents, releases)
    options = replace(options, attackers=author_attackers(options.attackers, documents.values()))
    crew = _Crew(
        open_attackers(options.attackers, pool, options.attack),
        options,
        folder,
        listener,
        pool.settings.prompts,
        workers,
    )
    truth = truth or await _truth(documents, crew, pool)
    scorer = open_scorer(truth, documents, options, pool, human, folder, listener, workers)

    before: Attacked | None = None
    if not releases or options.original_control:
        before = await crew.attack(MadeFrom(documents, attrgetter("text")))
    whole = MadeFrom(documents, _whole)
    original = None  # the same beside every release; recorded readings may know no original
    if releases and before is not None and before.findings[crew.main]:
        original = (await scorer.score(before, crew.main, whole))[0]
    audited = []
    for name, chosen in (releases or {ORIGINAL: whole}).items():
        reads = (
            before
            if before is not None and not releases
            else await crew.attack(await readable_texts(documents, chosen, workers))
        )
        scored = {one.name: await scorer.score(reads, one.name, chosen) for one in crew.attackers}
        rows, seen = scored[crew.main]
        audited.append(
            AuditedRelease(
                name,
                crew.main,
                truth,
                chosen,
                reads.findings[crew.main],
                rows,
                {attacker: found for attacker, (found, _) in scored.items()},
                original,
                seen=seen,
                ids=documents,
            )
        )
    found = {} if before is None else before.findings[crew.main]
    return [replace(one, before=found, out_of_budget=pool.ledger.refused) for one in audited]


def by_id(documents: Iterable[Document]) -> Mapping[str, Document]:
    """Return documents by their ids; those of a sequence stay where they are."""
    things = documents if isinstance(documents, Sequence) else Spool(documents)
    return Shelf.over(things, lambda document: document.id)


def _whole(document: Document) -> Release:
    """Return an original as if it were released."""
    return Release(document.id, document.text, "none")


def _require_overlap(documents: Mapping[str, Document], releases: Mapping[str, Mapping[str, Release]]) -> None:
    if not documents:
        raise InputError("there are no documents", "check the file of the originals")
    for name, chosen in releases.items():
        if not any(id_ in chosen for id_ in documents):
            raise InputError(
                f"no release of '{name}' has the id of an original",
                "name the run folder that made them, or give them the ids of their documents",
            )


@dataclass(frozen=True, slots=True)
class _Crew:
    attackers: Sequence[Attack]
    options: AuditOptions
    folder: Path
    listener: Listener | None
    wording: Wording
    workers: Crew | None

    @property
    def main(self) -> str:
        """Whose findings count."""
        return self.attackers[-1].name

    async def attack(self, texts: Mapping[str, str], attackers: Sequence[Attack] | None = None) -> Attacked:
        return await attack_texts(
            attackers or self.attackers,
            texts,
            self.folder,
            settings=attack_settings(self.options.attack, self.wording),
            concurrency=self.options.concurrency,
            listener=self.listener,
            workers=self.workers,
        )


async def _truth(documents: Mapping[str, Document], crew: _Crew, pool: ModelPool) -> Truth:
    unlabelled = Shelf((id_, one.text) for id_, one in documents.items() if one.subjects is None)
    if not unlabelled:
        return Truth(documents, "annotated", {})
    options = crew.options
    spec = options.labeller or options.judge or options.attackers[0]
    labeller = open_attacker(spec, pool, options.attack)
    labelled = await crew.attack(unlabelled, [labeller])
    found = labelled.findings[labeller.name]
    known: Shelf[Document] = Shelf()
    for id_, document in documents.items():
        if document.subjects is not None:
            known.add(id_, document)
        elif id_ in found:
            known.add(id_, replace(document, subjects=_sure_people(found[id_], options.min_certainty)))
    source = "self-labelled" if len(unlabelled) == len(documents) else "mixed"
    return Truth(known, source, labelled.failures[labeller.name], labeller.name, unlabelled.keys())


def _sure_people(finding: Finding, min_certainty: int) -> tuple[Subject, ...]:
    """Keep what the labeller was sure of; somebody of whom nothing is sure is still a person in the text."""
    return tuple(
        Subject(subject.id, subject.description, tuple(_sure(subject.facts, min_certainty)))
        for subject in finding.subjects
    )


def _sure(facts: Iterable[Fact], min_certainty: int) -> Iterable[Fact]:
    seen: set[str] = set()
    for fact in sorted(facts, key=lambda fact: -fact.certainty):
        if fact.certainty >= min_certainty and fact.tag not in seen:
            seen.add(fact.tag)
            yield fact
