"""What is known about places: other names, the country they lie in, the part of the world."""

from functools import cache

from gyges.scoring.values._countries import country, country_part
from gyges.scoring.values._tables import table
from gyges.scoring.values._text import plain, words

__all__ = ["country_of", "is_country", "is_world", "mentioned_countries", "mentioned_world", "place_name", "state_name"]

_LONGEST = 4  # words in a name of a place


def place_name(level: str) -> str:
    """Return one level of a place in one shape: countries by their canonical name, other names of cities resolved."""
    state = country(level)
    if state:
        return plain(state)
    part = country_part(level)
    if part:
        return plain(part[0])
    tokens = words(level)
    aliases: dict[str, str] = table("places")["aliases"]
    name = " ".join(tokens)
    if name in aliases:
        return aliases[name]
    short = " ".join(token for token in tokens if token not in table("places")["around"])
    return aliases.get(short, short) or name


def state_name(level: str) -> str | None:
    """Return the state behind an abbreviation such as "WA", which only counts after a comma."""
    states: dict[str, str] = table("places")["states"]["short"]
    return states.get(level.strip(" .").lower())


def is_country(name: str) -> bool:
    """Whether a level in one shape is a country."""
    return country(name) is not None


def country_of(name: str) -> str | None:
    """Return the country a well-known place lies in, or the country itself; None where that is not sure."""
    part = country_part(name)
    return part[1] if part else country(name) or _located().get(name)


def mentioned_countries(text: str) -> frozenset[str]:
    """Return the countries a free description names, directly or by a place in them."""
    aliases, no_places = table("places")["aliases"], table("places")["no_places"]
    tokens, found, place = words(text), set(), 0
    while place < len(tokens):
        for length in range(min(_LONGEST, len(tokens) - place), 0, -1):
            phrase = " ".join(tokens[place : place + length])
            state = None if phrase in no_places else country_of(aliases.get(phrase, phrase))
            if state:
                found.add(state)
                place += length - 1
                break
        place += 1
    return frozenset(found)


def is_world(name: str) -> bool:
    """Whether a name in one shape is a part of the world, and not a part of such a part ("west africa")."""
    return name in table("places")["world"] or name in table("places")["world_names"]


def mentioned_world(text: str) -> tuple[frozenset[str], ...]:
    """Return the parts of the world a free description names, each as its countries."""
    text = f" {' '.join(words(text))} "
    regions: dict[str, list[str]] = table("places")["world"]
    names: dict[str, str] = table("places")["world_names"] | {name: name for name in regions}
    found: dict[str, frozenset[str]] = {}
    for name in sorted(names, key=lambda name: (-len(name), name)):
        if f" {name} " in text:
            text = text.replace(f" {name} ", "  ")
            found[names[name]] = frozenset(regions[names[name]])
    return tuple(found.values())


@cache
def _located() -> dict[str, str]:
    rows = table("places")
    ambiguous = set(rows["ambiguous"])
    return {name: state for state, names in rows["places"].items() for name in names if name not in ambiguous}
