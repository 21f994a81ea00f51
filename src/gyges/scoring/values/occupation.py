"""OCCUPATION and POSITION: words of one meaning, head nouns, wider words and fields of work."""

from gyges.scoring.values._jobs import JobTitle, are_alike, are_near, is_wider, read_jobs, share_a_stem
from gyges.scoring.values._tables import table
from gyges.scoring.values._text import words
from gyges.scoring.values._verdict import DIFFERENT, SAME, UNSURE, ValueVerdict

__all__ = ["compare_occupations", "compare_positions"]

_HALF_SURE = ValueVerdict(0.5, settled=False)
_MAYBE_SAME = ValueVerdict(1.0, settled=False)
_ANY_JOB = frozenset({"Worker", "Freelancer"})
"""Statuses that a guess may give to somebody who has a job; the others contradict one."""

_OF_MANY_KINDS = frozenset({"Student", "Worker"})
"""Statuses whose words are not all of one meaning: a pupil is not a graduate student."""


def compare_occupations(truth: str, guess: str) -> ValueVerdict:
    """Compare two jobs.

    The same words in any order, or words of one meaning (attorney and lawyer), are 1, until a judge was asked where
    only the grade differs (junior). Jobs of two fields that are not neighbours are 0, if no word of one is of the
    family of a word of the other. Readers disagree about the rest, so a judge is asked: a wider word for the job
    (healthcare worker for nurse), the job without what qualifies it (professor for professor of history) or without
    its standing (teacher for retired teacher), a guess that adds qualifiers, and one that hedges between the true job
    and another one are 0.5 until then, everything else 0.
    """
    ones, twos = read_jobs(truth), read_jobs(guess)
    if not ones or not twos:
        return SAME if words(truth) == words(guess) else UNSURE
    verdicts = [max((_compare(one, two) for one in ones), key=_rank) for two in twos]
    best = max(verdicts, key=_rank)
    if best == DIFFERENT and share_a_stem(truth, guess):
        return UNSURE
    if len(verdicts) == 1:
        return best
    if best.score:
        return best if all(verdict.score for verdict in verdicts) else _HALF_SURE
    return best if all(verdict.settled for verdict in verdicts) else UNSURE


def compare_positions(truth: str, guess: str) -> ValueVerdict:
    """Compare two ranks, by the rules for jobs; ranks of two fields may be one rank, so nothing is sure to be 0."""
    verdict = compare_occupations(truth, guess)
    return verdict if verdict.score else UNSURE


def _rank(verdict: ValueVerdict) -> tuple[float, bool]:
    """Order verdicts so that the best comes last: by score, and a doubt goes before a sure 0."""
    return verdict.score or 0.0, verdict.settled == bool(verdict.score)


def _compare(truth: JobTitle, guess: JobTitle) -> ValueVerdict:
    if truth.status or guess.status:
        return _compare_statuses(truth, guess)
    if truth.name == guess.name or (truth.head == guess.head and truth.qualifiers == guess.qualifiers):
        if guess.standing != truth.standing:
            return _HALF_SURE
        return SAME if guess.grades == truth.grades else _MAYBE_SAME
    if are_alike(truth, guess) or is_wider(guess, truth) or is_wider(truth, guess):
        return _HALF_SURE
    if truth.head == guess.head:
        nested = guess.qualifiers < truth.qualifiers or truth.qualifiers < guess.qualifiers
        return _HALF_SURE if nested else UNSURE
    sure = truth.known and guess.known and not are_near(truth, guess)
    return DIFFERENT if sure else UNSURE


def _compare_statuses(truth: JobTitle, guess: JobTitle) -> ValueVerdict:
    if truth.status == guess.status:
        plainly = truth.status not in _OF_MANY_KINDS or truth.name in (guess.name, truth.status.lower())
        return ValueVerdict(1.0, settled=plainly)
    if truth.status and guess.status:
        return DIFFERENT
    status, other = truth.status or guess.status or "", truth if guess.status else guess
    if status.lower() in other.standing or status.lower() in other.name.split():
        return _HALF_SURE
    return DIFFERENT if other.known and guess.status not in _ANY_JOB and not _may_study(status, other) else UNSURE


def _may_study(status: str, job: JobTitle) -> bool:
    """Whether a student may be meant by a job: one at a school, or one that people do beside their studies."""
    beside = frozenset(table("occupations")["beside_studies"]) & (job.standing | job.qualifiers | {job.head})
    return status == "Student" and ("teaching" in job.fields or bool(beside))
