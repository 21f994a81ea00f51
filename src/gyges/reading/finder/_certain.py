"""Which spans are surely of their kind, so that a release may say it: a label is a claim.

A kind is said where the rules name it and the tagger's share is so high that 99.5 % of words kept for measuring are.
Ships, brands, firms and cats are called like people; so a person is told by a sum of signals of all that names one
(``training/fit_certain.py`` fits it), and is named in full, with a title or as a speaker somewhere. Figures are in
docs/design/releases.md.
"""

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gyges.reading.lookups import fold, title
from gyges.reading.time._dates import months

WEIGHTS = Path(__file__).parent / "weights" / "people.json"
PEOPLE_SIGNALS = ("share", "direct", "agreed", "speaks", "best share", "speaks once")
"""The tagger's share, as a logit, and its logit that a name is direct; whether the rules name a person, too, or a line
begins with it and a colon; and of the first and the last the most of all names of the person. A title decides."""
_BEST = (0, 3)
_TITLED = 0.9  # the share from which a name with a title is a person's
_SHARES = {"ORG": 0.9995}
_SHARE = 0.999
_SURE = 0.8  # how sure the span of an organisation has to be
_LEAST = 1e-5  # what a share is apart from 0 and 1
_DIRECT = 8.0  # the tagger's logits are cut off there
_LINE = re.compile(r"(?:^|\n|[\]>]\s?|–\s|\d\s)$")
_WORD = re.compile(r"[^\W\d_]+")
_WORD_BEFORE = re.compile(r"(?<![^\W\d_])([^\W\d_a-z][^\W\d_]*)\.?\s$")
_DATED = re.compile(r"(?<![\d.:])(?:\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})|\d{4}-\d\d-\d\d|[012]?\d:[0-5]\d)(?![\d.:])")


@dataclass(frozen=True, slots=True)
class KindClaim:
    """A span with what speaks for its type."""

    type: str  # one of TAB's eight entity types
    words: str  # its words
    share: float  # the tagger's share of the type
    direct: float  # the tagger's logit that it identifies by itself
    agreed: bool  # whether the rules name the type
    sure: float  # how sure the finder is of the span
    person: str | None  # whom it names
    before: str  # the signs before it
    titled: bool  # whether a title stands in it
    after: str  # the sign behind it


def certain(claims: Sequence[KindClaim]) -> list[bool]:
    """Return for every span of a text whether its type may be said."""
    if not claims:
        return []
    people = dict(zip(_people(claims), _scores(person_rows(claims)), strict=True))
    shown = {
        one.person for one in claims if one.type == "PERSON" and (_is_in_full(one) or _is_titled(one) or _speaks(one))
    }
    return [
        one.person in shown and _is_person(one, people[at]) if at in people else _is_certain(one)
        for at, one in enumerate(claims)
    ]


def person_rows(claims: Sequence[KindClaim]) -> list[list[float]]:
    """Return the signals of every span of a person, in the order of `PEOPLE_SIGNALS`."""
    own = {at: _signals(claims[at]) for at in _people(claims)}
    best: dict[str | None, list[float]] = {}
    for at, row in own.items():
        known = best.setdefault(claims[at].person, row)
        best[claims[at].person] = [max(pair) for pair in zip(known, row, strict=True)]
    return [[*row, *(best[claims[at].person][signal] for signal in _BEST)] for at, row in own.items()]


def _people(claims: Sequence[KindClaim]) -> list[int]:
    return [at for at, one in enumerate(claims) if one.type == "PERSON"]


def _signals(one: KindClaim) -> list[float]:
    share = min(max(one.share, _LEAST), 1 - _LEAST)
    direct = min(max(one.direct, -_DIRECT), _DIRECT) / _DIRECT
    return [math.log(share / (1 - share)), direct, float(one.agreed), float(_speaks(one))]


def _scores(rows: Sequence[Sequence[float]]) -> list[float]:
    weights, least = _weights()
    scores: list[float] = (np.array(rows).reshape(-1, len(weights)) @ weights - least).tolist()
    return scores


def _is_person(one: KindClaim, score: float) -> bool:
    if one.words.islower() and one.after != ":":
        return False
    return score >= 0 or (one.agreed and one.share >= _TITLED and _is_titled(one))


def _is_in_full(one: KindClaim) -> bool:
    """Return True for a name of several words: brands, ships and puppies most often have one."""
    return len([word for word in _WORD.findall(one.words) if word[:1].isupper() and title(word) is None]) > 1


def _is_titled(one: KindClaim) -> bool:
    word = _WORD_BEFORE.search(one.before)
    return one.titled or (word is not None and title(word[1]) is not None)


def _speaks(one: KindClaim) -> bool:
    return one.after == ":" and _LINE.search(one.before) is not None


def _is_certain(one: KindClaim) -> bool:
    if one.type == "DATETIME" and _is_dated(one.words):
        return True
    if not one.agreed or one.type == "MISC":
        return False
    return one.share >= _SHARES.get(one.type, _SHARE) and (one.type not in _SHARES or one.sure >= _SURE)


def _is_dated(words: str) -> bool:
    """Return True for what is written as a date or a time of day: "4 November", "30.08.2014", "07:50"."""
    month = any(fold(word) in months() for word in _WORD.findall(words))
    return (month and any(map(str.isdigit, words))) or _DATED.search(words) is not None


@cache
def _weights() -> tuple[NDArray[np.float64], float]:
    """Return a weight for every signal, and from which sum on a name is somebody's."""
    told = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return np.array(told["weights"]), told["at"] - told["bias"]
