"""Names and countries that go together, so that an invented name fits where the real one did."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from gyges.reading.lookups import first_name, fold, name_origin

__all__ = ["Culture", "any_culture", "culture_of", "is_english"]

_EVERYWHERE = 0.75  # weight from which a first name is usual in many countries
_ENDINGS = (5, 4, 3)  # letters, the longest first


@dataclass(frozen=True, slots=True)
class Culture:
    """A part of the world: its countries by two letters, and names that are usual there."""

    lands: tuple[str, ...]
    women: tuple[str, ...]
    men: tuple[str, ...]
    either: tuple[str, ...]
    surnames: tuple[str, ...]

    def names(self, which: str) -> tuple[str, ...]:
        """Return the names of ``women``, ``men``, of ``either`` sex, or ``surnames``."""
        pools = {"women": self.women, "men": self.men, "either": self.either, "surnames": self.surnames}
        return pools[which]


def _table(name: str) -> str:
    return (files("gyges.anonymizers.replacement") / "pools" / name).read_text(encoding="utf-8")


@cache
def _cultures() -> dict[str, Culture]:
    return {
        name: Culture(**{field: tuple(words.split()) for field, words in row.items()})
        for name, row in tomllib.loads(_table("cultures.toml")).items()
    }


@cache
def _endings() -> dict[str, str]:
    return {
        ending: name
        for name, endings in tomllib.loads(_table("name_endings.toml")).items()
        for ending in endings.split()
    }


@cache
def any_culture() -> Culture:
    """Return all names together, for a document that has used up those of one part of the world."""
    lands, women, men, either, surnames = (
        tuple(dict.fromkeys(name for one in _cultures().values() for name in getattr(one, field)))
        for field in ("lands", "women", "men", "either", "surnames")
    )
    return Culture(lands, women, men, either, surnames)


@cache
def _of_land(iso: str) -> str:
    return next((name for name, one in _cultures().items() if iso in one.lands), "")


@cache
def _in_pools() -> dict[str, str]:
    """Return in which part of the world a name of the pools is usual; nothing for those of several."""
    found: dict[str, str] = {}
    for place, one in _cultures().items():
        for name in map(fold, (*one.women, *one.men, *one.surnames)):
            found[name] = "" if name in found else place
    return {name: place for name, place in found.items() if place}


def culture_of(names: Iterable[str], home: str = "") -> Culture:
    """Return where names are usual: where most of them come from, by how they end, or where the text is set.

    First names that are usual everywhere tell nothing.

    Args:
        names: The names.
        home: The country of the text by two letters, for names of which nothing is known.
    """
    said = [fold(name) for name in names]
    told = [name for name in said if _tells(name)]
    votes: dict[str, int] = {}
    for name in said:
        places = {_of_land(iso) for iso in name_origin(name)} if name in told else set()
        for place in sorted({*places, _in_pools().get(name, "")} - {""}):
            votes[place] = votes.get(place, 0) + 1
    if votes:
        return _cultures()[max(votes, key=lambda place: votes[place])]
    endings = (_endings().get(name[-size:]) for name in told for size in _ENDINGS if len(name) > size)
    return _cultures()[next((one for one in endings if one), _of_land(home) or next(iter(_cultures())))]


def _tells(name: str) -> bool:
    stat = first_name(name)
    return stat is None or stat.weight < _EVERYWHERE


def is_english(iso: str) -> bool:
    """Tell whether names of English places fit a country."""
    return iso in next(iter(_cultures().values())).lands
