"""Broader words as an edit that fits its sentence: the preposition or article before the span may change with it."""

import re

from gyges.anonymizers.replacement.broader._places import Phrase, with_article
from gyges.anonymizers.replacement.broader._words import broader_phrase
from gyges.records import Edit

_LOOK = 24  # characters before a span that may belong to it
_ARTICLE = re.compile(r"(?<![\w'’-])(?:an?|the)\s$", re.IGNORECASE)
_AT = re.compile(r"(?<![\w'’-])(?:on|at|in)\s(?:the\s)?$", re.IGNORECASE)
_PLACED = re.compile(r"(?<![\w'’-])(?:in|at|on|near|around|outside|inside)\s(?:the\s)?$", re.IGNORECASE)
_THE = re.compile(r"(?<![\w'’-])the\s$", re.IGNORECASE)
_SEVERAL = ("some ", "a few ", "tens of", "hundreds of", "thousands of", "millions of", "relatives")
_NO_NOUN = ("of some ", "not ")
_OPENS = re.compile(r"(?:^|(?<!\b[Nn]o)(?<!\b[Nn]r)(?<!\b[Rr]ef)(?<!\b[Tt]el)[.!?]\s+|\n\s*|[•*>\"“]\s?)$")


def broader_edit(text: str, start: int, end: int, type_: str, *, floor: int = 0) -> Edit:
    """Return the edit that puts broader words in the place of a span."""
    return fitted(text, start, end, broader_phrase(text[start:end], type_), type_, floor=floor)


def fitted(text: str, start: int, end: int, phrase: Phrase, type_: str = "", *, floor: int = 0) -> Edit:
    """Return the edit that puts a phrase in the place of a span, with the preposition and the article it wants."""
    before = text[max(floor, start - _LOOK) : start]
    taken, words = "", phrase.words
    if phrase.whole:
        taken = _match(_PLACED if type_ == "LOC" else _ARTICLE, before)
    elif phrase.preposition:
        taken = _match(_AT, before)
        if taken:
            words = f"{phrase.preposition} {words}"
        else:
            taken = _match(_THE, before)
    elif phrase.article:
        taken = _match(_ARTICLE, before)
        follows = (
            0 < floor == start - len(before) and not before.strip() and "\n" not in before
        )  # the words before it are edited too
        words = with_article(words) if taken or not (follows or _determined(before)) else words
    else:
        taken, words = _after_article(before, words)
    first = start - len(taken)
    head = text[first:start] or text[start:end]
    if head[:1].isupper() and _OPENS.search(text[max(0, first - 8) : first]):
        words = words[:1].upper() + words[1:]
    kept = len(taken) if taken and words.startswith(taken) else 0  # "in Porto", "in Portugal": the preposition stays
    return Edit(first + kept, end, words[kept:], type_)


def _after_article(before: str, words: str) -> tuple[str, str]:
    """Return the article that is taken in and the words after it: "an engineer" and "a lawyer" keep their sound."""
    taken = _match(_ARTICLE, before)
    if not taken or words.startswith(_SEVERAL):
        return taken, words
    if words.startswith(_NO_NOUN):
        words = f"person {words}"
    return taken, with_article(words) if taken.lower() != "the " else f"the {words}"


def _match(pattern: re.Pattern[str], before: str) -> str:
    found = pattern.search(before)
    return found[0] if found else ""


def _determined(before: str) -> bool:
    """Tell whether another word says already which one is meant: "her", "this", "Ana's", an adjective after them."""
    return bool(
        re.search(
            r"(?:['’]s|\b(?:his|her|their|my|your|our|its|this|that|these|those|each|every|some|any|no|as|of|senior|"
            r"former|retired|trained|qualified|young|old|chief|head|deputy|another|one|both))\s$",
            before,
            re.IGNORECASE,
        )
    )
