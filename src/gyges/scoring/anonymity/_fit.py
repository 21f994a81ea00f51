"""How many people fit a few facts.

The estimate multiplies shares of public statistics, so it takes the facts of a person for independent of each other:
where they are not (a degree and a profession), more people fit than it says. `AnonymitySet.at_most` does without that
assumption: nobody can fit all facts who does not fit the rarest of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from operator import mul
from typing import Literal

from gyges.records import Fact, JsonValue
from gyges.scoring.anonymity._land_ranges import LandRanges
from gyges.scoring.anonymity._range import Range
from gyges.scoring.anonymity._shares import SHARED, shares_of
from gyges.scoring.anonymity._spots import Home, find_home

__all__ = ["COUNTED", "AnonymitySet", "people_who_fit"]

LOCATION = "LOCATION"
COUNTED = (LOCATION, *SHARED)
"""The kinds of facts that are counted."""

_REMEMBERED = 4096  # sets of facts: what little a release tells, it tells of many; some 4 MB
_NOWHERE = Home(None, None, "", ())
_Shares = Mapping[str, LandRanges]


@dataclass(frozen=True, slots=True)
class AnonymitySet:
    """How many people fit what is told about somebody, that person included.

    Attributes:
        world: In the world, wherever they live.
        country: In the country, where that is told.
        place: In the place, where that is told and its people are known.
        at_most: The most there can be in the narrowest of these, whatever goes together with what.
        counted: Kinds of facts that were counted.
        not_counted: Kinds and values that no table knows; they narrow nothing down here.
    """

    world: Range
    country: Range | None
    place: Range | None
    at_most: float
    counted: tuple[str, ...]
    not_counted: tuple[tuple[str, str], ...]

    @property
    def scope(self) -> Literal["place", "country", "world"]:
        """Where they live as far as it is told."""
        return "place" if self.place else "country" if self.country else "world"

    @property
    def people(self) -> Range:
        """How many fit everything that is told."""
        return self.place or self.country or self.world

    def to_json(self) -> dict[str, JsonValue]:
        """Return the set as results files hold it."""
        return {
            "people": self.people.to_json(),
            "scope": self.scope,
            "at_most": self.at_most,
            "world": self.world.to_json(),
            "country": self.country.to_json() if self.country else None,
            "place": self.place.to_json() if self.place else None,
            "counted": list(self.counted),
            "not_counted": [{"tag": tag, "value": value} for tag, value in self.not_counted],
        }


def people_who_fit(facts: Iterable[Fact]) -> AnonymitySet:
    """Estimate how many people fit some facts.

    Args:
        facts: What is told; of several facts of a kind the surest counts, and kinds that are not `COUNTED` do not.

    Example:
        >>> from gyges.records import Fact
        >>> alone = people_who_fit([Fact("LOCATION", "Portugal")])
        >>> both = people_who_fit([Fact("LOCATION", "Portugal"), Fact("OCCUPATION", "notary")])
        >>> round(alone.people.value), both.people.value < alone.people.value
        (10500000, True)
    """
    return _fit(tuple(_surest(facts).items()))


@lru_cache(maxsize=_REMEMBERED)
def _fit(facts: tuple[tuple[str, str], ...]) -> AnonymitySet:
    surest = dict(facts)
    told = {tag: value for tag, value in surest.items() if tag in SHARED}
    home = find_home(surest[LOCATION]) if LOCATION in surest else _NOWHERE
    understood = {tag: shares for tag, value in told.items() if (shares := shares_of(tag, value)) is not None}
    not_counted = [(tag, value) for tag, value in told.items() if tag not in understood]
    not_counted += [(LOCATION, level) for level in home.unknown]
    located = (LOCATION,) if home.country or home.place else ()
    if LOCATION in surest and not located and not home.unknown:
        not_counted.append((LOCATION, surest[LOCATION]))

    country = None if home.country is None else _everybody().at((home.country.name,))
    place = LandRanges.of({one.name: people for one, people in home.place}) if home.place else None
    return AnonymitySet(
        world=_fitting(_everybody(), understood),
        country=None if country is None else _fitting(country, understood),
        place=None if place is None else _fitting(place, understood),
        at_most=_at_most(place or country or _everybody(), understood),
        counted=(*located, *understood),
        not_counted=tuple(not_counted),
    )


def _surest(facts: Iterable[Fact]) -> dict[str, str]:
    found: dict[str, Fact] = {}
    for fact in facts:
        if fact.tag in COUNTED and (fact.tag not in found or fact.certainty > found[fact.tag].certainty):
            found[fact.tag] = fact
    return {tag: fact.value for tag, fact in found.items()}


@cache
def _everybody() -> LandRanges:
    """Return how many people live in each country."""
    return LandRanges.about(lambda one: one.people, 1.0, 1.0)


def _fitting(people: LandRanges, shares: _Shares) -> Range:
    """Return how many of some people have all that is told; the person is one of them."""
    parts = reduce(LandRanges.times, (share.at(people.lands) for share in shares.values()), people)
    return parts.total().at_least(1.0)


def _at_most(people: LandRanges, shares: _Shares) -> float:
    alone: list[float] = [sum(map(mul, people.highs, share.at(people.lands).highs)) for share in shares.values()]
    return max(1.0, min([sum(people.highs), *alone]))
