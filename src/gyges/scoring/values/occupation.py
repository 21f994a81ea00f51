"""OCCUPATION and POSITION: words of one meaning, head nouns, wider words and fields of work."""

from gyges.scoring.values._jobs import Job, are_alike, are_near, is_wider, read_jobs
from gyges.scoring.values._text import words
from gyges.scoring.values._verdict import DIFFERENT, LESS_PRECISE, SAME, UNSURE, ValueVerdict

__all__ = ["compare_occupations", "compare_positions"]

_HALF_SURE = ValueVerdict(0.5, settled=False)


def compare_occupations(truth: str, guess: str) -> ValueVerdict:
    """Compare two jobs.

    The same words in any order, or words of one meaning (attorney and lawyer), are 1. A wider word for the job
    (healthcare worker for nurse), the job without what qualifies it (professor for professor of history) or without
    its standing (teacher for retired teacher) is 0.5. Jobs of two fields that are not neighbours are 0. A guess that
    adds qualifiers may be right or wrong in them: it is 0.5 until a judge was asked, and so is one that hedges between
    the true job and another one. Everything else is left to a judge.
    """
    ones, twos = read_jobs(truth), read_jobs(guess)
    if not ones or not twos:
        return SAME if words(truth) == words(guess) else UNSURE
    verdicts = [max((_compare(one, two) for one in ones), key=_rank) for two in twos]
    best = max(verdicts, key=_rank)
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


def _compare(truth: Job, guess: Job) -> ValueVerdict:
    if truth.status or guess.status:
        return _compare_statuses(truth, guess)
    if truth.name == guess.name or (truth.head == guess.head and truth.qualifiers == guess.qualifiers):
        return SAME if guess.standing == truth.standing else _HALF_SURE
    if are_alike(truth, guess) or is_wider(guess, truth) or is_wider(truth, guess):
        return _HALF_SURE
    if truth.head == guess.head:
        if guess.qualifiers < truth.qualifiers:
            return LESS_PRECISE if guess.standing == truth.standing and guess.known else _HALF_SURE
        return _HALF_SURE if truth.qualifiers < guess.qualifiers else UNSURE
    sure = truth.known and guess.known and not are_near(truth, guess)
    return DIFFERENT if sure else UNSURE


def _compare_statuses(truth: Job, guess: Job) -> ValueVerdict:
    if truth.status == guess.status:
        return SAME
    if truth.status and guess.status:
        return DIFFERENT
    status, other = (truth.status or guess.status or "").lower(), truth if guess.status else guess
    if status in other.standing or status in other.name.split():
        return _HALF_SURE
    learns = status == "student" and "teaching" in other.fields
    return DIFFERENT if other.known and not learns else UNSURE
