"""Where the author of a comment lives and was born, from names of places, dishes, clubs, lines, money, words."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from gyges.reading.genres._phrases import Phrases, Words
from gyges.reading.genres._table import load_table
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import read_rows
from gyges.reading.lexicon._vocabulary import is_common_word
from gyges.reading.places._find import Place

__all__ = ["place_guesses"]

_NAME, _CUE, _COUNTRY = 4.0, 2.0, 1.5
_NEAR = 4
_PLAIN = 0.5  # what is left of a cue that is also an ordinary word
_REACH = 9  # words before a place that tell what it is to the author


@cache
def _rows() -> list[list[str]]:
    return read_rows("genres/author/places.tsv")


@cache
def _cues() -> tuple[Phrases, dict[str, list[tuple[str, str, float]]]]:
    """Return phrases with the city (empty for a whole country), the country and the weight they speak with."""
    table: dict[str, list[tuple[str, str, float]]] = {}
    for place, cues in _rows():
        city, _, land = place.partition(" / ")
        whole = fold(city) == fold(land)
        names = [fold(land)] if whole else [fold(city)]
        for name in names:
            table.setdefault(name, []).append(("" if whole else city, land, _COUNTRY * 1.5 if whole else _NAME))
        for cue in cues.split(";"):
            table.setdefault(cue, []).append(("" if whole else city, land, _COUNTRY if whole else _CUE))
    return Phrases(table), table


@cache
def _first_city() -> dict[str, str]:
    """Return the city to name where only the country is known: the first of its rows."""
    found: dict[str, str] = {}
    for place, _ in _rows():
        city, _, land = place.partition(" / ")
        if fold(city) != fold(land):
            found.setdefault(land, city)
    return found


@cache
def _contexts() -> tuple[Phrases, dict[str, str]]:
    life = load_table("author/life")
    table = {phrase: kind for kind in ("away", "now", "born") for phrase in life[kind]}
    return Phrases(table), table


def place_guesses(text: str, words: Words, places: Sequence[Place], guess: Callable[..., Any]) -> dict[str, list[Any]]:
    """Return guesses at LOCATION and PLACE_OF_BIRTH, best first; no key where nothing points anywhere."""
    mentions = _mentions(text, words, places)
    if not mentions:
        return {}
    contexts = _context_words(words)
    order = {start: number for number, (start, _, _) in enumerate(words)}
    found: dict[str, list[Any]] = {}
    for tag, want, avoid in (("LOCATION", "now", "born"), ("PLACE_OF_BIRTH", "born", "now")):
        scores: dict[tuple[str, str], float] = {}
        spans: dict[tuple[str, str], tuple[int, int]] = {}
        for start, end, city, land, weight in mentions:
            near = _near(contexts, order.get(start, 0))
            factor = 1.0 + 1.0 * (want in near) - 0.6 * (avoid in near and want not in near) - 0.6 * ("away" in near)
            key = (city, land)
            scores[key] = scores.get(key, 0.0) + weight * max(factor, 0.1)
            spans.setdefault(key, (start, end))
        ranked = _rank(scores)
        found[tag] = [
            guess(value, 4 if score >= 6 else 3 if score >= 3 else 2, *_span(spans, key), "place cue")
            for value, score, key in ranked[:3]
        ]
    return found


def _span(spans: dict[tuple[str, str], tuple[int, int]], key: tuple[str, str]) -> tuple[int, int]:
    return spans.get(key) or next(span for (_, land), span in spans.items() if land == key[1])


def _rank(scores: dict[tuple[str, str], float]) -> list[tuple[str, float, tuple[str, str]]]:
    """Rank cities by their own score and their country's; a country without a city gets its first one."""
    lands: dict[str, float] = {}
    for (_, land), score in scores.items():
        lands[land] = lands.get(land, 0.0) + score
    ranked = []
    for land in lands:
        cities = {city: score for (city, at), score in scores.items() if at == land and city}
        if not cities:
            cities = {_first_city().get(land, land): 0.0}
        for city, score in cities.items():
            value = f"{city} / {land}" if city != land else land
            ranked.append((value, lands[land] + score, (city, land)))
    return sorted(ranked, key=lambda row: (-row[1], row[0]))


def _is_plain(phrase: str, first: str) -> bool:
    """Tell whether a cue is an ordinary word here: "heat" is no basketball club, "nice" no town."""
    return (
        first.islower()
        and " " not in phrase
        and (phrase in _WORDS or (phrase not in _towns() and is_common_word(phrase)))
    )


_WORDS = frozenset(["nice", "reading", "bath", "split", "cork", "mobile", "orange", "basel", "essen", "lima"])


@cache
def _towns() -> frozenset[str]:
    return frozenset(fold(place.partition(" / ")[0]) for place, _ in _rows())


def _mentions(text: str, words: Words, places: Sequence[Place]) -> list[tuple[int, int, str, str, float]]:
    phrases, table = _cues()
    found = []
    taken: list[tuple[int, int]] = []
    for hit in phrases.find_words(words):
        taken.append((hit.start, hit.end))
        plain = _is_plain(hit.phrase, text[hit.start])
        for city, land, weight in table[hit.phrase]:
            if not (plain and city):
                found.append((hit.start, hit.end, city, land, weight * (_PLAIN if plain else 1.0)))
    for place in places:
        if place.certainty < 3 or not place.country or any(s < place.end and e > place.start for s, e in taken):
            continue
        if place.kind in {"country", "demonym"}:
            found.append((place.start, place.end, "", place.country, _COUNTRY * 1.5))
        elif place.kind in {"city", "region", "district", "landmark"} and place.levels:
            city = place.levels[0] if place.kind == "city" or len(place.levels) < 3 else place.levels[-2]
            found.append((place.start, place.end, city, place.country, _CUE * 1.5))
    return found


def _context_words(words: Words) -> list[tuple[int, str]]:
    phrases, kinds = _contexts()
    order = {start: number for number, (start, _, _) in enumerate(words)}
    return [(order[hit.start], kinds[hit.phrase]) for hit in phrases.find_words(words)]


def _near(contexts: list[tuple[int, str]], number: int) -> set[str]:
    """Return what the words around a place say it is: the nearest of now and born, and whether it is only visited."""
    around = [
        (number - at if at <= number else at - number + _NEAR, kind)
        for at, kind in contexts
        if number - _REACH <= at <= number + _NEAR
    ]
    nearest = min((one for one in around if one[1] != "away"), default=None)
    away = {kind for gap, kind in around if kind == "away" and gap <= _NEAR}
    return away | ({nearest[1]} if nearest is not None else set())
