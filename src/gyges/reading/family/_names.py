"""The names that stand beside kin: "Ana (wife)", "two sons, Jim (4) and Bo"."""

import re
from collections.abc import Sequence
from typing import Protocol

from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._named import Spot

__all__ = ["Discourse", "called", "named_before", "names_after"]

_BEFORE_KIN = re.compile(r"(?:,\s|\s?\(|\s[-–]\s|\sis\s|,\sthat['’]s\s|,\swho\sis\s|\swas\s|,\sthe\s)$")


class Discourse(Protocol):
    """What kin needs to know about the pass over the text."""

    def add(self, spot: Spot) -> Spot:
        """Note a mention."""

    def recent(self) -> Sequence[Spot]:
        """Return the last mention of everybody spoken of lately."""

    def name_at(self, position: int) -> Spot | None:
        """Return the name at a position."""

    def name_ending(self, position: int) -> Spot | None:
        """Return the name that ends at a position."""

    def resolve(self, position: int, sex: str) -> PersonDraft | None:
        """Return whom a pronoun means."""


def named_before(text: str, discourse: Discourse, position: int) -> Spot | None:
    """Return the name that kin at a position explains: "Maja Lindqvist (wife)"."""
    match = _BEFORE_KIN.search(text[max(0, position - 16) : position])
    return discourse.name_ending(position - len(match.group())) if match else None


def names_after(text: str, discourse: Discourse, end: int, count: int) -> list[PersonDraft]:
    """Return the people listed after a group: "two sons, Jim (4) and Bo"."""
    found: list[PersonDraft] = []
    at = end
    while len(found) < count:
        gap = re.match(r"(?:\s?\([^)\n]{0,20}\))?[\s,:(–-]*(?:named\s|called\s)?(?:and\s|&\s)?", text[at : at + 48])
        spot = discourse.name_at(at + gap.end()) if gap else None
        if spot is None or gap is None or spot.start != at + gap.end() or gap.end() == 0:
            break
        found.append(spot.person)
        at = spot.end
    return found


def called(person: PersonDraft) -> str:
    """Return how the owner of kin is called: by name, by role, or as the one who writes."""
    unknown = "somebody" if person.masked else "the author"
    return person.name or ("the " + person.roles[0].removeprefix("the ") if person.roles else unknown)
