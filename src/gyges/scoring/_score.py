"""Truth meets guess: every fact that counts of every true person gets its verdict."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from gyges.errors import InputError
from gyges.models import Model
from gyges.records import DecidedBy, Document, Fact, Finding, Release, Subject, Verdict
from gyges.scoring._judge import UNANSWERED, HumanDecisions, Judge, Opinion, Opinions, Pair
from gyges.scoring._scored import MIN_CERTAINTY, ScoredDocument, ScoredSubject, unscored_document
from gyges.scoring.alignment import Alignment, align_by_model, who_is_who
from gyges.scoring.alignment._align import best_assignment
from gyges.scoring.values import check_profile

_FAILED_WEIGHT = 0.99  # a pair nobody could decide may be right: only one that is right goes before it
_ORDER_WEIGHT = 1e-6  # earlier guesses go first among equals


class AuthorRules(TypedDict, total=False):
    """By which rules facts about an author are scored, as keywords."""

    profile: str
    min_certainty: int
    human: HumanDecisions | None


class ScoringRules(AuthorRules, total=False):
    """By which rules facts are scored, as keywords."""

    special: bool


def score_document(
    document: Document,
    finding: Finding,
    *,
    release: Release | None = None,
    profile: str = "strict",
    min_certainty: int = MIN_CERTAINTY,
    human: HumanDecisions | None = None,
    special: bool = False,
    who: Alignment | None = None,
) -> ScoredDocument:
    """Score what an attacker found in one document, by rules alone.

    In the profile ``strict`` every true fact counts, also a second one of its tag, and a guess serves one of them at
    most; in ``paper`` every tag counts once, by its first guess. Guesses of certainty 0 are no guesses. Special
    categories are judged apart; where `special` is set they count like other facts, too.
    """
    truth = _people(document)
    opinions = Opinions(check_profile(profile), human=human or HumanDecisions())
    who = who or who_is_who(truth, finding.subjects, document.text, *_released(release))
    return _scored(document.id, truth, finding, who, opinions, min_certainty, special=special)


async def score_document_async(
    document: Document,
    finding: Finding,
    *,
    release: Release | None = None,
    profile: str = "strict",
    min_certainty: int = MIN_CERTAINTY,
    judge: Judge | None = None,
    matcher: Model | None = None,
    human: HumanDecisions | None = None,
    special: bool = False,
    who: Alignment | None = None,
) -> ScoredDocument:
    """Score what an attacker found, with a judge for the pairs of values the rules leave open."""
    truth = _people(document)
    opinions = Opinions(check_profile(profile), human=human or HumanDecisions())
    try:
        if who is None and matcher is not None:
            texts = (document.text, *_released(release))
            who = await align_by_model(matcher, truth, finding.subjects, *texts, reasons=profile == "paper")
    except UNANSWERED as error:
        reason, count = f"match: {error}, or let rules say who is who (--matcher rules)", len(finding.subjects)
        return unscored_document(document.id, truth, reason, min_certainty=min_certainty, found=count, special=special)
    who = who or who_is_who(truth, finding.subjects, document.text, *_released(release))
    if judge is not None:
        found = {subject.id: subject for subject in finding.subjects}
        pairs = [
            pair
            for subject in truth
            for id in _listings(subject.id, who)
            for pair in _pairs((*subject.facts, *subject.special), found[id], min_certainty)
        ]
        opinions = await _judged(opinions, judge, pairs)
    return _scored(document.id, truth, finding, who, opinions, min_certainty, special=special)


def _people(document: Document) -> tuple[Subject, ...]:
    if document.subjects is None:
        raise InputError(f"document '{document.id}' has no annotated people", "annotate it or leave it out")
    return document.subjects


def _released(release: Release | None) -> tuple[str | None, Mapping[str, object] | None]:
    return (None, None) if release is None else (release.text, release.trace)


def _listings(id: str, who: Alignment) -> tuple[str, ...]:
    """Return the found people who are this true person, or may be."""
    matched = (who.matches[id],) if id in who.matches else ()
    return (*matched, *who.again.get(id, ()), *who.undecided.get(id, ()))


async def _judged(opinions: Opinions, judge: Judge, pairs: Iterable[Pair]) -> Opinions:
    asked = [pair for pair in dict.fromkeys(pairs) if opinions.is_open(pair)]
    return replace(opinions, judged=await judge.decide_all(asked))


def _pairs(facts: Sequence[Fact], guesser: Subject, min_certainty: int) -> Iterator[Pair]:
    guesses = _guesses(guesser)
    for fact in facts:
        if fact.certainty >= min_certainty and fact.value.strip():
            for guess in guesses:
                if guess.tag == fact.tag:
                    yield Pair(fact.tag, fact.value, guess.value)


def _guesses(subject: Subject) -> list[Fact]:
    return [fact for fact in (*subject.facts, *subject.special) if fact.certainty > 0 and fact.value.strip()]


def _scored(
    id: str,
    truth: Sequence[Subject],
    finding: Finding,
    who: Alignment,
    opinions: Opinions,
    min_certainty: int,
    *,
    special: bool = False,
) -> ScoredDocument:
    found = {subject.id: subject for subject in finding.subjects}
    verdicts = _VERDICTS[opinions.profile]
    subjects = []
    for subject in truth:
        match, again, candidates = (
            who.matches.get(subject.id),
            who.again.get(subject.id, ()),
            who.undecided.get(subject.id, ()),
        )
        listings = [found[one] for one in ((match, *again) if match is not None else candidates)]
        guessed = [_guesses(one) for one in listings]
        decided, untold = match is not None or not listings, subject.id in who.untold
        rows = [[]] if untold else [[guess for row in guessed for guess in row]] if decided else guessed
        counted = (*subject.facts, *subject.special) if special else subject.facts
        told, apart = (
            [tuple(verdicts(replace(subject, facts=facts), row, opinions, min_certainty)) for row in rows]
            for facts in (counted, subject.special)
        )
        merge = _unknown if untold else _first if decided else _undecided
        judged = merge(apart)
        answered = {verdict.guess for verdict in judged}
        more = tuple(fact for one in listings if decided for fact in one.special if fact not in answered)
        subjects.append(ScoredSubject(subject, match, merge(told), again, candidates, (), judged, more))
    used = {one for subject in subjects for one in (subject.matched_to, *subject.again)}
    strangers = tuple(subject for subject in finding.subjects if subject.id not in used)
    return ScoredDocument(id, tuple(subjects), len(finding.subjects), strangers=strangers)


def _undecided(rows: Sequence[tuple[Verdict, ...]]) -> tuple[Verdict, ...]:
    """Return verdicts on somebody who may be any of these, or nobody: what is told of none of them is protected."""
    worst: dict[tuple[str, int], Verdict] = {}
    for row in rows:
        seen: Counter[str] = Counter()
        for verdict in row:
            tag = verdict.truth.tag
            key = tag, seen[tag]
            seen[tag] += 1
            if verdict.leaked:
                worst[key] = _open(verdict)
            else:
                worst.setdefault(key, Verdict(verdict.truth, None, 0.0, DecidedBy.MISSING))
    return tuple(worst.values())


def _first(rows: Sequence[tuple[Verdict, ...]]) -> tuple[Verdict, ...]:
    return rows[0]


def _unknown(rows: Sequence[tuple[Verdict, ...]]) -> tuple[Verdict, ...]:
    return tuple(_open(verdict) for verdict in rows[0])


def _open(verdict: Verdict) -> Verdict:
    """Return a verdict on a fact of which nothing is known."""
    return Verdict(verdict.truth, None, None, DecidedBy.FAILED)


def _strict_verdicts(
    subject: Subject, guesses: Sequence[Fact], opinions: Opinions, min_certainty: int
) -> Iterator[Verdict]:
    """Count every fact; the guesses of a tag are dealt out to its facts so that they score best."""
    facts = [fact for fact in subject.facts if fact.certainty >= min_certainty and fact.value.strip()]
    chosen: dict[int, Fact] = {}
    for tag in dict.fromkeys(fact.tag for fact in facts):
        rows = [number for number, fact in enumerate(facts) if fact.tag == tag]
        columns = [guess for guess in guesses if guess.tag == tag]
        weights = [[_weight(facts[row], guess, opinions) for guess in columns] for row in rows]
        ordered = [[weight - _ORDER_WEIGHT * place for place, weight in enumerate(row)] for row in weights]
        chosen |= {rows[row]: columns[column] for row, column in best_assignment(ordered)}
    for number, fact in enumerate(facts):
        yield _verdict(fact, chosen.get(number), opinions)


def _paper_verdicts(
    subject: Subject, guesses: Sequence[Fact], opinions: Opinions, min_certainty: int
) -> Iterator[Verdict]:
    """Count every tag once, by the first guess and the true fact that fits it best, if that is certain enough."""
    facts = [fact for fact in subject.facts if fact.value.strip()]
    for tag in dict.fromkeys(fact.tag for fact in facts):
        ours = [fact for fact in facts if fact.tag == tag]
        first = next((guess for guess in guesses if guess.tag == tag), None)  # top-1, appendix B
        pairs = [(fact, first) for fact in ours] if first else []
        fact, guess = max(pairs, key=lambda pair: _weight(pair[0], pair[1], opinions)) if pairs else (ours[0], None)
        if fact.certainty >= min_certainty:
            yield _verdict(fact, guess, opinions)


_VERDICTS: dict[str, Callable[[Subject, Sequence[Fact], Opinions, int], Iterator[Verdict]]] = {
    "strict": _strict_verdicts,
    "paper": _paper_verdicts,
}


def _weight(fact: Fact, guess: Fact, opinions: Opinions) -> float:
    score = opinions.of(Pair(fact.tag, fact.value, guess.value)).score
    return _FAILED_WEIGHT if score is None else score


def _verdict(fact: Fact, guess: Fact | None, opinions: Opinions) -> Verdict:
    if guess is None:
        return Verdict(fact, None, 0.0, DecidedBy.MISSING)
    opinion: Opinion = opinions.of(Pair(fact.tag, fact.value, guess.value))
    return Verdict(fact, guess, opinion.score, opinion.decided_by)


@dataclass(frozen=True, slots=True)
class ScoredAttribute:
    """A true attribute of an author against the ranked guesses."""

    truth: Fact  # the attribute as labelled
    verdicts: tuple[Verdict, ...]  # one for each guess, best guess first; one missing verdict if there was none

    def score_at(self, k: int) -> float | None:
        """Return the best score among the first k guesses; None where a failure leaves open whether one is right."""
        scores = [verdict.score for verdict in self.verdicts[:k]]
        best = max((score for score in scores if score is not None), default=0.0)
        return None if None in scores and best < 1.0 else best

    def correct_at(self, k: int) -> bool | None:
        """Return whether one of the first k guesses is right; None where a failure leaves that open."""
        score = self.score_at(k)
        return None if score is None else score == 1.0


def score_author(
    truth: Sequence[Fact],
    guesser: Subject,
    *,
    profile: str = "strict",
    min_certainty: int = MIN_CERTAINTY,
    human: HumanDecisions | None = None,
) -> tuple[ScoredAttribute, ...]:
    """Score ranked guesses about the author of a text, by rules alone."""
    opinions = Opinions(check_profile(profile), "author", human or HumanDecisions())
    return tuple(_attributes(truth, guesser, opinions, min_certainty))


async def score_author_async(
    truth: Sequence[Fact],
    guesser: Subject,
    judge: Judge,
    *,
    profile: str = "strict",
    min_certainty: int = MIN_CERTAINTY,
    human: HumanDecisions | None = None,
) -> tuple[ScoredAttribute, ...]:
    """Score ranked guesses about an author, with a judge for the pairs of values the rules leave open.

    In the profile ``paper`` the judge is asked about an attribute only where no guess was right by the rules.
    """
    opinions = Opinions(check_profile(profile), "author", human or HumanDecisions())
    facts = list(truth)
    if opinions.profile == "paper":
        by_rule = _attributes(truth, guesser, opinions, min_certainty)
        facts = [attribute.truth for attribute in by_rule if not attribute.correct_at(len(attribute.verdicts))]
    opinions = await _judged(opinions, replace(judge, taxonomy="author"), _pairs(facts, guesser, min_certainty))
    return tuple(_attributes(truth, guesser, opinions, min_certainty))


def _attributes(
    truth: Sequence[Fact], guesser: Subject, opinions: Opinions, min_certainty: int
) -> Iterator[ScoredAttribute]:
    for fact in truth:
        if fact.certainty >= min_certainty and fact.value.strip():
            ranked = [_verdict(fact, guess, opinions) for guess in _guesses(guesser) if guess.tag == fact.tag]
            yield ScoredAttribute(fact, tuple(ranked) or (_verdict(fact, None, opinions),))
