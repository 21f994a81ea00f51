"""Names and countries that go together, so that an invented name fits where the real one did."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from gyges.reading.lookups import first_name, fold, name_origin

_EVERYWHERE = 0.75  # weight from which a first name is usual in many countries
_EUROPEAN = frozenset(
    ("british", "scandinavian", "german", "dutch", "french", "italian", "spanish", "portuguese", "polish", "czech")
)  # where first names that are usual everywhere are usual, and names of which nothing is known came from elsewhere
_STRONG = 3  # votes of a name of the pools; one that a table knows in a country has one
_FEW = 2  # parts of the world a name that tells something comes from


@dataclass(frozen=True, slots=True)
class Culture:
    """A part of the world: its countries by two letters, usual names, and the ending of women's last names."""

    lands: tuple[str, ...]
    women: tuple[str, ...]
    men: tuple[str, ...]
    either: tuple[str, ...]
    surnames: tuple[str, ...]
    feminine: tuple[str, ...] = ()

    def names(self, which: str) -> tuple[str, ...]:
        """Return the names of ``women``, ``men``, of ``either`` sex, or ``surnames``."""
        pools = {"women": self.women, "men": self.men, "either": self.either, "surnames": self.surnames}
        pools["feminine"] = self.feminine
        return pools[which]

    def pool_of(self, given: str) -> str:
        """Return the pool of a folded first name of which no more is known; that of both sexes for a letter."""
        if len(given) == 1 and not self.either:
            return "women"  # only its first letter is written
        in_women, in_men = (any(fold(name) == given for name in names) for names in (self.women, self.men))
        return "women" if in_women and not in_men else "men" if in_men and not in_women else "either"


def _table(name: str) -> str:
    return (files("gyges.anonymizers.replacement") / "pools" / name).read_text(encoding="utf-8")


@cache
def cultures() -> dict[str, Culture]:
    """Return the parts of the world by name."""
    return {
        name: Culture(**{field: tuple(words.split()) for field, words in row.items()})
        for name, row in tomllib.loads(_table("cultures.toml")).items()
    }


@cache
def _of_land(iso: str) -> tuple[str, ...]:
    return tuple(name for name, one in cultures().items() if iso in one.lands)


@cache
def _in_pools() -> dict[str, str]:
    """Return in which part of the world a name of the pools is usual; nothing for those of several."""
    found: dict[str, str] = {}
    for place, one in cultures().items():
        for name in map(fold, (*one.women, *one.men, *one.surnames)):
            found[name] = "" if name in found else place
    return {name: place for name, place in found.items() if place}


def culture_of(
    given: str, family: str, others: Iterable[str] = (), home: str = "", *, mixed: bool = False
) -> Culture | None:
    """Return where a name is usual: where the text is set if it may come from there, or where it comes from.

    First names that are usual everywhere tell nothing, nor do names of many parts of the world. A first name of one
    part of the world in a text of another may be anybody's. None if nothing is certain.
    """
    last = fold(family).split("-")
    named = [fold(name) for name in (*last, given, *others) if len(name) > 1]
    votes: Counter[str] = Counter()
    backed = False
    for name in named:
        own = _in_pools().get(name, "") or _in_pools().get(re.sub(r"(?<=[oe]v)a$", "", name), "")
        if own and (_tells(name) or own != next(iter(cultures()))):
            votes[own] += _STRONG + (name in last)
        found = {place for iso in name_origin(name) for place in _of_land(iso)}
        for place in found if len(found) <= _FEW else ():
            votes[place] += 1 + (name in last)
        backed = backed or (name in last and bool(votes))
    at_home = _of_land(home)
    local = [place for place in at_home if place in votes]
    (best, most), (_, second) = [*votes.most_common(2), ("", 0), ("", 0)][:2]
    if local and (most < _STRONG or best in local):
        return cultures()[max(local, key=lambda place: votes[place])]
    foreign = most >= _STRONG and (backed or len(family) <= 1)
    unplaced = not at_home and (backed or (bool(most) and not mixed))
    if foreign or unplaced:
        return cultures()[best] if most > second else None
    usual = any(first_name(name) is not None and not _tells(name) for name in named)
    if votes or mixed or len(at_home) > 1:
        return None
    if at_home:
        return cultures()[at_home[0]] if usual == (at_home[0] in _EUROPEAN) else None
    return usual_culture() if usual else None


def usual_culture() -> Culture:
    """Return the culture whose first names are usual everywhere."""
    return next(iter(cultures().values()))


def _tells(name: str) -> bool:
    stat = first_name(name)
    return stat is None or stat.weight < _EVERYWHERE
