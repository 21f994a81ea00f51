"""Claims against a record without a model: how many of the words that matter stand close together in the record.

Rules see wording, not meaning: a claim that the record says in other words is taken for unsupported. So the distance by
rules is too high, and what leaks by rules is about a lower bound of what leaks.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from gyges.reading import split_sentences, stem
from gyges.records import DecidedBy
from gyges.scoring.semantic._ratings import SAME, SIMILAR, UNSUPPORTED, ClaimRating
from gyges.scoring.semantic._words import STOP_WORDS

__all__ = ["SAME_FROM", "SIMILAR_ABOVE", "rate_by_rules"]

SAME_FROM = 0.85
"""Share of a claim's weight that stands in one place of the record, from which on it says the same; set on invented
sentences in tests, not on anybody's data."""

SIMILAR_ABOVE = 0.5
"""The same for something similar: more than half of what matters."""

_WORD = re.compile(r"\w+(?:['’]\w+)?")
_NEGATION = re.compile(r"\b(?:not?|never|nor|neither|without|denie[sd]|deny)\b|n['’]t\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;:()–—]|\b(?:but|and|or|although|while|because|which|who|that)\b", re.IGNORECASE)
_NEIGHBOURS = 2  # sentences read together: a claim may be spread over two
_WEIGHT_OF_DETAIL = 2.0  # numbers and capitalised words inside a sentence are what singles somebody out


def rate_by_rules(claims: Sequence[str], record: str) -> list[ClaimRating]:
    """Rate claims against a record by the words they share.

    Example:
        >>> [row.rating for row in rate_by_rules(["She lives in Porto.", "She smokes."], "A nurse who lives in Porto.")]
        [1, 3]
    """
    sentences = [record[start:end] for start, end in split_sentences(record)]
    terms = [frozenset(_terms(sentence)) for sentence in sentences]
    places = [frozenset().union(*terms[n : n + _NEIGHBOURS]) for n in range(len(terms))]
    clauses = [(frozenset(_terms(clause)), _denies(clause)) for one in sentences for clause in _CLAUSE.split(one)]
    return [ClaimRating(claim, _rating(claim, places, clauses), DecidedBy.RULE) for claim in claims]


def _denies(sentence: str) -> bool:
    return _NEGATION.search(sentence) is not None


def _rating(claim: str, places: Sequence[frozenset[str]], clauses: Sequence[tuple[frozenset[str], bool]]) -> int:
    wanted = _terms(claim)
    total = sum(wanted.values())
    if not total:
        return UNSUPPORTED
    share = max((_shared(wanted, place) for place in places), default=0.0) / total
    if share > SIMILAR_ABOVE:  # "she does not smoke" supports no claim that she smokes, nor the other way round
        nearest = max(_shared(wanted, clause) for clause, _ in clauses)
        if all(denied is not _denies(claim) for clause, denied in clauses if _shared(wanted, clause) == nearest):
            return UNSUPPORTED
    return SAME if share >= SAME_FROM else SIMILAR if share > SIMILAR_ABOVE else UNSUPPORTED


def _shared(wanted: dict[str, float], place: frozenset[str]) -> float:
    return sum(weight for term, weight in wanted.items() if term in place)


def _terms(text: str) -> dict[str, float]:
    """Return the words that matter with their weights; a sentence of function words only has none."""
    terms: dict[str, float] = {}
    for number, match in enumerate(_WORD.finditer(text)):
        word = match.group()
        low = word.lower()
        if low in STOP_WORDS or _denies(low):
            continue
        detail = any(c.isdigit() for c in word) or (number > 0 and word[0].isupper())
        term = _root(low)
        terms[term] = max(terms.get(term, 0.0), _WEIGHT_OF_DETAIL if detail else 1.0)
    return terms


@lru_cache(maxsize=1 << 16)
def _root(word: str) -> str:
    return stem(word.removesuffix("'s").removesuffix("’s"))
