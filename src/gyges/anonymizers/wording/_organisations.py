"""Organisations: the noun for what one is, taken from its own name."""

import re

from gyges.anonymizers.wording._around import begins_sentence, is_determiner, is_ordinary, word_before
from gyges.anonymizers.wording._names import is_thing_word
from gyges.anonymizers.wording._tables import row, words_in
from gyges.reading.english import article_for, usual_tag

__all__ = ["is_named", "kind_noun", "kind_of"]

_WORD = re.compile(r"[^\W\d_][\w'’.-]*\w|[^\W\d_]")
_HEADING = re.compile(r"[ \t]*(?:$|\n|[,:|–—(]|\s-\s)")
_NO_KIND = frozenset(("blood bank", "food bank", "sperm bank", "milk bank", "water works", "power bank"))
_FIRST = frozenset(("hospital", "university", "clinic"))  # heads that may stand first in English too
_LINKS = frozenset(("of", "for", "de", "der", "des", "du", "do", "da", "del", "in", "at", "on"))


def kind_of(name: str) -> str | None:
    """Return what an organisation is by the last telling word of its name; None where no word of it says so.

    Example:
        >>> kind_of("St Mary's Hospital"), kind_of("University of Oban"), kind_of("Mattilsynet")
        ('hospital', 'university', None)
    """
    words = [word.lower().rstrip(".") for word in _WORD.findall(name)]
    cut = next((place for place, word in enumerate(words) if word in _LINKS and place), len(words))
    heads = row("neutral", "heads")
    first = [word for word in words[:1] if word in _FIRST or not is_ordinary(word)]
    if " ".join(words[max(0, cut - 2) : cut]) in _NO_KIND:
        return None
    for word in (*words[cut - 1 : cut], *first):
        if word in heads and (word != "court" or words_in("neutral", "law") & set(words)):
            return heads[word]  # a court without a word of law in its name may be a block of flats
    return None


def is_named(text: str, start: int, end: int) -> bool:
    """Tell whether words are surely the name of an organisation, and no heading, label or ordinary word."""
    name = text[start:end]
    words = _WORD.findall(name)
    capitals = [word for word in words if word[0].isupper()]
    if " ".join(words[-2:]).lower() in _NO_KIND:
        return False  # "Blood Bank": a place in a hospital
    if not capitals or all(word.lower().rstrip(".") in words_in("neutral", "ordinary") for word in words):
        return False
    if all(is_thing_word(word) for word in words):
        return False  # "Toyota parts"
    if re.match(r"\w+ \d", name) and is_ordinary(words[0]):
        return False  # "Paper 2"
    before = word_before(text, start)
    if before is not None and before.lower in {"a", "an"} and len(words) == 1:
        return False  # "a Lada"
    strange = [word for word in capitals if not is_ordinary(word.removesuffix("'s").removesuffix("’s"))]
    if all(word.lower() in words_in("neutral", "generic") or word.lower() in row("neutral", "heads") for word in words):
        return False  # "the Town Hall", "Audit Committee"
    if kind_of(name) is not None and len(capitals) > 1:
        return bool(strange) or not name.isupper()  # "OTHER PARTY" is a heading
    return bool(strange) and (len(words) > 1 or not name.isupper())


def kind_noun(text: str, start: int, end: int, kind: str, *, known: bool) -> str:
    """Return the words for an organisation that fit where its name stands.

    Args:
        text: The text.
        start: First code point of the name.
        end: One past its last code point.
        kind: What it is.
        known: Whether the text has spoken of it before.
    """
    name = text[start:end]
    if name.isupper() and len(name) > len(kind) / 2 and text[max(0, start - 1) : start] in {"", "\n"}:
        return f"THE {kind.upper()}"
    before = word_before(text, start)
    if text[max(0, start - 2) : start] == ": ":
        return f"the {kind}"
    if text[max(0, start - 2) : start] == "  ":
        return f"The {kind}"  # the next column of a heading
    if before is not None and before.text == "Dear":
        return kind.capitalize()
    if before is not None:
        described = usual_tag(before.lower).startswith("JJ") and word_before(text, before.start) is not None
        if is_determiner(before.text) or described:
            return kind
    elif begins_sentence(text, start) and text[max(0, start - 1) : start] in {"", "\n"}:
        return f"The {kind}" if _is_heading(text, end) else f"{_the(kind, known=known)} {kind}"
    return f"{_the(kind, known=known)} {kind}"


def _is_heading(text: str, end: int) -> bool:
    return _HEADING.match(text, end) is not None


def _the(kind: str, *, known: bool) -> str:
    return "the" if known or kind in {"police", "parliament"} else article_for(kind)
