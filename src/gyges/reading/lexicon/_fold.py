"""Letters without case and accents, for look-ups and comparisons: the one folding of all rooms."""

import re
import unicodedata
from itertools import filterfalse
from string import ascii_lowercase

_SMALL_START = re.compile(r"[\n.!?>\]](?:(?<=\n)|(?<!\n)\s)[a-z]")  # a sign first, for which the engine skips ahead
_SMALL = frozenset(ascii_lowercase)
_SMALL_TURN = re.compile(r":\s[a-z][^\n]*[^.,;\n](?=\n|$)")  # a message in a chat; few end with a full stop
_START = re.compile(r"(?:^|\n|[.!?:>\]]\s)[^\W\d_]")
_FEW = 3
_CHATTY = 0.25  # share of sentences that begin with a small letter


def lowered(text: str) -> str:
    """Return a text in lower case with every letter in its place, even where lower case is longer."""
    return "İ".join([part.lower() for part in text.split("İ")])  # the only letter with two in lower case


def caseless(text: str) -> str:
    """Return a text in which patterns in lower-case ASCII find what they find in the original with IGNORECASE.

    Such a pattern is several times as fast without the flag, which keeps the engine from skipping ahead.
    """
    low = lowered(text)
    return low if low.isascii() else low.replace("ı", "i").replace("İ", "i").replace("ſ", "s")


def is_chatty(text: str) -> bool:
    """Tell whether sentences of a text often begin with a small letter, so that names may too."""
    small = (text[:1] in _SMALL) + len(_SMALL_START.findall(text)) + len(_SMALL_TURN.findall(text))
    return text.islower() or (small >= _FEW and small > _CHATTY * len(_START.findall(text)))


_LETTERS = str.maketrans({
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ħ": "h", "ə": "a",
    "ŋ": "n", "ɓ": "b", "ɗ": "d", "ƙ": "k",
    "’": "'", "ʼ": "'", "ʻ": "'", "‘": "'", "´": "'", "`": "'", "‐": "-", "‑": "-",
})  # fmt: skip


def fold(text: str) -> str:
    """Return a text without case and accents, with one form of apostrophes and hyphens, for look-ups and comparisons.

    Letters that Unicode does not take apart become those they are written with elsewhere.
    """
    if text.isascii():
        return text.lower().replace("`", "'")
    parts = unicodedata.normalize("NFKD", text.translate(_LETTERS))  # which takes "´" apart, so signs come first
    return "".join(filterfalse(unicodedata.combining, parts)).casefold().translate(_LETTERS)
