"""Names by which somebody is called, and people known by one letter: ``aka "Tater"``, ``Ms W``."""

import re
from collections.abc import Iterator
from functools import lru_cache

from gyges.reading._lexicon import title
from gyges.reading._tables import indexes_of
from gyges.reading.spans._scan import Scan, Span, words

__all__ = ["find_nicknames"]

_NAME = r"[^\W\d_][\w'’-]{0,20}(?:\s[^\W\d_][\w'’-]{0,20}){0,2}"
_CALLED = re.compile(
    r"[:,.]?\s(?:(?:him|her|me|them|us|himself|herself|myself|it|you|is|was|the\sname(?:\sof)?)\s){0,2}"
    rf"[\"“”'‘«](?P<who>{_NAME})[\"“”'’»,.]"
)
_KNOWN_AS = re.compile(r"\s(?:\w+\s){0,4}?(?:as|by)(?=\s)")
_PLAIN = re.compile(r"[:.]?\s(?P<who>[^\W\d_a-zà-öø-ÿ][\w'’-]{1,20}(?:\s[^\W\d_a-zà-öø-ÿ][\w'’-]{1,20}){0,2})")
_ONE_LETTER = re.compile(r"\.?\s[A-Z](?![\w'’]|\.\w|\s[A-Z][a-z])")
_MIDDLE = re.compile(r"[\"“‘(«](?P<who>[A-Z][\w'’-]{1,14}[\"”’)»] [^\W\d_a-zà-öø-ÿ][\w'’-]+)")


def find_nicknames(scan: Scan) -> Iterator[Span]:
    """Yield what people are called, and letters after a title that stand for a name."""
    text = scan.text
    for index in indexes_of(text, words("called_by").__contains__):
        end = scan.words[index][1]
        if scan.key(index) == "known" and (known := _KNOWN_AS.match(text, end)):
            end = known.end()
        match = _CALLED.match(text, end)
        if match is None and scan.key(index) in words("called_surely"):
            match = _PLAIN.match(text, end)
        if match and match["who"].split()[0].lower() not in words("nobody") and title(match["who"]) is None:
            yield Span(*match.span("who"), "PERSON", True)
    if '"' in text or "“" in text or "(" in text:
        yield from (Span(*match.span("who"), "PERSON", True) for match in _MIDDLE.finditer(text) if _is_middle(match))
    for index in indexes_of(text, _is_title):
        start, end, _ = scan.words[index]
        letter = _ONE_LETTER.match(text, end) if text[start].isupper() else None
        if letter:
            yield Span(start, letter.end(), "PERSON", True)


def _is_middle(match: re.Match[str]) -> bool:
    """Tell whether a name stands before a nickname too: ``Elmer "Bud" Young``."""
    before = match.string[max(0, match.start() - 2) : match.start()]
    return before[1:] == " " and before[:1].isalpha()


@lru_cache(maxsize=16384)
def _is_title(key: str) -> bool:
    return title(key) is not None
