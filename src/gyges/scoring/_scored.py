"""The outcome of scoring one document: every true person, whom they were matched to, a verdict on every fact."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from gyges.records import DecidedBy, Fact, Subject, Verdict

MIN_CERTAINTY = 3
"""Facts below it are assumption rather than evidence and do not count (SPIA, annotation guidelines)."""


@dataclass(frozen=True, slots=True)
class ScoredSubject:
    """A true person after the attack."""

    truth: Subject  # the person as annotated
    matched_to: str | None  # the id of the found person that was aligned with them, None if nobody was
    verdicts: tuple[Verdict, ...]  # one for each fact that counts, in the order of `truth.facts`
    again: tuple[str, ...] = ()  # further found people who are the same person, listed twice; their facts count too
    candidates: tuple[str, ...] = ()
    ranked: tuple[tuple[Verdict, ...], ...] = ()
    special: tuple[Verdict, ...] = ()  # on what is known of special categories; in no figure unless asked for
    special_told: tuple[Fact, ...] = ()  # what was said of special categories that answers to none of these


@dataclass(frozen=True, slots=True)
class ScoredDocument:
    """A document after the attack."""

    id: str  # the id of the document
    subjects: tuple[ScoredSubject, ...]  # all true people
    found: int  # how many people the attacker found
    failed: str | None = None
    strangers: tuple[Subject, ...] = ()  # found people who were matched to nobody


def unscored_document(
    id: str,
    people: Sequence[Subject],
    reason: str,
    *,
    min_certainty: int = MIN_CERTAINTY,
    found: int = 0,
    special: bool = False,
) -> ScoredDocument:
    """Return a document that could not be attacked, matched or judged: every fact that counts may have leaked."""

    def failed(facts: Sequence[Fact]) -> tuple[Verdict, ...]:
        counted = (fact for fact in facts if fact.certainty >= min_certainty and fact.value.strip())
        return tuple(Verdict(fact, None, None, DecidedBy.FAILED) for fact in counted)

    counted = [(one, (*one.facts, *one.special) if special else one.facts) for one in people]
    subjects = tuple(ScoredSubject(one, None, failed(facts), special=failed(one.special)) for one, facts in counted)
    return ScoredDocument(id, subjects, found, failed=reason)


LEAST_READ = 0.85
"""The share of texts with known facts of which a reader must say anything; ours: `rules` says something of 99 %."""

LEAST_FOUND = 0.25
"""The share of these facts that it must find; ours: `rules` finds 70 to 90 % in three collections."""

FEWEST_SHOWN = 20
"""Texts with known facts below which invented ones are read in their place; ours."""


@dataclass(frozen=True, slots=True)
class ReaderCount:
    """What a reader made of texts whose facts are known and which nobody has protected."""

    documents: int = 0  # how many of them it read to the end
    read: int = 0  # in how many of these it found anything about anybody, right or wrong
    facts: int = 0  # how many facts are known of them
    found: float = 0.0  # how many it found; halves where only part of one
    name: str = ""  # who read; empty for all attackers of the audit together

    @classmethod
    def of(cls, scored: ScoredDocument, *, failed: bool = False) -> Self:
        """Return what one text adds: nothing where no fact is known of it, or where the reading failed."""
        verdicts = [verdict for person in scored.subjects for verdict in person.verdicts]
        if not verdicts or (scored.failed is not None and not failed):
            return cls()
        said = any(verdict.guess is not None for verdict in verdicts) or any(one.facts for one in scored.strangers)
        return cls(1, int(said), len(verdicts), sum(verdict.score or 0.0 for verdict in verdicts))

    def __add__(self, other: "ReaderCount") -> "ReaderCount":
        """Return both together, of the reader of the first."""
        return ReaderCount(
            self.documents + other.documents,
            self.read + other.read,
            self.facts + other.facts,
            self.found + other.found,
            self.name,
        )
