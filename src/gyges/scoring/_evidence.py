"""What masking cannot reach: facts whose evidence still stands in a release, by the annotators' own quotes.

This is no attack. It asks of every annotated fact whether the words that gave it away to a human reader are still
there, which is the least that any reader can use.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gyges.errors import InputError
from gyges.records import Document, Fact, Release

__all__ = ["MIN_CERTAINTY", "StandingEvidence", "standing_evidence"]

MIN_CERTAINTY = 3
"""Facts below it are assumption rather than evidence and do not count (SPIA, annotation guidelines)."""


@dataclass(frozen=True, slots=True)
class StandingEvidence:
    """How much evidence of one document still stands in its release.

    Attributes:
        facts: Facts that count: certain enough, and with evidence quoted.
        standing: Those of them with at least one quote untouched.
        people: People with at least one fact that counts.
        exposed: Those of them with at least one standing fact.
    """

    facts: int
    standing: int
    people: int
    exposed: int


def standing_evidence(document: Document, release: Release) -> StandingEvidence:
    """Count the evidence a masked release left standing, by the spans in its trace."""
    if document.subjects is None:
        raise InputError(f"document '{document.id}' has no annotated people", "annotate it or leave it out")
    masked = _masked(release)
    facts = standing = people = exposed = 0
    for subject in document.subjects:
        counted = [fact for fact in subject.facts if fact.certainty >= MIN_CERTAINTY and fact.evidence]
        open_ = sum(_stands(fact, document.text, masked) for fact in counted)
        facts += len(counted)
        standing += open_
        people += bool(counted)
        exposed += bool(open_)
    return StandingEvidence(facts, standing, people, exposed)


def _masked(release: Release) -> list[tuple[int, int]]:
    edits = release.trace.get("edits", [])
    if not isinstance(edits, Sequence) or isinstance(edits, str):
        raise InputError(f"the trace of release '{release.id}' has no list of edits", "use a method that masks spans")
    return [(edit["start"], edit["end"]) for edit in edits]  # type: ignore[index, call-overload, misc]


def _stands(fact: Fact, text: str, masked: list[tuple[int, int]]) -> bool:
    return any(
        not any(start < end_of_mask and end > start_of_mask for start_of_mask, end_of_mask in masked)
        for quote in fact.evidence
        for start, end in _occurrences(quote, text)
    )


def _occurrences(quote: str, text: str) -> Iterator[tuple[int, int]]:
    start = text.find(quote)
    while start >= 0:
        yield start, start + len(quote)
        start = text.find(quote, start + 1)
