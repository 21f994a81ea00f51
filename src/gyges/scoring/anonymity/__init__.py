"""How many people fit what is told about somebody: in the world, in the country, in the place."""

from gyges.scoring.anonymity._fit import COUNTED, AnonymitySet, people_who_fit
from gyges.scoring.anonymity._people import (
    FEW,
    Anonymity,
    AnonymityCounts,
    AnonymityFold,
    PersonSet,
    anonymity,
    person_sets,
)
from gyges.scoring.anonymity._range import Range
from gyges.scoring.anonymity._spots import is_region
from gyges.scoring.anonymity._told import told_facts

__all__ = [
    "COUNTED",
    "FEW",
    "Anonymity",
    "AnonymityCounts",
    "AnonymityFold",
    "AnonymitySet",
    "PersonSet",
    "Range",
    "anonymity",
    "is_region",
    "people_who_fit",
    "person_sets",
    "told_facts",
]
