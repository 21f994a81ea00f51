"""A release through the eyes of an attacker: what it infers about whom by which words, beside the estimate."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from gyges.anonymizers import Edit, apply_edits
from gyges.attacks import RulesAttack, finding_of
from gyges.errors import UnreadError
from gyges.reading import Evidence, QuoteFinder, require_read, why_unread
from gyges.records import Document, Fact, Finding, Release, Subject
from gyges.runs.review import Appraiser
from gyges.scoring import ScoredSubject, score_document, why_no_release
from gyges.studio.store import digest_of

__all__ = [
    "FactSeen",
    "PersonSeen",
    "ReleaseSeen",
    "WordsAt",
    "appraiser_of",
    "look_at",
    "people_seen",
    "quoted_words",
    "why_not_read",
]

_DESKS = 32  # documents whose originals need not be read again at every change

WordsAt: TypeAlias = tuple[int, int]
"""Half-open code points of the released text."""

Told: TypeAlias = Literal["right", "less precise", "wrong", "not in the truth", "not told", "cannot be judged"]
"""What an attacker tells of a fact, held against the truth."""

_TOLD: Mapping[float | None, Told] = {1.0: "right", 0.5: "less precise", 0.0: "wrong", None: "cannot be judged"}

Places: TypeAlias = Callable[[Subject, int], list[WordsAt]]
"""Where the words stand that gave away a fact of a found person, by its number."""


@dataclass(frozen=True, slots=True)
class FactSeen:
    """A fact that the attacker infers, or that it does not.

    Attributes:
        tag: What kind of fact.
        value: What the attacker says; empty where it says nothing.
        truth: What is true; empty where nobody knows.
        told: How the one stands to the other.
        certainty: How sure the attacker is, 0-5.
        words: Where the words stand that gave it away.
    """

    tag: str
    value: str
    truth: str
    told: Told
    certainty: int
    words: list[WordsAt]


@dataclass(frozen=True, slots=True)
class PersonSeen:
    """A person, as the release shows them now.

    Attributes:
        id: In the truth; in the finding for somebody whom the truth does not know.
        description: Who that is.
        found: Whether the attacker found them: it did, it did not, or nobody can tell which of several it is.
        facts: What it infers, and what it does not.
        before: What a strong reader is expected to leave protected of the original; None where that is not estimated.
        now: The same of the release as it is now.
    """

    id: str
    description: str
    found: Literal["found", "not found", "cannot be told"]
    facts: list[FactSeen]
    before: float | None = None
    now: float | None = None


@dataclass(frozen=True, slots=True)
class ReleaseSeen:
    """What a release gives away.

    Attributes:
        attacker: Who read it.
        digest: SHA-256 of the text that was read.
        truth: Who said what is true: ``annotated``, or ``rules`` reading the original.
        failed: Why it could not be attacked; empty if it could. Nobody is protected by that.
        people: Those the truth knows.
        others: People the attacker found whom the truth does not know.
        before: What a strong reader is expected to leave protected of the original.
        now: The same of the release as it is now.
        not_estimated: Why that is not estimated, empty if it is.
    """

    attacker: str
    digest: str
    truth: Literal["annotated", "rules"]
    failed: str
    people: list[PersonSeen]
    others: list[PersonSeen]
    before: float | None
    now: float | None
    not_estimated: str


def appraiser_of(document: Document) -> Appraiser:
    """Return who estimates what edits of a document are worth; the original is read once."""
    return _appraiser(document.id, document.text, document.subjects)


@lru_cache(maxsize=_DESKS)
def _appraiser(id: str, text: str, subjects: tuple[Subject, ...] | None) -> Appraiser:
    return Appraiser(Document(id, text, subjects))


def why_not_read(document: Document, text: str) -> str:
    """Return why the embedded attacker can tell nothing of a released text; empty if it can.

    Args:
        document: The original, with its true people where somebody annotated it.
        text: What is released.
    """
    try:
        require_read(text, RulesAttack.name)
    except UnreadError as error:
        return str(error)
    why = why_unread(document.text) if document.subjects is None else None
    return "" if why is None else f"the original was not read: {why}, and nobody annotated its people"


def look_at(document: Document, edits: Sequence[Edit], method: str = "review") -> ReleaseSeen:
    """Return what the embedded attacker infers from a release, and what a strong reader is expected to.

    Args:
        document: The original, with its true people where somebody annotated it.
        edits: The edits in force.
        method: Who made the release; there are some that may release nothing.

    Raises:
        InputError: They overlap.
    """
    appraiser, text, rules = appraiser_of(document), apply_edits(document.text, edits), RulesAttack()
    release = Release(document.id, text, method)
    unfit = why_no_release(document.text, release)
    failed = why_not_read(document, text) if unfit is None else f"this is no release: {unfit}"
    before, now = (None, None) if failed else (appraiser.expected([]), appraiser.expected(edits))
    people: list[PersonSeen] = []
    others: list[PersonSeen] = []
    if not failed:
        reading = rules.read(text)
        finding = finding_of(reading, text, document.id, rules.name)
        words = {person.id: [_places(fact.evidence) for fact in person.facts] for person in reading.people}
        people, others = people_seen(appraiser.truth, release, finding, lambda one, number: words[one.id][number])
    estimated = {id_: (before.people[id_], kept) for id_, kept in now.people.items()} if before and now else {}
    return ReleaseSeen(
        rules.name,
        digest_of(text),
        "annotated" if appraiser.annotated else "rules",
        failed,
        [_with_estimate(one, estimated.get(one.id)) for one in people],
        others,
        before.document if before else None,
        now.document if now else None,
        failed or appraiser.why_not_with(edits),
    )


def people_seen(
    truth: Document, release: Release, finding: Finding, places: Places
) -> tuple[list[PersonSeen], list[PersonSeen]]:
    """Hold what an attacker found in a release against the truth.

    Args:
        truth: The original with its people.
        release: What was attacked.
        finding: What was found.
        places: Where the words of a found fact stand.

    Returns:
        The people of the truth, then those whom the truth does not know.
    """
    if truth.subjects is None:  # the original was not read: nobody knows who is who
        return [], [_stranger(one, places) for one in finding.subjects]
    scored = score_document(truth, finding, release=release)
    found = {one.id: one for one in finding.subjects}
    people = [_person(one, found, places) for one in scored.subjects]
    return people, [_stranger(one, places) for one in scored.strangers]


def quoted_words(text: str) -> Places:
    """Return where quoted words stand, for findings that know no places."""
    finder = QuoteFinder(text)

    def places(person: Subject, number: int) -> list[WordsAt]:
        return sorted({place for quote in person.facts[number].evidence for place in finder.places(quote)})

    return places


def _person(scored: ScoredSubject, found: Mapping[str, Subject], places: Places) -> PersonSeen:
    ids = [id_ for id_ in (scored.matched_to, *scored.again, *scored.candidates) if id_ is not None]
    verdicts = list(scored.verdicts)
    facts = []
    for one in (found[id_] for id_ in ids):
        for number, fact in enumerate(one.facts):
            verdict = next((verdict for verdict in verdicts if verdict.guess == fact), None)
            if verdict is None:
                facts.append(_inferred(one, number, places))
            else:
                verdicts.remove(verdict)
                facts.append(_seen(fact, verdict.truth.value, _TOLD[verdict.score], places(one, number)))
    for verdict in verdicts:
        told: Told = "not told" if verdict.score is not None else "cannot be judged"
        facts.append(FactSeen(verdict.truth.tag, "", verdict.truth.value, told, 0, []))
    state: Literal["found", "not found", "cannot be told"] = (
        "cannot be told" if scored.candidates else "found" if ids else "not found"
    )
    return PersonSeen(scored.truth.id, _called(scored.truth), state, facts)


def _stranger(person: Subject, places: Places) -> PersonSeen:
    facts = [_inferred(person, number, places) for number in range(len(person.facts))]
    return PersonSeen(person.id, _called(person), "found", facts)


def _inferred(person: Subject, number: int, places: Places) -> FactSeen:
    return _seen(person.facts[number], "", "not in the truth", places(person, number))


def _seen(fact: Fact, truth: str, told: Told, words: list[WordsAt]) -> FactSeen:
    return FactSeen(fact.tag, fact.value, truth, told, fact.certainty, words)


def _places(evidence: Sequence[Evidence]) -> list[WordsAt]:
    return sorted({(words.start, words.end) for words in evidence})


def _called(person: Subject) -> str:
    return person.description or next(iter(person.called), person.id)


def _with_estimate(person: PersonSeen, estimated: tuple[float, float] | None) -> PersonSeen:
    before, now = estimated or (None, None)
    return PersonSeen(person.id, person.description, person.found, person.facts, before, now)
