"""AFFILIATION: organisations by their words, initials and kinds."""

from functools import cache

from gyges.scoring.values._countries import country
from gyges.scoring.values._tables import table
from gyges.scoring.values._text import words
from gyges.scoring.values._verdict import DIFFERENT, LESS_PRECISE, SAME, UNSURE, ValueVerdict

__all__ = ["compare_affiliations"]

_SHORTEST_INITIALS = 3
_LONGEST_COUNTRY = 4  # words


def compare_affiliations(truth: str, guess: str) -> ValueVerdict:
    """Compare two organisations.

    The same words in any order are 1, and so are initials (FCO for Foreign and Commonwealth Office) and a guess that
    goes on below the truth (a section of the court), unless the truth is a single word: Acme Holdings may be another
    firm than Acme. A guess with a part of the words, or only the kind of organisation (a hospital for St Anne's
    Hospital), is 0.5. Two kinds that are not near each other, without a name in common, are 0. Everything else is left
    to a judge.
    """
    one, two = _bag(truth), _bag(guess)
    if not one or not two:
        return SAME if words(truth) == words(guess) else UNSURE
    if one == two or _is_short_for(truth, guess) or _is_short_for(guess, truth):
        return SAME
    if one < two:
        named = bool(one - _generic())
        return ValueVerdict(1.0 if named else 0.5, settled=named and len(one) > 1)
    if two < one:
        return LESS_PRECISE
    kinds_one, kinds_two = one & _kinds(), two & _kinds()
    if (
        kinds_one
        and kinds_two
        and not one & two
        and not any(group & kinds_one and group & kinds_two for group in _near())
    ):
        return DIFFERENT
    return UNSURE


def _bag(value: str) -> frozenset[str]:
    """Return the words of an organisation that matter, countries as one word whatever they are called."""
    short: dict[str, str] = table("affiliations")["short"]
    tokens, bag, place = words(value), set(), 0
    while place < len(tokens):
        for length in range(min(_LONGEST_COUNTRY, len(tokens) - place), 0, -1):
            state = country(" ".join(tokens[place : place + length]))
            if state or length == 1:
                bag.add(state or short.get(tokens[place], tokens[place]))
                place += length
                break
    return frozenset(bag) - _light()


def _is_short_for(short: str, long: str) -> bool:
    letters = "".join(word for word in words(short.replace(".", "")) if word not in _light())
    initials = "".join(word[0] for word in words(long) if word not in _light())
    return len(letters) >= _SHORTEST_INITIALS and len(words(short.replace(".", ""))) == 1 and letters == initials


@cache
def _light() -> frozenset[str]:
    return frozenset(table("affiliations")["light"])


@cache
def _kinds() -> frozenset[str]:
    return frozenset(table("affiliations")["kinds"])


@cache
def _near() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(group) for group in table("affiliations")["near"])


@cache
def _generic() -> frozenset[str]:
    return _kinds() | frozenset(table("affiliations")["generic"])
