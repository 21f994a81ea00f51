"""What share of the people of a country has an age, a sex, a nationality or a schooling.

Every share is approximate: the figures behind it are rounded and some years old, and the formulas here stand in for
tables nobody has for all countries. So each comes with the least and the most it may be; the factors are ours.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeAlias

from gyges.scoring.anonymity._jobs import occupation_share
from gyges.scoring.anonymity._land_ranges import LandRanges
from gyges.scoring.anonymity._lands import OLDEST, Land, land, migrants, world_people
from gyges.scoring.anonymity._range import Range
from gyges.scoring.values.ages import read_age
from gyges.scoring.values.education import read_education
from gyges.scoring.values.places import read_nationality
from gyges.scoring.values.sex import read_sex

__all__ = ["SHARED", "shares_of"]

_AGE = (0.7, 1.4)
_SEX = (0.96, 1.04)
_OWN_COUNTRY = (0.85, 1.1)
_GROUP = (0.6, 1.6)  # a group of foreigners that the table names
_FEW = (0.05, 10.0)  # one it does not name: foreigners of a country are far from an even mixture of the world
_CITIZENS = 0.4  # of people born abroad who have become citizens, about (OECD, settlement countries)
_UNNAMED = 0.05  # of foreigners who are of none of the groups named, at least
_OTHER_SEX = Range(0.01, 0.002, 0.03)  # people who are neither, in surveys that ask

_PHD_PER_DEGREE = 0.025  # about 1 % of adults where 40 % have a degree (OECD)
_GRADES = range(14, 19)
_COLLEGE = range(18, 25)
_OF_AGE, _GROWN = 18, 25


Share: TypeAlias = Callable[[Land], Range]
"""The share of the people of a country whom a value fits."""


@lru_cache(maxsize=1024)  # some 5 KB each
def shares_of(tag: str, value: str) -> LandRanges | None:
    """Return the share of the people of each country whom a fact fits; None for a value that is not understood.

    Args:
        tag: One of `SHARED`.
        value: The value; it is read once for all countries.
    """
    share = SHARED[tag](value)
    return None if share is None else share.at_most(1.0)


def _age(value: str) -> LandRanges | None:
    years = read_age(value)
    return None if years is None else LandRanges.about(lambda one: one.share_of_ages(years.low, years.high), *_AGE)


def _sex(value: str) -> LandRanges | None:
    sex = read_sex(value)
    if sex == "other":
        return LandRanges.everywhere(lambda one: _OTHER_SEX)
    return (
        None if sex is None else LandRanges.about(lambda one: one.female if sex == "female" else 1 - one.female, *_SEX)
    )


def _nationality(value: str) -> LandRanges | None:
    """Return the share of citizens of a country; of several that a value names, those of any."""
    nations = [nation for name in sorted(read_nationality(value)) if (nation := land(name))]
    if not nations:
        return None
    return LandRanges.everywhere(lambda one: Range.total(_citizens(one, nation) for nation in nations))


def _citizens(one: Land, nation: Land) -> Range:
    strangers = one.foreign * (1 - _CITIZENS)
    if one == nation:
        return Range.about(1 - strangers, *_OWN_COUNTRY)
    groups = migrants().get(one.name, {})
    if nation.name in groups:
        return Range.about(groups[nation.name] / one.people, *_GROUP)
    rest = max(strangers - sum(groups.values()) / one.people, strangers * _UNNAMED)
    return Range.about(rest * nation.people / (world_people() - one.people), *_FEW)


def _education(value: str) -> LandRanges | None:
    level = read_education(value)
    return None if level is None else LandRanges.everywhere(_LEVELS[level])


def _grown(one: Land) -> float:
    return one.share_of_ages(_GROWN, OLDEST)


def _of_age(one: Land) -> float:
    return one.share_of_ages(_OF_AGE, OLDEST)


def _diploma(one: Land) -> float:
    """The share of people whose highest schooling is a diploma: more where there are more degrees, up to a half."""
    return _of_age(one) * min(0.2 + 0.5 * one.degrees, 0.95 - one.degrees)


def _at(one: Land, ages: range, enrolled: float) -> float:
    return one.share_of_ages(ages[0], ages[-1]) * enrolled


_LEVELS: Mapping[str, Share] = {
    "PhD": lambda one: Range.about(_PHD_PER_DEGREE * one.degrees * _grown(one), 0.4, 2.5),
    "College Degree": lambda one: Range.about(one.degrees * _grown(one), 0.7, 1.3),
    "In College": lambda one: Range.about(_at(one, _COLLEGE, min(0.15 + one.degrees, 0.7)), 0.5, 1.6),
    "In High School": lambda one: Range.about(_at(one, _GRADES, 0.75), 0.6, 1.35),
    "High School Diploma": lambda one: Range.about(_diploma(one), 0.6, 1.7),
    "No High School Diploma": lambda one: Range.about(
        max(0.1, 1 - one.degrees * _grown(one) - _diploma(one) - _at(one, _GRADES, 0.75)), 0.6, 1.5
    ),
}
"""The share of people of each level of schooling."""

SHARED: Mapping[str, Callable[[str], LandRanges | None]] = {
    "AGE": _age,
    "SEX": _sex,
    "NATIONALITY": _nationality,
    "OCCUPATION": occupation_share,
    "EDUCATION": _education,
}
"""The kinds of facts that narrow down the people of a country."""
