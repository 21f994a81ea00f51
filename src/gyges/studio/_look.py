"""A release through the eyes of an attacker: what it infers about whom by which words, beside the estimate."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from gyges.attacks import RulesAttack, finding_of, open_attacker
from gyges.errors import ConfigError, GygesError, StudioError
from gyges.models import ModelPool
from gyges.reading import Evidence, QuoteFinder
from gyges.records import Document, Edit, Fact, Finding, JsonValue, Release, Subject, apply_edits
from gyges.runs import finding_from_json, finding_to_json, wait_for
from gyges.runs.review import Appraiser
from gyges.scoring import ScoredSubject, score_document, why_no_release
from gyges.studio._at_work import Report
from gyges.studio._kinds._annotated import annotated_document
from gyges.studio._made import askers
from gyges.studio._project import Project, StudioOptions
from gyges.studio._reviews import read_review_of, why_not_read
from gyges.studio._store._database import digest_of

_DESKS = 32  # documents whose originals need not be read again at every change

WordsAt: TypeAlias = tuple[int, int]
"""Half-open code points of the released text."""

Told: TypeAlias = Literal["right", "less precise", "wrong", "not in the truth", "not told", "cannot be judged"]
"""What an attacker tells of a fact, held against the truth."""

_TOLD: Mapping[float | None, Told] = {1.0: "right", 0.5: "less precise", 0.0: "wrong", None: "cannot be judged"}

Places: TypeAlias = Callable[[Subject, int], list[WordsAt]]
"""Where the words stand that gave away a fact of a found person, by its number."""
ATTACK = "attack"
"""The kind of the sheet with what an attacker found; its author is the attacker."""


@dataclass(frozen=True, slots=True)
class FactSeen:
    """A fact that the attacker infers, or that it does not."""

    tag: str  # what kind of fact
    value: str  # what the attacker says; empty where it says nothing
    truth: str  # what is true; empty where nobody knows
    told: Told  # how the one stands to the other
    certainty: int  # how sure the attacker is, 0-5
    words: list[WordsAt]  # where the words stand that gave it away


@dataclass(frozen=True, slots=True)
class PersonSeen:
    """A person, as the release shows them now."""

    id: str  # in the truth; in the finding for somebody whom the truth does not know
    description: str  # who that is
    found: Literal["found", "not found", "cannot be told"]
    facts: list[FactSeen]  # what it infers, and what it does not
    before: float | None = None
    now: float | None = None  # the same of the release as it is now


@dataclass(frozen=True, slots=True)
class ReleaseSeen:
    """What a release gives away."""

    attacker: str  # who read it
    digest: str  # SHA-256 of the text that was read
    truth: Literal["annotated", "rules"]  # who said what is true: ``annotated``, or ``rules`` reading the original
    failed: str  # why it could not be attacked; empty if it could. Nobody is protected by that
    people: list[PersonSeen]  # those the truth knows
    others: list[PersonSeen]  # people the attacker found whom the truth does not know
    before: float | None  # what a strong reader is expected to leave protected of the original
    now: float | None  # the same of the release as it is now
    not_estimated: str  # why that is not estimated, empty if it is


def appraiser_of(document: Document) -> Appraiser:
    """Return who estimates what edits of a document are worth; the original is read once."""
    return _appraiser(document.id, document.text, document.subjects)


@lru_cache(maxsize=_DESKS)
def _appraiser(id: str, text: str, subjects: tuple[Subject, ...] | None) -> Appraiser:
    return Appraiser(Document(id, text, subjects))


def look_at(document: Document, edits: Sequence[Edit], method: str = "review") -> ReleaseSeen:
    """Return what the embedded attacker infers from a release, and what a strong reader is expected to."""
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
    """Hold what an attacker found in a release against the truth."""
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


@dataclass(frozen=True, slots=True)
class AttackKept:
    """What came of attacking a release."""

    attacker: str  # who attacked
    by: str  # who asked for it
    at: str  # when, UTC
    digest: str  # SHA-256 of the text that was attacked
    current: bool  # whether that is the text as it is now
    failed: str  # why nothing came of it; empty if something did. Nobody is protected by that
    calls: int  # calls to models, cached ones not counted
    usd: float | None  # what they cost; None where no price is known
    people: list[PersonSeen]
    others: list[PersonSeen]  # people the attacker found whom the truth does not know


def check_attacker(spec: str, options: StudioOptions) -> None:
    """Refuse an attacker that nobody allowed."""
    if spec not in options.offered:
        raise ConfigError("no attacker of that name was named at the start", "start the studio with --attacker NAME")


def attack_release(project: Project, number: int, spec: str, options: StudioOptions, who: str, report: Report) -> str:
    """Attack a release as it is now; keep what was found, or why nothing was, and return it in words.

    The attacker is given the released text and a number, nothing else.
    """
    review = read_review_of(project, number)
    if review.unfit is not None:
        raise StudioError(f"there is no text to attack: {review.unfit}", "change the edits, or make the release again")
    text = review.text
    report(0, 1)

    async def attack() -> tuple[Finding, int, float | None]:
        async with ModelPool(options.models) as pool:
            pool.works_for(*askers(project, review.row.document, review.row.name))
            finding = await open_attacker(spec, pool).attack(text, id=str(number))
            return finding, pool.ledger.total.calls, pool.ledger.total.usd

    try:
        finding, calls, usd = wait_for(attack)
    except GygesError as error:
        _keep(project, number, spec, who, text, {"finding": None, "failed": str(error), "calls": 0, "usd": None})
        raise
    found = {"finding": finding_to_json(finding), "failed": "", "calls": calls, "usd": usd}
    _keep(project, number, spec, who, text, found)
    report(1, 1)
    return f"{len(finding.subjects):,} people found, {sum(len(one.facts) for one in finding.subjects):,} facts inferred"


def attacks_on(project: Project, number: int) -> Iterator[AttackKept]:
    """Return the last attack of every attacker on a release, held against the truth."""
    review = read_review_of(project, number)
    digest = digest_of(review.text) if review.unfit is None else None
    for sheet in project.sheets.of_item(ATTACK, number):
        kept, current = sheet.body, sheet.body["digest"] == digest
        people: list[PersonSeen] = []
        others: list[PersonSeen] = []
        if current and kept["finding"] is not None:
            release = Release(review.document.id, review.text, "review")
            truth = appraiser_of(annotated_document(project, review.row.document)).truth
            finding = finding_from_json(kept["finding"])
            people, others = people_seen(truth, release, finding, quoted_words(review.text))
        said = {name: kept[name] for name in ("by", "digest", "failed", "calls", "usd")}
        yield AttackKept(attacker=sheet.author, at=sheet.saved, current=current, people=people, others=others, **said)


def _keep(project: Project, number: int, spec: str, who: str, text: str, found: Mapping[str, JsonValue]) -> None:
    last = project.sheets.get(ATTACK, number, spec)
    body = {**found, "by": who, "digest": digest_of(text)}
    project.sheets.save(
        ATTACK, number, spec, who=who, seen=last.version, body=body, done=True, what="attacked", of=text
    )
