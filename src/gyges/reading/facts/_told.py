"""What a rule hands on: something told about somebody, which is learned at once."""

from collections.abc import Iterable
from typing import NamedTuple

from gyges.reading.people._draft import PersonDraft

__all__ = ["Told", "learn"]


class Told(NamedTuple):
    """A fact about somebody, and the words ``text[start:end]`` that give it away.

    Attributes:
        person: Who; nobody learns anything where it is None.
        tag: A tag of the taxonomy.
        value: Its value; empty or None where nothing is told.
        certainty: 1-5.
        start: First code point.
        end: One past the last code point.
        cue: The name of the rule.
        first: Whether it counts only where nothing is known of the tag.
    """

    person: PersonDraft | None
    tag: str
    value: str | None
    certainty: int
    start: int
    end: int
    cue: str
    first: bool = False


def learn(told: Iterable[Told]) -> None:
    """Learn what rules tell, one after the other: what comes later knows what came before."""
    for person, tag, value, certainty, start, end, cue, first in told:
        if person is not None and value and not (first and person.knows(tag) is not None):
            person.learn(tag, value, certainty, start, end, cue)
