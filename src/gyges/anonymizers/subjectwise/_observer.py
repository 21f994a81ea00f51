"""Attackers that point: what was inferred from a text, and where the words stand that gave it away."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from gyges.attacks import Attack, finding_of
from gyges.reading import Reading, quote_places
from gyges.records import Fact, Finding
from gyges.scoring import MIN_CERTAINTY

__all__ = ["Seen", "observe"]

Spans = tuple[tuple[int, int], ...]
_MOST_PLACES = 50  # of one quote; what stands everywhere points nowhere
_FAINT = 2  # the certainty of "a faint hint"; below it there is only what is common for such people


@runtime_checkable
class _Reader(Protocol):
    """An attack by the embedded reader, which knows where its words stand."""

    @property
    def name(self) -> str: ...

    def read(self, text: str) -> Reading: ...


@dataclass(frozen=True, slots=True)
class Seen:
    """What an attacker saw in a text.

    Attributes:
        finding: The people and their facts.
        places: Where the words stand that gave a fact away, by the id of the person, the tag and the value.
        reading: What the embedded reader understood, if it was the attacker.
        text: The text.
        faint: The same people with the faint guesses of a model too; None where there are none.
    """

    finding: Finding
    places: Mapping[tuple[str, str, str], Spans]
    reading: Reading | None
    text: str = ""
    faint: Finding | None = None

    def where(self, person: str, fact: Fact) -> Spans:
        """Return where the words stand that gave a fact away."""
        return self.places.get((person, fact.tag, fact.value), ())


async def observe(attack: Attack, text: str, id: str) -> Seen:
    """Attack a text and find the words the attacker quotes.

    Guesses of a model below `MIN_CERTAINTY` are no leaks, as no audit takes them for facts: a text that gives no such
    guess away says nothing any more. Faint ones are kept apart, for strong readers are often right with them.

    Args:
        attack: The attacker.
        text: The text.
        id: The id of the document.
    """
    if isinstance(attack, _Reader):
        reading = attack.read(text)
        places = {
            (person.id, fact.tag, fact.value): tuple((words.start, words.end) for words in fact.evidence)
            for person in reading.people
            for fact in person.facts
        }
        return Seen(finding_of(reading, text, id, attack.name), places, reading, text)
    found = await attack.attack(text, id=id)
    faint = _from(found, _FAINT)
    quoted = {
        (subject.id, fact.tag, fact.value): tuple(
            place for quote in fact.evidence for place in quote_places(quote, text)[:_MOST_PLACES]
        )
        for subject in faint.subjects
        for fact in subject.facts
    }
    return Seen(_from(found, MIN_CERTAINTY), quoted, None, text, faint)


def _from(finding: Finding, certainty: int) -> Finding:
    """Return a finding without the guesses below a certainty."""
    people = (
        replace(one, facts=tuple(fact for fact in one.facts if fact.certainty >= certainty)) for one in finding.subjects
    )
    return replace(finding, subjects=tuple(people))
