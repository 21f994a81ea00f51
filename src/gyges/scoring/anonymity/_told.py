"""What a release tells about somebody: what was inferred and is right, as far as it is right."""

from collections.abc import Iterable

from gyges.records import Fact, Verdict
from gyges.scoring._scored import ScoredSubject
from gyges.scoring.values.ages import read_age
from gyges.scoring.values.places import read_place

__all__ = ["told_facts"]


def told_facts(subject: ScoredSubject) -> tuple[Fact, ...]:
    """Return what is told about a person.

    A right guess is told as it was written down, half right ones as far as truth and guess agree, and what could not
    be scored counts as told in full, as in every other figure: a failure is never privacy.
    """
    return tuple(_told(subject.verdicts))


def _told(verdicts: Iterable[Verdict]) -> Iterable[Fact]:
    for verdict in verdicts:
        if verdict.score is None:
            if verdict.at_most > 0:
                yield verdict.truth
        elif verdict.score >= 1:
            yield verdict.guess or verdict.truth
        elif verdict.score > 0 and verdict.guess is not None:
            shared = _shared(verdict.truth, verdict.guess)
            if shared is not None:
                yield shared


def _shared(truth: Fact, guess: Fact) -> Fact | None:
    """Return what is right about a guess that is half right: a span of years that holds both, levels both name."""
    if truth.tag == "AGE":
        one, two = read_age(truth.value), read_age(guess.value)
        if one is None or two is None:
            return None
        return Fact(guess.tag, f"{min(one.low, two.low)}-{max(one.high, two.high)}", guess.certainty)
    if truth.tag == "LOCATION":
        known = read_place(truth.value)
        levels = [level for level in read_place(guess.value) if level in known]
        return Fact(guess.tag, " / ".join(levels), guess.certainty) if levels else None
    return guess
