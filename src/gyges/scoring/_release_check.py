"""Whether a text is a release at all, which original it was made from, and how much of that was kept.

Reasons quote nothing of the document, so that they can stand in messages and logs. Texts are compared by runs of three
words; a few of them, the smallest by a number nobody chose, stand for a whole text, so that very many can be searched.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gyges.models import ASKS, DECLINES, ERRORS, EXCUSES, stands_for_nothing
from gyges.reading import language_of, shown_text
from gyges.reading.lookups import fold
from gyges.records import Release

REMOVE_ALL = "remove-all"
"""The one method whose releases may be empty; anything else that releases nothing has failed."""

_HEAD = 300  # characters at the start in which a failure is said
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"  # written without blanks, or with few
_TOKEN = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+|[*█■▇▓#_]+|(?<![^\s\[(])(?:…|\.{{3}}|-{{3,}})")
_PLACEHOLDER = re.compile(r"\[[^\[\]\n]{0,40}\]|<[^<>\n]{1,40}>|\{[^{}\n]{1,40}\}")
_STEM = 5  # letters: endings may differ
_KEPT_LITTLE = 0.2  # of the telling words of the original: what keeps more of them is a text, whatever else it says
_EXCUSE_SHARE = 0.5  # of the words of the original: a person's excuse is about as long as before, a model's is short
_FEW_WORDS = 20  # originals so short that one broad sentence, or a mask, may leave little or nothing of them
_SHORT = 0.3  # of the words of the original; a translation or a text full of placeholders is longer
_CHANCE = 0.05  # of the telling words of the release: unrelated texts of one language share so many
_OTHER, _OTHER_WORDS = 0.1, 0.3  # the same for long texts in one language: rewrites measured share 0.13 and 0.30
_LONG = 240  # words: an honest paraphrase of 70 may share no telling word at all, one of 240 does
_FEWEST_TELLING = 8  # words that tell where a text comes from: below them a paraphrase may share none by chance
_SMALL_WORDS = 0.6  # of all words of the release: small words are shared by chance, an extract shares all of them


def why_no_release(original: str, release: Release) -> str | None:
    """Return why a text is no release of an original, None if it is one.

    A rewrite, a summary, a translation and a mask are releases, however little of the wording they keep.
    A refusal, an error message, a value such as ``null``, and a few words, or very many in the same language, that have
    nothing to do with the original are none. Only `remove-all` may release nothing.
    """
    told = release.trace.get("failed")
    if told:
        return str(told)
    if release.method == REMOVE_ALL:
        return None
    text = _visible(release.text)
    if not text:
        return "the text is empty"
    before = _read(original)
    return None if text == before.text else _problem(before, text)


@dataclass(frozen=True, slots=True)
class _Original:
    text: str
    count: int
    words: frozenset[str]
    telling: frozenset[str]


@lru_cache(maxsize=4)  # records without an original of their own are all held against the same long text
def _read(original: str) -> _Original:
    original = _visible(original)
    words = word_tokens(original)
    return _Original(original, len(words), frozenset(words), frozenset(_telling(original)))


def _problem(before: _Original, text: str) -> str | None:
    after = word_tokens(text)
    if before.count and not after:
        return "the text has no words"
    if stands_for_nothing(text) and not before.words.issuperset(after):
        return "the text stands for nothing"
    rest = _PLACEHOLDER.sub(lambda mark: mark[0] if mark[0] in before.text else " ", text)
    left, words = _telling(rest), set(after if rest == text else word_tokens(rest))
    shared = len(before.telling & left)
    if shared <= _KEPT_LITTLE * len(before.telling):
        said = _said_instead(before, text, shorter=len(after) < _EXCUSE_SHARE * before.count)
        if said is not None:
            return said
    short = before.count >= _FEW_WORDS and len(after) < _SHORT * before.count
    alike = len(before.words & words)
    if short and shared <= _CHANCE * len(left) and alike <= _SMALL_WORDS * len(words):
        return "the text has hardly anything of the original"
    long = before.count >= _FEW_WORDS and len(after) >= _LONG and len(left) >= _FEWEST_TELLING
    if long and shared <= _OTHER * len(left) and alike <= _OTHER_WORDS * len(words):
        language = language_of(before.text)  # a translation shares few words, and is a release
        if language and language == language_of(rest):
            return "the text has nothing to do with the original"
    return None


def _said_instead(before: _Original, text: str, *, shorter: bool) -> str | None:
    for phrases, what in (
        (DECLINES, "the text is a refusal"),
        (EXCUSES if shorter else None, "the text is a refusal"),
        (ASKS, "the text speaks about the task instead of doing it"),
        (ERRORS, "the text is an error message"),
    ):
        if phrases is not None and phrases.search(text[:_HEAD]) and not phrases.search(before.text):
            return what
    return None


def _visible(text: str) -> str:
    """Return a text as it is seen, without blanks at its ends; tags alone are what they are."""
    return shown_text(text).strip() or ("".join(filter(str.isprintable, text)).strip() if text.isascii() else "")


def word_tokens(text: str) -> list[str]:
    """Return the words of a text in small letters, masks and omissions among them."""
    return _TOKEN.findall(text.lower())


def _telling(text: str) -> set[str]:
    """Return the words that tell where a text comes from, by their stems: longer ones, numbers, other scripts."""
    words = (fold(word) for word in _TOKEN.findall(text))
    return {word[:_STEM] for word in words if len(word) >= _STEM or word[:1].isdecimal() or not word.isascii()}


LEAST_KEPT = 0.1
"""The share of the words of an original that its release must keep; ours: `paranoid` keeps less in 2 of 100 texts."""

WordRuns: TypeAlias = NDArray[np.uint64]
"""Numbers of the different runs of words in a text, in order."""

_SAMPLE = 8  # runs that stand for an original
_MOST_FOREIGN = 64  # so that an original is found in a text eight times as long
_FEWEST = 8  # runs that only the other original has: fewer may be shared by chance, or by texts filled in alike
_MADE_FROM = 0.3  # of the runs of a release: what it shares with another original and not with its own
_MARGIN = 4  # times as many as it shares with its own alone
_IN_FULL = 0.8  # of the runs that only the other original has
_NEARLY_ALL = 0.9  # of the words: what keeps more is not cut off
_ENDS = frozenset(".!?…。！？")
_FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], np.uint64)


@dataclass(frozen=True, slots=True)
class KeptShare:
    """How much of an original its release keeps."""

    share: float  # words of the release for each word of the original, at most 1
    cut: bool  # whether it is cut off: less than was asked for, or the original up to the middle of a sentence


@dataclass(frozen=True, slots=True)
class Origin:
    """What a released text has to do with an original that is not its own."""

    made_from: bool  # whether it was made from that one, and not from its own
    in_full: bool  # whether that one stands in it, in full or nearly


def kept_of(original: str, released: str, least: float = LEAST_KEPT) -> KeptShare:
    """Return how much of an original a release keeps."""
    before, after = len(word_tokens(original)), len(word_tokens(released))
    if not before:
        return KeptShare(1.0, cut=False)
    share = min(1.0, after / before)
    too_little = before >= _FEW_WORDS and share < least
    return KeptShare(share, cut=least > 0 and (too_little or (share < _NEARLY_ALL and _breaks_off(original, released))))


def _breaks_off(original: str, released: str) -> bool:
    """Whether a text is the beginning of another one and ends within a sentence; methods leave out whole ones."""
    whole, text = original.strip(), released.strip()
    rest = whole[len(text) :].lstrip(" ")
    return whole.startswith(text) and text[-1:] not in _ENDS and rest[:1] not in ("", "\n")


def word_runs(text: str) -> WordRuns:
    """Return the runs of words of a text; the same in every process."""
    words = np.fromiter(map(_number_of, word_tokens(text)), np.uint64)
    if len(words) < len(_FACTORS):
        return np.empty(0, np.uint64)
    ends = len(words) - len(_FACTORS) + 1
    runs = sum((words[at : at + ends] * factor for at, factor in enumerate(_FACTORS)), np.zeros(ends, np.uint64))
    runs ^= runs >> np.uint64(29)
    runs *= _FACTORS[0]
    return np.unique(runs ^ (runs >> np.uint64(32)))


def run_sample(text: str) -> WordRuns:
    """Return the few runs that stand for an original."""
    return word_runs(text)[:_SAMPLE]


def foreign_runs(original: str, released: str) -> WordRuns:
    """Return runs of a release that its original does not have; the smallest of many, none where there are few."""
    found = np.setdiff1d(word_runs(released), word_runs(original), assume_unique=True)
    return found[:_MOST_FOREIGN] if len(found) >= _FEWEST else found[:0]


def origin_of(own: str, other: str, released: str) -> Origin:
    """Return what a release has to do with another original than its own.

    What both originals have, such as the words of a form, tells nothing.
    """
    mine, theirs, made = map(word_runs, (own, other, released))
    only_theirs = np.setdiff1d(theirs, mine, assume_unique=True)
    only_mine = np.setdiff1d(mine, theirs, assume_unique=True)
    shared = len(np.intersect1d(made, only_theirs, assume_unique=True))
    if shared < _FEWEST:
        return Origin(made_from=False, in_full=False)
    kept = len(np.intersect1d(made, only_mine, assume_unique=True))
    return Origin(
        made_from=shared >= _MADE_FROM * len(made) and kept * _MARGIN <= shared,
        in_full=shared >= _IN_FULL * len(only_theirs),
    )


@lru_cache(maxsize=1 << 16)
def _number_of(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
