"""The audit: what can still be inferred about each person from released texts."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from gyges.attacks import open_attacker
from gyges.corpus import Shelf, Spool
from gyges.errors import InputError
from gyges.reading import plain_document, plain_release
from gyges.records import Document, Fact, Finding, Release, Subject, UnreadableDocument
from gyges.runs._audited import AuditedRelease, AuditRun, Truth, author_attackers
from gyges.runs._findings import Attacked
from gyges.runs._made import MadeFrom
from gyges.runs._planted import planted_readers, read_planted
from gyges.runs._public import WAY_BACK
from gyges.runs._readable import index_originals, readable_texts
from gyges.runs._scorer import DocumentScorer

ORIGINAL = "original"
"""What the originals are called when they are audited themselves."""


async def audit_releases(
    originals: Iterable[Document],
    releases: Mapping[str, Mapping[str, Release]],
    run: AuditRun,
    *,
    truth: Truth | None = None,
) -> list[AuditedRelease]:
    """Attack every release blind, then let truth meet guess."""
    unread: dict[str, str] = {}
    given = by_id(originals, unread)
    _require_overlap(given, releases)
    documents = MadeFrom(given, plain_document)  # attackers are given what is seen of a text by those who run them
    options = replace(run.options, attackers=author_attackers(run.options.attackers, given.values()))
    run = replace(run, options=options)
    attackers = run.open_attackers()
    main = attackers[-1].name  # whose findings count
    truth_is_new = truth is None  # an earlier audit has looked at reader and releases already
    truth = truth or await _truth(given, documents, unread, run)
    scorer = DocumentScorer(truth, documents, run)

    planted = None
    if truth_is_new and options.original_control:
        planted = await read_planted(run, planted_readers(attackers, truth, options))
    before: Attacked | None = None
    if not releases or options.original_control:
        texts_before = MadeFrom(_without(given, unread), attrgetter("text"))
        before = (await run.attack(texts_before, attackers)).with_failures(unread)
    whole = MadeFrom(documents, _whole)
    original = None  # the same beside every release; recorded readings may know no original
    if releases and before is not None and before.findings[main]:
        original = (await scorer.score(before, main, whole))[0]
    origins = await index_originals(documents, run.workers) if releases and truth_is_new else None
    audited = []
    for name, handed_in in (releases or {ORIGINAL: whole}).items():
        texts = None
        chosen: Mapping[str, Release] = MadeFrom(handed_in, plain_release) if releases else whole
        # A file of texts and the run folder that made it are one release, so figures must not know what was edited.
        judged = MadeFrom(handed_in, _as_told) if releases and options.profile == "strict" else chosen
        if before is not None and not releases:
            reads = before
        else:
            texts = await readable_texts(
                documents, chosen, run.workers, origins, options.least_kept, as_made=options.as_made
            )
            given_texts = replace(texts, releases=handed_in)  # as they were before they were made plain
            reads = (await run.attack(given_texts, attackers)).with_failures(texts.reasons)
        scored = {one.name: await scorer.score(reads, one.name, judged) for one in attackers}
        rows, seen = scored[main]
        audited.append(
            AuditedRelease(
                name,
                main,
                truth,
                judged,
                reads.findings[main],
                rows,
                {attacker: found for attacker, (found, _) in scored.items()},
                original,
                seen=seen,
                ids=documents,
                unknown=tuple(id_ for id_ in chosen if id_ not in documents),
                kept=None if texts is None else texts.kept,
                elsewhere=() if texts is None else texts.elsewhere,
                standing=None if texts is None else texts.standing,
            )
        )
    found = {} if before is None else before.findings[main]
    return [replace(one, before=found, out_of_budget=run.pool.ledger.refused, planted=planted) for one in audited]


def by_id(documents: Iterable[Document], unread: dict[str, str] | None = None) -> Mapping[str, Document]:
    """Return documents by their ids; those of a sequence stay where they are."""
    things = documents if isinstance(documents, Sequence) else Spool(documents)

    def name(document: Document) -> str:
        if unread is not None and isinstance(document, UnreadableDocument):
            unread[document.id] = f"read: {document.why}"
        return document.id

    return Shelf.over(things, name)


def _without(documents: Mapping[str, Document], unread: Container[str]) -> Mapping[str, Document]:
    """Return the documents that could be read."""
    return Shelf((id_, one) for id_, one in documents.items() if id_ not in unread) if unread else documents


def _whole(document: Document) -> Release:
    """Return an original as if it were released."""
    return Release(document.id, document.text, "none")


def _as_told(release: Release) -> Release:
    """Return a release as its text alone tells it: plain, and without what its method says to have edited."""
    plain = plain_release(release)
    return replace(plain, trace={name: value for name, value in plain.trace.items() if name != "edits"})


def _require_overlap(documents: Mapping[str, Document], releases: Mapping[str, Mapping[str, Release]]) -> None:
    if not documents:
        raise InputError("there are no documents", "check the file of the originals")
    for name, chosen in releases.items():
        if not any(id_ in chosen for id_ in documents):
            raise InputError(f"no release of '{name}' has the id of an original", WAY_BACK)


async def _truth(
    given: Mapping[str, Document], documents: Mapping[str, Document], unread: Container[str], run: AuditRun
) -> Truth:
    readable = _without(given, unread)
    unlabelled = Shelf((id_, one.text) for id_, one in readable.items() if one.subjects is None)
    if not unlabelled:
        known = Shelf((id_, one) for id_, one in documents.items() if one.subjects is not None) if unread else documents
        return Truth(known, "annotated", {})
    options = run.options
    spec = options.labeller or options.judge or options.attackers[0]
    labeller = open_attacker(spec, run.pool, options.attack)
    labelled = await run.attack(unlabelled, [labeller])
    found = labelled.findings[labeller.name]
    labels: Shelf[Document] = Shelf()
    for id_, document in documents.items():
        if document.subjects is not None:
            labels.add(id_, document)
        elif id_ in found:
            labels.add(id_, replace(document, subjects=_sure_people(found[id_], options.min_certainty)))
    source = "self-labelled" if len(unlabelled) == len(readable) else "mixed"
    return Truth(labels, source, labelled.failures[labeller.name], labeller.name, unlabelled.keys())


def _sure_people(finding: Finding, min_certainty: int) -> tuple[Subject, ...]:
    """Keep what the labeller was sure of; somebody of whom nothing is sure is still a person in the text."""
    return tuple(
        Subject(
            subject.id,
            subject.description,
            tuple(_sure(subject.facts, min_certainty)),
            special=tuple(_sure(subject.special, min_certainty)),
        )
        for subject in finding.subjects
    )


def _sure(facts: Iterable[Fact], min_certainty: int) -> Iterable[Fact]:
    seen: set[str] = set()
    for fact in sorted(facts, key=lambda fact: -fact.certainty):
        if fact.certainty >= min_certainty and fact.tag not in seen:
            seen.add(fact.tag)
            yield fact
