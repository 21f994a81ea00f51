"""Cues: how much strong readers learned from words like these, by a table fitted on recorded readings."""

import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import accumulate

from gyges.anonymizers.subjectwise._changes import Version
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.reading import stem
from gyges.reading.english import is_english_word

PROMISED = {"#foreign": 0.25, "#foreign capital": 0.25, "#digits": 0.15, "#year": 0.2, "#clock": 0.1, "#tens": 0.2}
"""What words of a kind count at least, because levels promise that they go: readers quote one and use them all."""

_TOKEN = re.compile(r"\[[^\]\n]{1,40}\]|[^\W_]+(?:[-'’.,:][^\W_]+)*|[$€£¥₹%…]|[.!?:\n|]")
_MARK = re.compile(r"\[.*\]|[A-Z]\.?$|…")
_ENDS = frozenset((".", "!", "?", ":", "\n", "|"))
_NUMBER = re.compile(r"\d[\d.,:]*")
_YEAR = re.compile(r"(?:1[89]|20)\d\d$")
_CLOCK = re.compile(r"\d{1,2}[:.]\d\d$")
_TENS = re.compile(
    r"(?:nineteen|eighteen|seventeen|sixteen|fifteen|(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ies))\b"
)
_SUFFIX, _SUFFIXED = 3, 6  # letters of an ending, and of a word long enough to have one
_FEW = 2  # digits


def features_of(word: str, *, opens: bool) -> tuple[str, ...]:
    """Return the features of a word."""
    if word[:1] == "[" or _MARK.match(word):
        return ("#mark",)
    if not word[0].isalnum():
        return ("#sign",)
    if word[0].isdigit():
        return ("#word", _number(word))
    lower = word.lower().replace("’", "'")
    features = ["#word", "w:" + stem(lower)]
    if _TENS.match(lower):
        features.append("#tens")
    capital, known = word[:1].isupper() and not opens, _is_known(lower)
    if capital:
        features.append("#capitals" if word.isupper() and len(word) > 1 else "#capital")
    if not known:
        features.append("#foreign capital" if word[:1].isupper() else "#foreign")
    if not word.isascii():
        features.append("#letters")
    if known and len(lower) >= _SUFFIXED:
        features.append("~" + lower[-_SUFFIX:])
    return tuple(features)


def _is_known(lower: str) -> bool:
    joined = "'" in lower or "-" in lower
    return joined or len(lower) == 1 or lower in words_in("clauses", "function") or is_english_word(lower)


def _number(word: str) -> str:
    if _YEAR.match(word):
        return "#year"
    if _CLOCK.match(word):
        return "#clock"
    match = _NUMBER.fullmatch(word)
    if match is None:
        return "#number in word"
    return "#digits" if len(word) > _FEW else "#few digits"


def tokens_of(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield where each word stands, the word, and whether it opens a sentence."""
    opens = True
    for match in _TOKEN.finditer(text):
        word = match[0]
        if word in _ENDS:
            opens = True
            continue
        yield match.start(), word, opens
        opens = False


@dataclass(frozen=True, slots=True)
class CueTable:
    """What was fitted."""

    version: str  # its name, as traces tell it
    trained_on: str  # on what, in words
    weights: Mapping[str, float]  # right facts expected of one more word with a feature

    def leak(self, word: str, *, opens: bool = False) -> float:
        """Return how many right facts a strong reader is expected to quote a word for."""
        return sum(
            max(self.weights.get(feature, 0.0), PROMISED.get(feature, 0.0))
            for feature in features_of(word, opens=opens)
        )


@cache
def cue_table() -> CueTable:
    """Return the table that ships."""
    row = json.loads((files(__package__) / "tables" / "cues.json").read_text(encoding="utf-8"))
    return CueTable(row["version"], row["trained_on"], row["weights"])


class LeakMap:
    """The expected leak of every span of an original, given what stands there in a version."""

    def __init__(self, words: Sequence[tuple[int, float]], read: Sequence[tuple[int, float]] = ()) -> None:
        self._words = [place for place, _ in words]
        everything = sorted([*words, *read])
        self._places = [place for place, _ in everything]
        self._sums: list[float] = [0.0, *accumulate(leak for _, leak in everything)]

    def between(self, start: int, end: int) -> float:
        """Return the expected leak of a span."""
        return self._sums[bisect_left(self._places, end)] - self._sums[bisect_left(self._places, start)]

    def words(self, start: int, end: int) -> int:
        """Return how many words stand in a span."""
        return bisect_left(self._words, end) - bisect_left(self._words, start)


def leaks_of(original: str, version: Version, table: CueTable, read: Sequence[tuple[int, float]] = ()) -> LeakMap:
    """Return the leaks of a text, changed words counted as what stands there now."""
    words: list[tuple[int, float]] = []
    changed = iter(zip(version.changes, version.begins, strict=True))
    change, begin = next(changed, (None, 0))
    shift = last = 0  # original minus release, behind the last change; the place of the last word
    for at, word, opens in tokens_of(version.text):
        while change is not None and at >= begin + len(change.new):
            shift = change.end - (begin + len(change.new))
            change, begin = next(changed, (None, 0))
        place = change.start if change is not None and at >= begin else at + shift
        last = min(max(place, last), len(original))
        words.append((last, table.leak(word, opens=opens)))
    return LeakMap(words, read)
