"""Countries and what is roughly known about the people in them."""

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

__all__ = ["OLDEST", "Land", "land", "land_names", "lands", "migrants", "read_rows", "world_people"]

CHILD, OLD, OLDEST = 15, 65, 110
"""Ages at which the bands of the table begin and end."""

_OLD_DECAY = 0.075
"""By how much each year of age over 65 holds fewer people than the year before: about what life tables of rich
countries give on average over 65 to 95."""

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Land:
    """A country.

    Attributes:
        name: The name as the rules for places write it.
        people: How many live there.
        young: The share of people under 15.
        old: The share of people of 65 and more.
        female: The share of women.
        degrees: The share of adults with a degree.
        foreign: The share of people born abroad.
    """

    name: str
    people: float
    young: float
    old: float
    female: float
    degrees: float
    foreign: float

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def middle(self) -> float:
        """The share of people of 15 to 64."""
        return 1 - self.young - self.old

    def share_of_ages(self, low: int, high: int) -> float:
        """Return the share of people whose age lies between two whole years, both included."""
        return min(1.0, math.fsum(_years(self)[max(0, low) : min(high, OLDEST - 1) + 1]))


def read_rows(name: str) -> list[list[str]]:
    """Return the rows of a table of this folder, without comments."""
    text = (files(__package__) / "tables" / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


@cache
def lands() -> dict[str, Land]:
    """Return all countries by name."""
    found = {}
    for name, people, *shares in read_rows("countries.tsv"):
        young, old, female, degrees, foreign = (float(share) / 100 for share in shares)
        found[name] = Land(name, float(people) * _MILLION, young, old, female, degrees, foreign)
    return found


@cache
def land_names() -> tuple[str, ...]:
    """Return the names of all countries."""
    return tuple(lands())


def land(name: str) -> Land | None:
    """Return one country; None for one that is not in the table."""
    return lands().get(name)


@cache
def world_people() -> float:
    """How many people there are."""
    return math.fsum(one.people for one in lands().values())


@cache
def migrants() -> dict[str, dict[str, float]]:
    """Return the larger groups of foreigners by the country they live in, then by nationality."""
    found: dict[str, dict[str, float]] = {}
    for home, nation, thousands in read_rows("migrants.tsv"):
        found.setdefault(home, {})[nation] = float(thousands) * 1000
    return found


@lru_cache(maxsize=512)
def _years(one: Land) -> tuple[float, ...]:
    """Return the share of people of each age.

    Children are spread evenly. From 15 to 64 the years grow or shrink at an even pace, the one that leads from the
    mean year of a child to the mean year of this band; from 65 on they shrink by `_OLD_DECAY` a year.
    """
    middle = (CHILD + OLD) / 2 - CHILD / 2  # years from the middle of one band to the middle of the next
    per_child, per_adult = one.young / CHILD, one.middle / (OLD - CHILD)
    pace = math.log(per_child / per_adult) / middle if per_child and per_adult else 0.0
    adults = [math.exp(-pace * age) for age in range(OLD - CHILD)]
    elders = [math.exp(-_OLD_DECAY * age) for age in range(OLDEST - OLD)]
    return (*[per_child] * CHILD, *_scaled(adults, one.middle), *_scaled(elders, one.old))


def _scaled(weights: list[float], total: float) -> list[float]:
    whole = math.fsum(weights)
    return [total * weight / whole for weight in weights]
