"""One person over several documents: which releases are found together, and what only all of them together tell."""

from collections.abc import Mapping, Sequence

from gyges.attacks import finding_of
from gyges.attacks.linkage import Ranked, RecordLinker
from gyges.reading import read_text, why_unread
from gyges.records import Document, Fact, Finding, Subject
from gyges.runs.linkage._pairing import Pairing
from gyges.scoring import score_document
from gyges.scoring.semantic import PersonAcross

_BREAK = "\n\n"


def across_documents(
    pairing: Pairing,
    ranked: Mapping[str, Ranked],
    linker: RecordLinker,
    person_field: str,
) -> list[PersonAcross]:
    """Attack every person about whom there are several documents.

    The attacker who linked one release goes on with its text as the next query: a release of the same person found
    that way is known to belong to the same person too. Then all releases of the person are read together, by the
    embedded reader, and facts that no single release gave away are listed.
    """
    people: dict[str, list[Document]] = {}
    for document in pairing.originals.values():
        person = document.meta.get(person_field)
        if person is not None and document.id in pairing.records:
            people.setdefault(str(person), []).append(document)
    several = {person: documents for person, documents in people.items() if len(documents) > 1}
    return [_person(person, documents, pairing, ranked, linker) for person, documents in several.items()]


def _person(
    person: str,
    documents: Sequence[Document],
    pairing: Pairing,
    ranked: Mapping[str, Ranked],
    linker: RecordLinker,
) -> PersonAcross:
    ids = [document.id for document in documents]
    facts, leaked, together = _leaks(documents, pairing.records)
    return PersonAcross(
        person=person,
        documents=ids,
        found_together=_found_together(ids, pairing, ranked, linker),
        facts=facts,
        leaked=len(leaked),
        only_together=[f"{tag}: {value}" for tag, value in together],
    )


def _found_together(
    ids: Sequence[str], pairing: Pairing, ranked: Mapping[str, Ranked], linker: RecordLinker
) -> float | None:
    """Return the share of the other releases among the next ones, averaged over links that are right."""
    right = [id_ for id_ in ids if id_ in ranked and ranked[id_].linked == id_]
    if not right:
        return None
    rows = linker.link([[pairing.records[id_]] for id_ in right], top=max(2, len(ids)))
    shares = []
    for id_, row in zip(right, rows, strict=True):
        others = [found for found in row.ids if found != id_][: len(ids) - 1]
        shares.append(sum(found in ids for found in others) / (len(ids) - 1))
    return sum(shares) / len(shares)


def _leaks(
    documents: Sequence[Document], records: Mapping[str, str]
) -> tuple[int, set[tuple[str, str]], list[tuple[str, str]]]:
    """Return how many facts there are, those that leak from single releases, and those that leak only together."""
    truth = _merged(documents)
    if truth is None or any(why_unread(records[document.id]) for document in documents):
        return 0, set(), []  # nothing is said of what the rules cannot read
    single: set[tuple[str, str]] = set()
    for document in documents:
        single |= _leaking(truth, document.id, records[document.id])
    joined = _BREAK.join(records[document.id] for document in documents)
    whole = _leaking(truth, documents[0].id, joined)
    return len(truth.facts), single, sorted(whole - single)


def _merged(documents: Sequence[Document]) -> Subject | None:
    """Return the person with the facts of all documents: the first person of each, or what the reader says of it."""
    facts: dict[tuple[str, str], Fact] = {}
    description = ""
    for document in documents:
        subject = (document.subjects or _read(document.text, document.id).subjects or (None,))[0]
        if subject is not None:
            description = description or subject.description
            facts |= {(fact.tag, fact.value): fact for fact in subject.facts}
    return Subject("0", description, tuple(facts.values())) if facts else None


def _leaking(truth: Subject, id_: str, text: str) -> set[tuple[str, str]]:
    scored = score_document(Document(id_, text, (truth,)), _read(text, id_))
    return {
        (verdict.truth.tag, verdict.truth.value)
        for subject in scored.subjects
        for verdict in subject.verdicts
        if verdict.score
    }


def _read(text: str, id_: str) -> Finding:
    return finding_of(read_text(text), text, id_, "rules")
