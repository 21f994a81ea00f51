"""How a text is written in capitals and small letters, and a text without the difference, every letter in its place."""

import re
from string import ascii_lowercase

__all__ = ["caseless", "is_chatty", "lowered"]

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
