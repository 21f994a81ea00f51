"""Names by which somebody is called: ``aka "Tater"``, ``a girl called rain``."""

import re
from collections.abc import Iterator

from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._people_words import title
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page
from gyges.reading.time._dates import months

__all__ = ["find_nicknames"]

_NAME = r"[^\W\d_][\w'’-]{0,20}(?:\s[^\W\d_][\w'’-]{0,20}){0,2}"
_CALLED = re.compile(
    r"[:,.]?\s(?:(?:him|her|me|them|us|himself|herself|myself|it|you|is|was|the\sname(?:\sof)?)\s){0,2}"
    rf"[\"“”'‘«](?P<who>{_NAME})[\"“”'’»,.]"
)
_FAMILY_NAME = r"(?P<who>[^\W\d_a-zà-öø-ÿ][\w'’-]{1,20}(?:\s[^\W\d_a-zà-öø-ÿ][\w'’-]{1,20}){0,2})"
_AKA = re.compile(rf"(?<![\w.])[afnAFN][./]?[kK][./]?[aA][./]?,?\s[\"“'‘]?{_FAMILY_NAME}")
_FORMERLY = re.compile(rf"\((?:prev|previously|formerly|ex|maiden\sname|born)[.:]?\s[\"“'‘]?{_FAMILY_NAME}")
_AKA_SIGNS = ("a.k", "a/k", "f.k", "f/k", "n/k", "fka", "nka", "aka", "AKA", "A.K", "A/K")
_NAMED = re.compile(r"\s[\"“'‘]?(?P<who>[a-z][\w'’-]{2,20})(?![\w'’-])")
_KNOWN_AS = re.compile(r"\s(?:\w+\s){0,4}?(?:as|by)(?=\s)")
_PLAIN = re.compile(r"[:.]?\s(?P<who>[^\W\d_a-zà-öø-ÿ][\w'’-]{1,20}(?:\s[^\W\d_a-zà-öø-ÿ][\w'’-]{1,20}){0,2})")
_NICK = frozenset(("nick", "nickname"))
_NAMES_SOMEBODY = frozenset(("named", "called"))
_MIDDLE = re.compile(r"[\"“‘'(«](?P<who>[A-Z][\w'’-]{1,14}?[\"”’')»] [^\W\d_a-zà-öø-ÿ][\w'’-]+)")


def find_nicknames(page: Page) -> Iterator[Cue]:
    """Yield what people are called."""
    text = page.text
    for index in page.where(words("called_by")):
        end = page.words[index][1]
        if page.key(index) == "known" and (known := _KNOWN_AS.match(text, end)):
            end = known.end()
        match = _CALLED.match(text, end)
        ended = text[end : end + 1] == "." and page.key(index) in _NICK  # "a nickname. After"
        sure = page.key(index) in words("called_surely") and not ended
        if match is None and sure:
            match = _PLAIN.match(text, end)
        if match and _is_called(match["who"]):
            yield Cue(*match.span("who"), "PERSON", True)
    if any(sign in text for sign in ('"', "“", "(", " '", "‘")):
        yield from (Cue(*match.span("who"), "PERSON", True) for match in _MIDDLE.finditer(text) if _is_middle(match))
    for match in _FORMERLY.finditer(text) if "(" in text else ():
        if match["who"].split()[0].lower() not in months():  # "(born May 1950"
            yield Cue(*match.span("who"), "PERSON", True)
    if any(sign in text for sign in _AKA_SIGNS):
        yield from (Cue(*match.span("who"), "PERSON", True) for match in _AKA.finditer(text))
    yield from _named_so(page)


def _named_so(page: Page) -> Iterator[Cue]:
    """Yield small words that somebody is named by: ``a girl called rain``."""
    text = page.text
    for index in page.where(_NAMES_SOMEBODY):
        if page.joined(index - 1) and (page.key(index) == "named" or page.key(index - 1) in words("somebody")):
            match = _NAMED.match(text, page.words[index][1])
            if match and match["who"] not in words("no_account") and match["who"] not in words("after_called"):
                yield Cue(*match.span("who"), "PERSON", True)


def _is_called(who: str) -> bool:
    """Tell whether somebody may be called so; ``the Fox`` they may, ``the`` they may not."""
    first, *rest = who.lower().split()
    return (first not in words("nobody") or (first == "the" and bool(rest))) and title(who) is None


def _is_middle(match: re.Match[str]) -> bool:
    """Tell whether a name stands before a nickname too: ``Elmer "Bud" Young``."""
    before = match.string[max(0, match.start() - 2) : match.start()]
    return before[1:] == " " and before[:1].isalpha()
