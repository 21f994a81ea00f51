"""LOCATION, PLACE_OF_BIRTH and NATIONALITY: places contain each other, and no country equals another country."""

import re
from functools import cache

from gyges.scoring.values._countries import country, country_part
from gyges.scoring.values._places import (
    country_of,
    is_country,
    is_world,
    mentioned_countries,
    mentioned_world,
    place_name,
    state_name,
)
from gyges.scoring.values._tables import table
from gyges.scoring.values._text import plain, words
from gyges.scoring.values._verdict import DIFFERENT, LESS_PRECISE, SAME, UNSURE, ValueVerdict

__all__ = ["compare_nationalities", "compare_places", "place_country", "read_nationality", "read_place"]

_LEVELS = re.compile(r"(?:(?<!\s)\s++)?[/,;|]\s*")
_PARTS = re.compile(r"(?:(?<!\s)\s++)?(?:[/,;|&()-]|\band\b|\bor\b)\s*")
_LONG_LEVEL = 4  # words; a longer level is a description, not a name
_DESCRIBED = re.compile(
    r"\b(in|or|near|of|somewhere|city|town|area|region|country|coast|urban|rural|suburb\w*|metropolitan|village|capital)\b"
)
_HALF_SURE = ValueVerdict(0.5, settled=False)
_MAYBE_SAME = ValueVerdict(1.0, settled=False)


def read_place(value: str) -> tuple[str, ...]:
    """Return the levels of a place, most specific first, each in one shape.

    Example:
        >>> read_place("Lyon / France"), read_place("Austin, TX, U.S."), read_place("Leith, Scotland")
        (('lyon', 'france'), ('austin', 'texas', 'united states'), ('leith', 'scotland', 'united kingdom'))
    """
    levels: list[str] = []
    for number, level in enumerate(_LEVELS.split(value)):
        if not words(level):
            continue
        levels.append((number and state_name(level)) or place_name(level))
        part = country_part(level)
        if part:
            levels.append(plain(part[1]))
    return tuple(dict.fromkeys(levels))


def compare_places(truth: str, guess: str) -> ValueVerdict:
    """Compare two places by containment.

    A guess that names the most specific level of the truth, or goes on below it, is 1; one that stops above it is
    0.5; places in two countries are 0. Well-known places are put in their country where a value leaves it out.
    Readers disagree where only levels above are shared (another town of the country) and where a country is guessed
    by a town in it alone, so 0.5 and 1 stand there until a judge was asked. Places that cannot be put in relation are
    left to a judge.
    """
    one, two = read_place(truth), read_place(guess)
    if not one or not two:
        return SAME if plain(truth) == plain(guess) else UNSURE
    if one == two:
        return SAME
    if _is_description(guess, two):
        return _described(one, guess)
    state_one, state_two = place_country(one), place_country(two)
    if state_one and state_two and state_one != state_two:
        return _HALF_SURE if one[0] in two[1:] else DIFFERENT  # a list of places may name the right one
    if one[0] in two:
        return SAME
    if two[0] in one:
        return LESS_PRECISE
    if state_one and state_one == state_two:
        if is_country(one[0]):
            return _MAYBE_SAME
        return LESS_PRECISE if is_country(two[0]) else _HALF_SURE
    return _HALF_SURE if set(one) & set(two) else UNSURE


def place_country(levels: tuple[str, ...]) -> str | None:
    """Return the country of a place: the one it names last, or else the one its best-known level lies in."""
    last = levels[-1]
    also: dict[str, str] = table("places")["states_too"]
    if last in also and len(levels) > 1:
        return country(last) if country_of(levels[0]) == country(last) else also[last]
    if is_country(last):
        return country(last)
    return next((state for level in reversed(levels) if (state := country_of(level))), None)


def _is_description(value: str, levels: tuple[str, ...]) -> bool:
    if any(country_of(level) for level in levels):
        return False
    return bool(_DESCRIBED.search(plain(value)) or mentioned_world(value)) or any(
        len(level.split()) > _LONG_LEVEL for level in levels
    )


def _described(truth: tuple[str, ...], guess: str) -> ValueVerdict:
    """Compare a place with a description such as "a small town in Canada"."""
    state = place_country(truth)
    named, world = mentioned_countries(guess), mentioned_world(guess)
    if state is None or not (named or world):
        return UNSURE
    if state in named:
        plainly = named == {state} and not world and _says_nothing_else(guess)
        return LESS_PRECISE if plainly and not is_country(truth[0]) else _HALF_SURE
    if any(state in region for region in world):
        return LESS_PRECISE if not named and len(world) == 1 and _says_nothing_else(guess) else _HALF_SURE
    return UNSURE if any(level in plain(guess) for level in truth) else DIFFERENT


def _says_nothing_else(value: str) -> bool:
    """Whether a description only adds words such as "a small town in" to the name of a country or continent."""
    rest = [word for word in words(value) if word not in _filler()]
    name = " ".join(rest)
    return bool(country(name) or country_part(name) or is_world(name))


@cache
def _filler() -> frozenset[str]:
    return frozenset(table("places")["filler"])


def compare_nationalities(truth: str, guess: str) -> ValueVerdict:
    """Compare two nationalities by country: names, aliases and demonyms of one country are the same.

    A guess that adds a second country is 0.5, and so is one that names only one of two. England, Scotland, Wales and
    Northern Ireland count as the United Kingdom. A part of the world ("Latin American") is 0.5 until a judge was
    asked if the country lies in it.
    """
    world = mentioned_world(guess)
    if world and not country(guess):
        return _of_the_world(read_nationality(truth), world, alone=is_world(plain(guess)))
    one, two = read_nationality(truth), read_nationality(guess)
    if not one or not two:
        return SAME if words(truth) == words(guess) else UNSURE
    if one == two:
        return SAME
    return LESS_PRECISE if one & two else DIFFERENT


def _of_the_world(truth: frozenset[str], world: tuple[frozenset[str], ...], *, alone: bool) -> ValueVerdict:
    if any(truth & region for region in world):
        return _HALF_SURE
    return DIFFERENT if truth and alone else UNSURE  # more words may name a country: "African American"


def read_nationality(value: str) -> frozenset[str]:
    """Return the countries a value names as nationalities."""
    for pieces in ([value], _PARTS.split(value)):
        states = frozenset(state for piece in pieces if (state := _state(piece)))
        if states:
            return states
    return mentioned_countries(value)


def _state(piece: str) -> str | None:
    part = country_part(piece)
    return part[1] if part else country(piece) or country_of(place_name(piece))
