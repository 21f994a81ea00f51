"""People known by letters only, and names that are spelt out: ``H.T.``, ``Dr A.``, ``T-H-A-D``."""

import re
from collections.abc import Iterator

from gyges.reading._lexicon import title, word_set
from gyges.reading.spans._scan import Span, words

__all__ = ["find_letters"]

_SPELT = re.compile(r"(?<![\w-])(?:[A-Z][-. ]){3,20}[A-Z](?![\w-])")
_LETTERS = re.compile(r"(?<![\w.])(?:[^\W\d_a-zà-öø-ÿ]\.\s?-?){1,4}(?=[\s,;:)’']|$)")
_ROLE = re.compile(r"(?<![\w-])(?P<role>[A-Z][a-z]{2,10})\s[A-HJ-Z]\d?(?![\w'’-]|\.\w)")
_LINE_END = re.compile(r"[ \t]*(?:\n|$)")
_WORD_LEFT = re.compile(r"\b(?P<word>[^\W\d_]+)[.,]?\s?$")


def find_letters(text: str) -> Iterator[Span]:
    """Yield letters that stand for somebody."""
    yield from (Span(*match.span(), "PERSON", True) for match in _SPELT.finditer(text))
    yield from (
        Span(*m.span(), "PERSON", True) for m in _ROLE.finditer(text) if m["role"].lower() in words("role_letters")
    )
    for match in _LETTERS.finditer(text):
        value = match[0].rstrip(" -")
        if _is_somebody(text, match.start(), value):
            yield Span(match.start(), match.start() + len(value), "PERSON", True)


def _is_somebody(text: str, start: int, value: str) -> bool:
    """Tell letters that stand for a person from abbreviations and from the number of a heading."""
    plain = value.replace(".", "").replace(" ", "")
    if plain.lower() in word_set("abbreviations"):
        return False
    if len(plain) > 1:
        return True
    if text[start - 1 : start] == "\n" and _LINE_END.match(text, start + len(value)):
        return True  # signed with a letter
    left = _WORD_LEFT.search(text[max(0, start - 16) : start])
    before = left["word"].lower() if left else ""
    after = text[start + len(value) : start + len(value) + 2]
    if title(before) is not None:
        return True
    if before in words("kin"):
        return not after[1:2].isupper()
    return bool(before) and (after[:1] in ",;)’'" or after[1:2].islower()) and text[start - 1] != "\n"
