"""What speaks for a word being one that tells who somebody is: one row of numbers a word, to be weighed and summed."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gyges.reading.finder._mentions import find_mentions
from gyges.reading.finder._tagger import KINDS, Tags, tag
from gyges.reading.lookups import first_name, fold, is_english_word, is_place, is_surname, title

_TYPES = ("PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC")
_TABLES = ("first_name", "surname", "town", "title", "ordinary")
_FORMS = ("capital", "capitals", "figures", "elsewhere", "beside")
SIGNALS = (
    "tagger_direct",
    "tagger_hides",
    *(f"tagger_{kind}" for kind in KINDS),
    *(f"rules_{name}" for name in _TYPES),
    "rules_direct_name",
    "rules_direct_code",
    "rules_direct_other",
    *_TABLES,
    *_FORMS,
)
"""Each with one weight in weights/weights.json: the tagger's two logits and its shares of kinds; what the rules mention
the word as, and whether as a direct identifier; whether it stands in a table; how it is written; the highest logit of
the same word elsewhere in the text, and of its neighbours."""
_SUREST = 8.0
"""Logits beyond this say no more."""
_OPENERS = frozenset(".!?:\n\"“'•-")


@dataclass(frozen=True, slots=True)
class Signals:
    """The words of a text with their signals."""

    tags: Tags  # what the tagger says of them, with their places
    rows: NDArray[np.float32]  # A row a word, in the order of `SIGNALS`


def signals(text: str) -> Signals:
    """Return the signals of every word of a text."""
    tags = tag(text)
    words = [text[start:end] for start, end in zip(tags.starts, tags.ends, strict=True)]
    direct = np.clip(tags.direct, -_SUREST, _SUREST)[:, None]
    hides = np.clip(tags.hides, -_SUREST, _SUREST)[:, None]
    columns = [direct, hides, tags.kinds, _rules(text, tags), _tables(words), _forms(text, tags, words)]
    return Signals(tags, np.concatenate(columns, axis=1).astype(np.float32))


def _rules(text: str, tags: Tags) -> NDArray[np.float32]:
    """Return what the rules say of every word."""
    mentions = find_mentions(text)
    made = np.zeros((len(tags.starts), len(_TYPES) + 3), dtype=np.float32)
    for at, type_ in enumerate(_TYPES):
        made[:, at] = _covered(tags, ((one.start, one.end) for one in mentions if one.type == type_))
    named = {"PERSON": len(_TYPES), "CODE": len(_TYPES) + 1}
    for at in range(len(_TYPES), len(_TYPES) + 3):
        direct = (one for one in mentions if one.direct and named.get(one.type, len(_TYPES) + 2) == at)
        made[:, at] = _covered(tags, ((one.start, one.end) for one in direct))
    return made


def _tables(words: list[str]) -> NDArray[np.float32]:
    return np.array([_in_tables(word) for word in words], dtype=np.float32).reshape(len(words), len(_TABLES))


@lru_cache(maxsize=20_000)
def _in_tables(word: str) -> tuple[float, ...]:
    key = fold(word)
    stat = first_name(key)
    return (
        stat.weight if stat is not None else 0.0,
        float(is_surname(key)),
        float(is_place(key)),
        float(title(key) is not None),
        float(is_english_word(key)),
    )


def _forms(text: str, tags: Tags, words: list[str]) -> NDArray[np.float32]:
    """Return how every word is written, and what is said of it elsewhere and of its neighbours."""
    direct = np.clip(tags.direct, -_SUREST, _SUREST)
    made = np.zeros((len(words), len(_FORMS)), dtype=np.float32)
    made[:, 0] = [word[0].isupper() and not _opens(text, start) for word, start in zip(words, tags.starts, strict=True)]
    made[:, 1] = [len(word) > 1 and word.isupper() for word in words]
    made[:, 2] = [any(map(str.isdigit, word)) for word in words]
    made[:, 3] = _elsewhere(words, direct)
    made[:, 4] = _beside(direct)
    return made


def _covered(tags: Tags, spans: Iterable[tuple[int, int]]) -> NDArray[np.float32]:
    """Return 1 for every word that a span covers a part of."""
    made = np.zeros(len(tags.starts), dtype=np.float32)
    for start, end in spans:
        low, high = np.searchsorted(tags.ends, start, side="right"), np.searchsorted(tags.starts, end)
        made[low:high] = 1
    return made


def _opens(text: str, start: int) -> bool:
    """Return True if a capital at a place says nothing: at the start of a text, a sentence, a line or a quotation."""
    before = text[max(0, start - 3) : start].rstrip(" ")
    return not before or before[-1] in _OPENERS


def _elsewhere(words: list[str], direct: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the highest logit of the same word at another place; below nothing counts as nothing."""
    best: dict[str, list[float]] = {}
    for word, value in zip(words, direct, strict=True):
        best.setdefault(word.casefold(), []).append(float(value))
    tops = {word: sorted(values)[-2:] for word, values in best.items() if len(values) > 1 and len(word) > 1}
    made = np.zeros(len(words), dtype=np.float32)
    for at, (word, value) in enumerate(zip(words, direct, strict=True)):
        if (top := tops.get(word.casefold())) is not None:
            made[at] = max(0.0, top[0] if top[-1] == value else top[-1])
    return made


def _beside(direct: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the lower one of the highest logits on the two sides, as far as two words away."""
    if not len(direct):
        return direct
    far = np.pad(direct, 2, constant_values=-_SUREST)
    left, right = np.maximum(far[:-4], far[1:-3]), np.maximum(far[3:-1], far[4:])
    return np.maximum(np.minimum(left, right), 0)
