"""Whether what was handed in as a release is one: a refusal, an error message or nothing at all is no privacy.

The sentences quote nothing of the document, so that they can stand in messages and logs.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from gyges.reading.lookups import fold
from gyges.records import Release
from gyges.scoring._phrases_instead import ASKS, DECLINES, ERRORS, EXCUSES, stands_for_nothing

__all__ = ["REMOVE_ALL", "why_no_release"]

REMOVE_ALL = "remove-all"
"""The one method whose releases may be empty; anything else that releases nothing has failed."""

_HEAD = 300  # characters at the start in which a failure is said
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"  # written without blanks, or with few
_TOKEN = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+|[*█■▇▓#_]+|(?<![^\s\[(])(?:…|\.{{3}}|-{{3,}})")
_PLACEHOLDER = re.compile(r"\[[^\[\]\n]{0,40}\]|<[^<>\n]{1,40}>|\{[^{}\n]{1,40}\}")
_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # drawn as nothing, though letters or symbols by category
_STEM = 5  # letters: endings may differ
_KEPT_LITTLE = 0.2  # of the telling words of the original: what keeps more of them is a text, whatever else it says
_EXCUSE_SHARE = 0.5  # of the words of the original: a person's excuse is about as long as before, a model's is short
_FEW_WORDS = 20  # originals so short that one broad sentence, or a mask, may leave nothing of them
_SHORT = 0.3  # of the words of the original; a translation or a text full of placeholders is longer
_CHANCE = 0.05  # of the telling words of the release: unrelated texts of one language share so many
_SMALL_WORDS = 0.6  # of all words of the release: small words are shared by chance, an extract shares all of them


def why_no_release(original: str, release: Release) -> str | None:
    """Return why a text is no release of an original, None if it is one.

    A rewrite, a summary, a translation and a mask are releases, however little of the wording they keep.
    A refusal, an error message, a value such as ``null``, and a few words that have nothing to do with the original are
    none. Only `remove-all` may release nothing.

    Args:
        original: The text that was to be released; for records without one of their own, all texts together.
        release: What was handed in for it.

    Example:
        >>> why_no_release("Ana Reis lives in Porto.", Release("a", "[PERSON] lives in [LOC].", "mask"))
        >>> why_no_release("Ana Reis lives in Porto.", Release("a", "I'm sorry, but I can't help with that.", "mine"))
        'the text is a refusal'
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
    return None if text == before.visible else _problem(before, text)


@dataclass(frozen=True, slots=True)
class _Original:
    text: str
    visible: str
    count: int
    words: frozenset[str]
    telling: frozenset[str]


@lru_cache(maxsize=4)  # records without an original of their own are all held against the same long text
def _read(original: str) -> _Original:
    words = _tokens(original)
    return _Original(original, _visible(original), len(words), frozenset(words), frozenset(_telling(original)))


def _problem(before: _Original, text: str) -> str | None:
    after = _tokens(text)
    if before.count and not after:
        return "the text has no words"
    if stands_for_nothing(text) and not before.words.issuperset(after):
        return "the text stands for nothing"
    rest = _PLACEHOLDER.sub(lambda mark: mark[0] if mark[0] in before.text else " ", text)
    left, words = _telling(rest), set(after if rest == text else _tokens(rest))
    shared = len(before.telling & left)
    if shared <= _KEPT_LITTLE * len(before.telling):
        said = _said_instead(before, text, shorter=len(after) < _EXCUSE_SHARE * before.count)
        if said is not None:
            return said
    short = before.count >= _FEW_WORDS and len(after) < _SHORT * before.count
    unknown = shared <= _CHANCE * len(left) and len(before.words & words) <= _SMALL_WORDS * len(words)
    return "the text has hardly anything of the original" if short and unknown else None


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
    """Return a text without what is drawn as nothing at its ends and in it: signs of no width, blank letters."""
    if not text.isascii():  # all such signs are beyond ASCII
        unseen = {sign for sign in set(text) if sign in _BLANK_LETTERS or unicodedata.category(sign) == "Cf"}
        text = "".join(sign for sign in text if sign not in unseen) if unseen else text
    return text.strip().strip("\0")


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.lower())


def _telling(text: str) -> set[str]:
    """Return the words that tell where a text comes from, by their stems: longer ones, numbers, other scripts."""
    words = (fold(word) for word in _TOKEN.findall(text))
    return {word[:_STEM] for word in words if len(word) >= _STEM or word[:1].isdecimal() or not word.isascii()}
