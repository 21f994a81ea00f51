"""Invented organisations: the stems are put together from parts, so that no real firm is meant."""

import random
from dataclasses import dataclass

from gyges.factory._jobs import sectors
from gyges.factory._locales import Locale

__all__ = ["SyntheticOrganisation", "organisation", "stem"]

_STARTS = [
    "Alder",
    "Ash",
    "Bar",
    "Bel",
    "Bram",
    "Cal",
    "Car",
    "Col",
    "Cor",
    "Dal",
    "Dun",
    "Elm",
    "Fal",
    "Fen",
    "Gar",
    "Glen",
    "Hal",
    "Har",
    "Hol",
    "Ing",
    "Kel",
    "Kin",
    "Lan",
    "Lin",
    "Mar",
    "Mel",
    "Mor",
    "Nor",
    "Oak",
    "Or",
    "Pen",
    "Ral",
    "Ros",
    "Sal",
    "Sel",
    "Sil",
    "Stan",
    "Tal",
    "Tar",
    "Thorn",
    "Val",
    "Var",
    "Wend",
    "Win",
    "Yar",
    "Zel",
]
_ENDS = [
    "bourne",
    "bridge",
    "burn",
    "by",
    "combe",
    "cote",
    "dale",
    "den",
    "dorf",
    "fell",
    "field",
    "ford",
    "gate",
    "ham",
    "haven",
    "hurst",
    "ings",
    "lake",
    "leigh",
    "low",
    "marsh",
    "mere",
    "mond",
    "moor",
    "ness",
    "ora",
    "port",
    "row",
    "sand",
    "stead",
    "stein",
    "stow",
    "thorpe",
    "ton",
    "vale",
    "ver",
    "wick",
    "wood",
    "worth",
]


@dataclass(frozen=True, slots=True)
class SyntheticOrganisation:
    """An organisation: its name, and what a generalising mask writes for it."""

    name: str
    general: str


def stem(draw: random.Random) -> str:
    """Return an invented word that could name a street, a firm or a school."""
    return draw.choice(_STARTS) + draw.choice(_ENDS)


def organisation(sector: str, locale: Locale, draw: random.Random) -> SyntheticOrganisation:
    """Return an invented organisation of a sector."""
    kind = sectors()[sector]
    name = draw.choice(kind.names).replace("{firm}", locale.firm) % stem(draw)
    return SyntheticOrganisation(name, kind.general)
