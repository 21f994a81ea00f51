"""Where the author of a comment lives and was born, from names of places, dishes, clubs, lines, money, words."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from gyges.reading.genres._jobs import Phrases, Words
from gyges.reading.genres._table import load_table
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import is_common_word, read_rows
from gyges.reading.places._gazetteer import Place

_NAME, _CUE, _COUNTRY = 4.0, 2.0, 1.5
_NEAR = 4
_PLAIN = 0.5  # what is left of a cue that is also an ordinary word
_REACH = 9  # words before a place that tell what it is to the author
_TOWNS = frozenset({"city", "region", "district", "landmark"})

_Where = tuple[str, str]
"""A city and its country; the city is empty for a whole country."""


class Guess(NamedTuple):
    """A guess with its certainty (1-5) and the words it rests on."""

    value: str
    certainty: int
    start: int
    end: int
    cue: str


@cache
def _rows() -> list[tuple[str, str, list[str]]]:
    """Return city, country and cues of all places; the city is empty for a whole country."""
    rows = []
    for place, cues in read_rows("genres/author/places.tsv"):
        city, _, land = place.partition(" / ")
        rows.append(("" if fold(city) == fold(land) else city, land, cues.split(";")))
    return rows


@cache
def _cues() -> tuple[Phrases, dict[str, list[tuple[_Where, float]]]]:
    """Return phrases with the place and the weight they speak with."""
    table: dict[str, list[tuple[_Where, float]]] = {}
    for city, land, cues in _rows():
        table.setdefault(fold(city or land), []).append(((city, land), _NAME if city else _COUNTRY * 1.5))
        for cue in cues:
            table.setdefault(cue, []).append(((city, land), _CUE if city else _COUNTRY))
    return Phrases(table), table


@cache
def _first_city() -> dict[str, str]:
    """Return the city to name where only the country is known: the first of its rows."""
    return {land: city for city, land, _ in reversed(_rows()) if city}


@cache
def _contexts() -> tuple[Phrases, dict[str, str]]:
    life = load_table("author/life")
    table = {phrase: kind for kind in ("away", "now", "born") for phrase in life[kind]}
    return Phrases(table), table


def place_guesses(text: str, words: Words, places: Sequence[Place]) -> dict[str, list[Guess]]:
    """Return guesses at LOCATION and PLACE_OF_BIRTH, best first; no key where nothing points anywhere."""
    mentions = _mentions(text, words, places)
    if not mentions:
        return {}
    order = {start: number for number, (start, _, _) in enumerate(words)}
    phrases, kinds = _contexts()
    contexts = [(order[hit.start], kinds[hit.phrase]) for hit in phrases.find_words(words)]
    found: dict[str, list[Guess]] = {}
    for tag, want, avoid in (("LOCATION", "now", "born"), ("PLACE_OF_BIRTH", "born", "now")):
        scores: dict[_Where, float] = {}
        spans: dict[_Where, tuple[int, int]] = {}
        for span, where, weight in mentions:
            near = _near(contexts, order.get(span[0], 0))
            factor = 1.0 + 1.0 * (want in near) - 0.6 * (avoid in near and want not in near) - 0.6 * ("away" in near)
            scores[where] = scores.get(where, 0.0) + weight * max(factor, 0.1)
            spans.setdefault(where, span)
        found[tag] = [
            Guess(value, 4 if score >= 6 else 3 if score >= 3 else 2, *_span(spans, where), "place cue")
            for value, score, where in _rank(scores)[:3]
        ]
    return found


def _span(spans: dict[_Where, tuple[int, int]], where: _Where) -> tuple[int, int]:
    return spans.get(where) or next(span for (_, land), span in spans.items() if land == where[1])


def _rank(scores: dict[_Where, float]) -> list[tuple[str, float, _Where]]:
    """Rank cities by their own score and their country's; a country without a city gets its first one."""
    lands: dict[str, float] = {}
    for (_, land), score in scores.items():
        lands[land] = lands.get(land, 0.0) + score
    ranked = []
    for land in lands:
        cities = {city: score for (city, at), score in scores.items() if at == land and city}
        for city, score in (cities or {_first_city().get(land, land): 0.0}).items():
            ranked.append((f"{city} / {land}" if city != land else land, lands[land] + score, (city, land)))
    return sorted(ranked, key=lambda row: (-row[1], row[0]))


def _is_plain(phrase: str, first: str) -> bool:
    """Tell whether a cue is an ordinary word here: "heat" is no basketball club, "nice" no town."""
    if not first.islower() or " " in phrase:
        return False
    return phrase in load_table("author/life")["words"] or (phrase not in _towns() and is_common_word(phrase))


@cache
def _towns() -> frozenset[str]:
    return frozenset(fold(city or land) for city, land, _ in _rows())


def _mentions(text: str, words: Words, places: Sequence[Place]) -> list[tuple[tuple[int, int], _Where, float]]:
    phrases, table = _cues()
    found: list[tuple[tuple[int, int], _Where, float]] = []
    hits = phrases.find_words(words)
    for hit in hits:
        plain = _is_plain(hit.phrase, text[hit.start])
        for where, weight in table[hit.phrase]:
            if not (plain and where[0]):
                found.append(((hit.start, hit.end), where, weight * (_PLAIN if plain else 1.0)))
    for place in places:
        start, end, levels = place.start, place.end, place.levels
        if place.certainty < 3 or not place.country or any(hit.start < end and hit.end > start for hit in hits):
            continue
        if place.kind in {"country", "demonym"}:
            found.append(((start, end), ("", place.country), _COUNTRY * 1.5))
        elif place.kind in _TOWNS and levels:
            city = levels[0] if place.kind == "city" or len(levels) < 3 else levels[-2]
            found.append(((start, end), (city, place.country), _CUE * 1.5))
    return found


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
