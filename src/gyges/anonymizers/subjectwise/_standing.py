"""What an attacker saw in a text, how well everybody is protected by a version, and what still leaks from which words.

Scoring compares all true people with all found ones, so it would grow with the square of a text that has ever more
people in it: in a long one people are compared with those who stand near them. Who is found in a version stands where
the original spoke of them. A fact that is read from the same words leaks whomever it is given to, near or far.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from gyges.anonymizers.subjectwise._changes import Version
from gyges.anonymizers.subjectwise._who import who_by_names
from gyges.attacks import Attack, finding_of
from gyges.reading import Reading, quote_places
from gyges.records import Document, Fact, Finding, JsonValue, Release, Subject, Verdict
from gyges.scoring import MIN_CERTAINTY, Alignment, ScoredSubject, compare_values, rouge, score_document

Spans = tuple[tuple[int, int], ...]
_MOST_PLACES = 50  # of one quote; what stands everywhere points nowhere
_HINT = 2  # the certainty of "a faint hint"; below it there is only what is common for such people


@runtime_checkable
class _Reader(Protocol):
    """An attack by the embedded reader, which knows where its words stand."""

    @property
    def name(self) -> str: ...

    def read(self, text: str) -> Reading: ...


@dataclass(frozen=True, slots=True)
class Seen:
    """What an attacker saw in a text."""

    finding: Finding  # the people and their facts
    places: Mapping[tuple[str, str, str], Spans]
    reading: Reading | None  # what the embedded reader understood, if it was the attacker
    text: str = ""  # the text
    faint: Finding | None = None  # the same people with the faint guesses of a model too; None where there are none

    def where(self, person: str, fact: Fact) -> Spans:
        """Return where the words stand that gave a fact away."""
        return self.places.get((person, fact.tag, fact.value), ())


async def observe(attack: Attack, text: str, id: str) -> Seen:
    """Attack a text and find the words the attacker quotes.

    Guesses of a model below `MIN_CERTAINTY` are no leaks, as no audit takes them for facts: a text that gives no such
    guess away says nothing any more. Faint ones are kept apart, for strong readers are often right with them.
    """
    if isinstance(attack, _Reader):
        reading = attack.read(text)
        places = {
            (person.id, fact.tag, fact.value): tuple((words.start, words.end) for words in fact.evidence)
            for person in reading.people
            for fact in person.facts
        }
        return Seen(finding_of(reading, text, id, attack.name), places, reading, text)
    found = _once(await attack.attack(text, id=id))
    faint = _from(found, _HINT)
    quoted = {
        (subject.id, fact.tag, fact.value): tuple(
            place for quote in fact.evidence for place in quote_places(quote, text)[:_MOST_PLACES]
        )
        for subject in faint.subjects
        for fact in subject.facts
    }
    return Seen(_from(found, MIN_CERTAINTY), quoted, None, text, faint)


_OF_GROUP = re.compile(r" \(1 of (\d+)\)$")
_FURTHER = re.compile(r" \((?!1 )\d+ of \d+\)$")


def _once(finding: Finding) -> Finding:
    """Return a finding in which those of a counted group whom nothing tells apart stand once, with their number."""
    kept = (
        replace(one, description=_OF_GROUP.sub(r" (\1 people)", one.description))
        for one in finding.subjects
        if not _FURTHER.search(one.description)
    )
    return replace(finding, subjects=tuple(kept))


def _from(finding: Finding, certainty: int) -> Finding:
    """Return a finding without the guesses below a certainty."""
    people = (
        replace(one, facts=tuple(fact for fact in one.facts if fact.certainty >= certainty)) for one in finding.subjects
    )
    return replace(finding, subjects=tuple(people))


STRETCH = 4000
"""Characters that are near each other: about two pages, more than any document of the bundled corpus has."""

WHOLE = 3 * STRETCH
"""Up to here a text is one neighbourhood: a stretch and its two neighbours."""


def score_nearby(
    original: Document,
    truth: tuple[Subject, ...],
    before: Seen,
    version: Version,
    seen: Seen,
    called: Mapping[str, str] | None = None,
) -> list[ScoredSubject]:
    """Score what an attacker saw in a version against what it saw in the original, in the order of the truth.

    One found person serves one true person of a neighbourhood, and may serve another one in another: then both leak.
    """
    if len(original.text) <= WHOLE:
        edits: list[JsonValue] = [{"start": c.start, "end": c.end, "text": c.new} for c in version.changes]
        release = Release(original.id, version.text, "subjectwise", {"edits": edits})
        document = Document(original.id, original.text, truth)
        who = who_by_names(document, truth, release, seen.finding.subjects, called) if called else None
        return list(score_document(document, seen.finding, release=release, who=who).subjects)
    there, here = _homes(seen, version), _homes(before, Version(original.text))
    at: dict[int | None, list[Subject]] = {}
    for person in seen.finding.subjects:
        at.setdefault(there.get(person.id), []).append(person)
    groups: dict[int | None, list[Subject]] = {}
    for person in truth:
        groups.setdefault(here.get(person.id), []).append(person)
    scored: dict[str, ScoredSubject] = {}
    for home, people in groups.items():
        near = sorted(stretch for stretch in at if stretch is not None and (home is None or abs(stretch - home) <= 1))
        found = tuple(person for place in (None, *near) for person in at.get(place, ()))
        text = original.text if home is None else original.text[max(0, home - 1) * STRETCH : (home + 2) * STRETCH]
        document = Document(original.id, text, tuple(people))
        finding = Finding(original.id, seen.finding.attacker, found)
        scored |= {subject.truth.id: subject for subject in score_document(document, finding).subjects}
    return [scored[person.id] for person in truth]


def stretches(start: int, end: int) -> range:
    """Return the stretches of the original that a span lies on."""
    return range(start // STRETCH, max(start, end - 1) // STRETCH + 1)


def _homes(seen: Seen, version: Version) -> dict[str, int]:
    """Return the stretch of the original where each person is spoken of most; who stands nowhere is left out."""
    spans = [
        (person.id, place)
        for person in seen.finding.subjects
        for fact in person.facts
        for place in seen.where(person.id, fact)
    ]
    if seen.reading is not None:
        spans += [(person.id, (m.start, m.end)) for person in seen.reading.people for m in person.mentions]
    counts: dict[str, Counter[int]] = {}
    for id_, (start, end) in spans:
        pieces, rest = version.original(start, end)
        for low, high in (*rest, *((piece.start, piece.end) for piece in pieces)):
            counts.setdefault(id_, Counter()).update(stretches(low, high))
    return {id_: max(count, key=lambda stretch: (count[stretch], -stretch)) for id_, count in counts.items()}


_FAINT = 0.5
"""What a right guess on a faint hint counts, where a leak counts 1: chosen, not fitted."""


@dataclass(frozen=True, slots=True)
class Leak:
    """A fact that can still be inferred."""

    tag: str  # the tag
    value: str  # what was inferred
    places: Spans  # where the words stand that give it away, in the version


@dataclass(frozen=True, slots=True)
class PersonStanding:
    """One person: how well protected, what still leaks, what is only guessed faintly, but rightly, and what is open.

    A fact is undecided where nobody can tell which of the people found it is told of: it counts as leaked as far as it
    may have, and what those people tell is among the leaks.
    """

    id: str
    description: str
    protection: float
    facts: int
    leaks: tuple[Leak, ...]
    faint: tuple[Leak, ...] = ()
    undecided: int = 0
    counts: bool = True  # whether more is known than the part in a letterhead or a greeting


@dataclass(frozen=True, slots=True)
class Standing:
    """One version: the protection of the person worst off, of all facts together, and ROUGE-L to the original."""

    worst: float  # the protection of the person worst off
    cpr: float  # the protection of all facts together
    utility: float  # ROUGE-L to the original
    people: tuple[PersonStanding, ...]  # everybody
    steady: bool = True

    @property
    def faint(self) -> int:
        """How many faint guesses are right."""
        return sum(len(person.faint) for person in self.people)

    @property
    def undecided(self) -> int:
        """How many facts nobody can tell to be protected or not."""
        return sum(person.undecided for person in self.people)

    @property
    def told(self) -> bool:
        """Whether anything is told of somebody of whom more is known than a part."""
        return any(person.leaks for person in self.people if person.counts)

    @property
    def rank(self) -> tuple[float, float]:
        """Order versions: all facts, right guesses on faint hints among them, then the person worst off.

        All facts come first: one guess more or less about somebody of whom little is told is chance, and would throw
        away a rewrite that protects everybody else better.
        """
        facts = sum(person.facts for person in self.people)
        return self.cpr - (_FAINT * self.faint / facts if facts else 0.0), self.worst


def brought_in(version: Version, now: Standing, best: Version, before: Standing) -> list[str]:
    """Return what can be told of a version and not of the one before, in words for a model; empty if it may be taken.

    A model attacks a bit differently every time: what it reads only now from words that stood there before was not
    brought in.
    """
    if (now.cpr, now.worst) >= (before.cpr, before.worst):
        return []
    told = {(person.id, leak.tag) for person in before.people for leak in person.leaks}
    new = [
        (person, leak)
        for person in now.people
        for leak in person.leaks
        if now.steady or (person.id, leak.tag) not in told
    ]
    rows = []
    for person, leak in new:
        words = [version.text[start:end] for start, end in leak.places]
        if now.steady or not words or any(one not in best.text for one in words):
            rows.append(f"{leak.tag} of {person.description} could be told from: {' | '.join(words) or 'the whole'}")
    return rows or (["more could be told"] if now.steady else [])


def truth_of(seen: Seen, protect: Collection[str] | None = None, preserve: Collection[str] = ()) -> tuple[Subject, ...]:
    """Return what an attacker infers from the original, which is the truth inside the loop."""

    def counts(fact: Fact) -> bool:
        wanted = protect is None or fact.tag in protect
        return fact.certainty >= MIN_CERTAINTY and wanted and fact.tag not in preserve

    return tuple(
        Subject(person.id, person.description, tuple(fact for fact in person.facts if counts(fact)))
        for person in seen.finding.subjects
    )


def stand(
    original: Document,
    truth: tuple[Subject, ...],
    before: Seen,
    version: Version,
    seen: Seen,
    called: Mapping[str, str] | None = None,
) -> Standing:
    """Score a version by the attack on it.

    A fact leaks if the attacker tells it of the same person, and also if it reads it from the very words it was read
    from in the original, whomever it takes them to be about: somebody else may still know whose they are.
    """
    scored = score_nearby(original, truth, before, version, seen, called)
    return _standing(original, before, version, seen, scored, _faint(original, truth, before, version, seen, called))


def stand_before(original: Document, truth: tuple[Subject, ...], before: Seen) -> Standing:
    """Score the original itself, in which everybody is who they are: nobody has to be compared with others."""
    themselves = Alignment({one.id: one.id for one in truth})
    scored = score_document(Document(original.id, original.text, truth), before.finding, who=themselves).subjects
    version = Version(original.text)
    return _standing(original, before, version, before, scored, _faint(original, truth, before, version, before))


def _standing(
    original: Document,
    before: Seen,
    version: Version,
    seen: Seen,
    scored: Iterable[ScoredSubject],
    faint: Mapping[str, tuple[Leak, ...]],
) -> Standing:
    """Return how everybody stands whose facts were scored."""
    still_read = _Words(version, seen)
    people: list[PersonStanding] = []
    for subject in scored:
        scores: list[float] = []
        leaks: list[Leak] = []
        for verdict in subject.verdicts:
            fact, score = verdict.truth, verdict.leaked
            if verdict.guess is not None:
                score = max(score, _leaked(fact, verdict.guess.value))
            if verdict.score is None and score:
                leaks += _told_by_candidates(fact, subject.candidates, seen)
            if score and verdict.guess is not None and subject.matched_to is not None:
                leaks.append(Leak(fact.tag, verdict.guess.value, seen.where(subject.matched_to, verdict.guess)))
            other = still_read.best(fact, before.where(subject.truth.id, fact)) if score < 1 else None
            if other is not None and other[0] > score:
                score = other[0]
                leaks.append(other[1])
            scores.append(score)
        if scores:
            kept = 1 - sum(scores) / len(scores)
            told = {leak.tag for leak in leaks}
            guessed = tuple(leak for leak in faint.get(subject.truth.id, ()) if leak.tag not in told)
            known = subject.truth
            undecided = sum(_is_open(verdict) for verdict in subject.verdicts)
            people.append(
                PersonStanding(
                    known.id,
                    known.description,
                    kept,
                    len(scores),
                    tuple(leaks),
                    guessed,
                    undecided,
                    counts=any(verdict.truth.tag not in _PARTS for verdict in subject.verdicts),
                )
            )
    facts = sum(person.facts for person in people)
    return Standing(
        worst=min((person.protection for person in people if person.counts), default=1.0),
        cpr=sum(person.protection * person.facts for person in people) / facts if facts else 1.0,
        utility=rouge(original.text, version.text).rouge_l if original.text.strip() else 1.0,
        people=tuple(people),
        steady=seen.faint is None,
    )


_PARTS = frozenset(("OCCUPATION", "POSITION", "AFFILIATION"))
"""All that is known of somebody who is only addressed or signs by a part: "Dear colleague", "the registrar"."""

_OPEN = 0.5
"""What a guess counts of which rules cannot say whether it is right; what is open is not protected."""


def _leaked(fact: Fact, guess: str) -> float:
    verdict = compare_values(fact.tag, fact.value, guess)
    return verdict.score or (0.0 if verdict.settled else _OPEN)


def _is_open(verdict: Verdict) -> bool:
    """Return True if nobody can say whether a fact is protected."""
    if verdict.score is None:
        return True
    return verdict.guess is not None and not (verdict.score or _leaked(verdict.truth, verdict.guess.value) == 0)


def _told_by_candidates(fact: Fact, candidates: Collection[str], seen: Seen) -> list[Leak]:
    """Return what is told rightly of people one of whom it may be."""
    found = (
        Leak(guess.tag, guess.value, seen.where(person.id, guess))
        for person in seen.finding.subjects
        if person.id in candidates
        for guess in person.facts
        if guess.tag == fact.tag and _leaked(fact, guess.value)
    )
    return list(dict.fromkeys(found))


def _faint(
    original: Document,
    truth: tuple[Subject, ...],
    before: Seen,
    version: Version,
    seen: Seen,
    called: Mapping[str, str] | None = None,
) -> dict[str, tuple[Leak, ...]]:
    """Return what is guessed rightly below the certainty that counts, by the id of the person."""
    if seen.faint is None:
        return {}
    guesses = replace(seen, finding=seen.faint)
    right: dict[str, tuple[Leak, ...]] = {}
    for subject in score_nearby(original, truth, before, version, guesses, called):
        right[subject.truth.id] = tuple(
            Leak(verdict.truth.tag, verdict.guess.value, seen.where(subject.matched_to, verdict.guess))
            for verdict in subject.verdicts
            if verdict.score and verdict.guess is not None and subject.matched_to is not None
            if verdict.guess.certainty < MIN_CERTAINTY
        )
    return right


class _Words:
    """What is read from which unchanged words of the original."""

    def __init__(self, version: Version, seen: Seen) -> None:
        self._read: dict[tuple[str, int], list[tuple[int, int, Leak]]] = {}
        for subject in seen.finding.subjects:
            for fact in subject.facts:
                if fact.certainty < MIN_CERTAINTY:
                    continue
                places = seen.where(subject.id, fact)
                leak = Leak(fact.tag, fact.value, places)
                for place in places:
                    for start, end in version.original(*place)[1]:
                        for stretch in stretches(start, end):
                            self._read.setdefault((fact.tag, stretch), []).append((start, end, leak))

    def best(self, fact: Fact, places: Spans) -> tuple[float, Leak] | None:
        """Return the best guess of a fact that is read from some of the same words."""
        leaks = {
            leak
            for low, high in places
            for stretch in stretches(low, high)
            for start, end, leak in self._read.get((fact.tag, stretch), ())
            if start < high and low < end
        }
        scored = [(_leaked(fact, leak.value), leak) for leak in leaks]
        return max(scored, key=lambda pair: (pair[0], pair[1].value), default=None)
