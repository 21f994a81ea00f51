"""Broader words for a span of each of TAB's eight entity types."""

import re
from collections.abc import Callable

from gyges.anonymizers.replacement.broader._amounts import broader_amount
from gyges.anonymizers.replacement.broader._attributes import broader_attribute
from gyges.anonymizers.replacement.broader._phrase import Phrase, with_article
from gyges.anonymizers.replacement.broader._places import broader_place
from gyges.anonymizers.replacement.broader._times import broader_time
from gyges.errors import InputError
from gyges.reading import find_codes, find_organisations
from gyges.reading.ladders import ladder

__all__ = ["broader_phrase", "broader_words"]

_GENERIC = re.compile(
    r"\b(court|hospital|school|university|church|club|police|army|bank|clinic|ministry|office|college|union|company)\b",
    re.IGNORECASE,
)
_WEB = re.compile(r"https?://|www\.", re.IGNORECASE)


def broader_phrase(words: str, type_: str) -> Phrase:
    """Return broader words for a span, and how they join what stands before.

    Raises:
        InputError: This is none of TAB's types.
    """
    if type_ not in _BROADER:
        raise InputError(f"there is no entity type '{type_}'", f"use one of {', '.join(_BROADER)}")
    return _BROADER[type_](words)


def broader_words(words: str, type_: str) -> str:
    """Return broader words for a span, without a look at what stands around it."""
    phrase = broader_phrase(words, type_)
    return with_article(phrase.words) if phrase.article else phrase.words


def _organisation(words: str) -> Phrase:
    known, houses = ladder("organisations"), ladder("houses")
    kinds = [found.kind for found in find_organisations(words)]
    kinds += [houses.get(word.lower(), word.lower()) for word in _GENERIC.findall(words)]
    name = next((known[kind] for kind in kinds if kind in known), "organisation")
    armed = name.startswith("the ")
    return Phrase(name, article=not armed, whole=armed)


def _code(words: str) -> Phrase:
    if "@" in words:
        return Phrase("e-mail address", article=True)
    if _WEB.match(words):
        return Phrase("web address", article=True)
    kinds = {code.kind for code in find_codes(words)}
    return Phrase("phone number" if "PHONE_NUMBER" in kinds else "number", article=True)


_BROADER: dict[str, Callable[[str], Phrase]] = {
    "PERSON": lambda words: Phrase("somebody", whole=True),
    "CODE": _code,
    "LOC": broader_place,
    "ORG": _organisation,
    "DEM": broader_attribute,
    "DATETIME": broader_time,
    "QUANTITY": lambda words: Phrase(broader_amount(words)),
    "MISC": lambda words: Phrase("something", whole=True),
}
