"""Places: on which level two agree, and in which country."""

import re
from functools import cache

from gyges.scoring.values._text import DIFFERENT, LESS_PRECISE, SAME, UNSURE, ValueVerdict, plain, table, words

_ABBREVIATION = re.compile(r"\b([a-z])\.\s?")


def country(value: str) -> str | None:
    """Return the canonical name of a country given by name, alias or demonym; None if it is none."""
    return _names().get(_shape(value))


def country_part(value: str) -> tuple[str, str] | None:
    """Return a part of a country and the country, as ("Scotland", "United Kingdom"); None if it is none."""
    return _parts().get(_shape(value))


def _shape(value: str) -> str:
    return _ABBREVIATION.sub(r"\1", plain(value)).strip(" .,")


@cache
def _names() -> dict[str, str]:
    names: dict[str, str] = {}
    for canonical, others in table("countries")["countries"].items():
        for name in (plain(canonical), *others):
            names[name] = canonical
    return names


@cache
def _parts() -> dict[str, tuple[str, str]]:
    parts: dict[str, tuple[str, str]] = {}
    for canonical, row in table("countries")["parts"].items():
        for name in (plain(canonical), *row["names"]):
            parts[name] = (canonical, row["of"])
    return parts


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


_LEVELS = re.compile(r"(?:(?<!\s)\s++)?[/,;|]\s*")
_PARTS = re.compile(r"(?:(?<!\s)\s++)?(?:[/,;|&()-]|\band\b|\bor\b)\s*")
_LONG_LEVEL = 4  # words; a longer level is a description, not a name
_DESCRIBED = re.compile(
    r"\b(in|or|near|of|somewhere|city|town|area|region|country|coast|urban|rural|suburb\w*|metropolitan|village|capital)\b"
)
_HALF_SURE = ValueVerdict(0.5, settled=False)
_MAYBE_SAME = ValueVerdict(1.0, settled=False)


def read_place(value: str) -> tuple[str, ...]:
    """Return the levels of a place, most specific first, each in one shape."""
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
