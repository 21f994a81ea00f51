"""Frames: the phrase that a place or an organisation stands in, where the sentence is as good without it."""

import re

from gyges.anonymizers.wording._around import (
    Word,
    begins_sentence,
    is_determiner,
    is_function,
    is_ordinary,
    leads_on,
    line_of,
    verb_after_comma,
    word_after,
    word_before,
)
from gyges.anonymizers.wording._tables import words_in
from gyges.reading.english import can_be, usual_tag

__all__ = ["adjunct", "attribute", "lead_of", "needs_place"]

_CLOSE = re.compile(r"[ \t]*(?:$|\n|[.;!?)](?!\w)|[–—]|\s-\s)")
_COMMA_ON = re.compile(r",\s+(?P<word>[^\W_][\w'’]*)")
_LIST_ON = re.compile(r"(?:,\s+[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*)*)+,?\s+(?:and|or)\s+[A-Z]")
_DATED = re.compile(r",\s*(?=(?:\w+day,?\s)?\d)|\s*[-–—]\s+(?=[A-Z])")
_SPACE = re.compile(r"[ \t]+$")
_COMMA = re.compile(r",[ \t]+$")
_OPEN = re.compile(r"[ \t]*\($")
_CONJUNCTIONS = frozenset(("and", "or", "nor", "but"))
_PAPERS = frozenset(
    ("passport", "passports", "visa", "citizenship", "nationality", "licence", "license", "driver", "driving")
)
_OBJECTS = frozenset(("him", "her", "them", "it", "me", "us", "you", "home", "back", "here"))


def lead_of(text: str, start: int, end: int | None = None) -> int:
    """Return where the name of a place begins with what belongs to it: "the", "northern", "the city of".

    Args:
        text: The text.
        start: First code point of the name.
        end: One past its last code point; what follows there may be what "the" belongs to.
    """
    before = word_before(text, start)
    if before is not None and before.lower in words_in("frames", "directions"):
        start, before = before.start, word_before(text, before.start)
    if before is not None and before.lower == "of":
        kind = word_before(text, before.start)
        if kind is not None and kind.lower in words_in("frames", "kinds_before"):
            start, before = kind.start, word_before(text, kind.start)
    more = word_after(text, end) if end is not None else None
    goes_on = more is not None and more.text[0].isupper() and is_ordinary(more.text)  # "THE DAYTON MUNICIPAL COURT"
    return before.start if before is not None and before.lower == "the" and not goes_on else start


def needs_place(verb: str) -> bool:
    """Tell whether a verb makes no sentence, or another one, without the place behind it."""
    return verb in words_in("frames", "needs_place")


def attribute(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return what goes where a name only describes the noun behind it: "the Mull ferry", "Turkish coffee".

    Example:
        >>> attribute("They took the Mull ferry.", 14, 18), attribute("She left Mull on foot.", 9, 13)
        ((14, 19), None)
    """
    after, before = word_after(text, end), word_before(text, start)
    if after is None or not after.text[0].islower() or text[end : after.start] != " " or is_function(after.text):
        return None
    tag = usual_tag(after.lower)
    if not is_ordinary(after.text) and before is not None and before.lower in {"the", "this", "our"}:
        return start, after.start  # "the Lutsk eparchy"
    if not (can_be(after.lower, "NOUN") or can_be(after.lower, "ADJ")) or tag.startswith(("VB", "MD", "IN", "RB", "W")):
        return None
    if after.lower == "people" and not (before is not None and before.lower in {"some", "many", "these", "those"}):
        return None  # "in the Mull people sing"
    led = before is not None and (is_determiner(before.text) or usual_tag(before.lower).startswith("JJ"))
    return (start, after.start) if led or tag == "NNS" or after.lower in _PAPERS else None


def adjunct(text: str, start: int, end: int, anchor: int | None = None) -> tuple[int, int] | None:
    """Return what goes with a name that the sentence does not need: "in Oban", ", Oban,", "(Oban)"; None if it does.

    Args:
        text: The text.
        start: First code point of the name.
        end: One past its last code point.
        anchor: Where what goes anyhow begins, if that ends right before this phrase.
    """
    if not _ends_well(text, end):
        return None
    lead = lead_of(text, start)
    before = word_before(text, lead)
    if before is None:
        return _between_marks(text, lead, end) if lead == start else None
    if before.lower in words_in("frames", "static") or before.lower in words_in("frames", "direction"):
        return _behind_preposition(text, before, end, anchor)
    return None


def _ends_well(text: str, end: int) -> bool:
    """Tell whether what follows goes on without the name."""
    if text[end : end + 1] in {"'", "’", "-", "/", ":", "&", "("} or text[end : end + 2] == " &":
        return False
    if _LIST_ON.match(text, end):
        return False
    comma = _COMMA_ON.match(text, end)
    if comma is not None:
        return comma["word"].lower() not in words_in("frames", "relative")
    if text[end : end + 1] == "," or _CLOSE.match(text, end):
        return True
    after = word_after(text, end)
    if after is None or after.lower in words_in("frames", "relative") or not after.text[0].islower():
        return False
    if after.lower in _CONJUNCTIONS:
        follows = word_after(text, after.end)
        return follows is not None and (
            follows.lower in words_in("frames", "subjects") or usual_tag(follows.lower).startswith(("VBD", "VBZ", "MD"))
        )
    ambiguous = can_be(after.lower, "NOUN") and after.lower.endswith("s") and not is_function(after.text)
    return leads_on(after) and not ambiguous  # "at Mong Kok stops"


def _behind_preposition(text: str, preposition: Word, end: int, anchor: int | None) -> tuple[int, int] | None:
    at = preposition.start
    if anchor is not None and text[anchor:at].strip() != text[anchor:at].strip(" "):
        anchor = None
    before = word_before(text, at if anchor is None else anchor)
    if before is None:
        if begins_sentence(text, at):
            return _at_the_start(text, preposition, end)
        return _between_marks(text, at, end)
    if before.lower in words_in("frames", "needs_place") or before.lower in words_in("frames", "holds_on"):
        return None
    if before.lower.endswith(("'s", "’s", "'m", "’m", "'re", "’re")) or before.text[0].isdigit():
        return None
    if usual_tag(before.lower) in {"VBN", "VBD"} and begins_sentence(text, before.start):
        return None  # "Built in Oban, like half of them"
    if preposition.lower in words_in("frames", "direction"):
        tag = usual_tag(before.lower)
        noun = tag in {"NN", "NNS"} or before.lower in _OBJECTS
        if not noun or (preposition.lower == "of" and before.lower in _OBJECTS):
            return None
    elif is_function(before.text) and before.lower not in _OBJECTS:
        return None
    space = _SPACE.search(text, max(0, at - 8), at)
    return (space.start() if space is not None else at), end


def _at_the_start(text: str, preposition: Word, end: int) -> tuple[int, int] | None:
    """Return what goes at the start of a sentence: "In Porto, she", "In Porto she"."""
    if preposition.lower not in words_in("frames", "static"):
        return None
    comma = _COMMA_ON.match(text, end)
    if comma is not None:
        return preposition.start, comma.start("word")
    after = word_after(text, end)
    if after is not None and after.lower in words_in("frames", "subjects"):
        return preposition.start, after.start
    return None


def _between_marks(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return what goes with a name between commas or brackets, or before the date of a report."""
    opened = _OPEN.search(text, max(0, start - 3), start)
    if opened is not None:
        return (opened.start(), end + 1) if text[end : end + 1] == ")" else None
    comma = _COMMA.search(text, max(0, start - 4), start)
    if comma is not None:
        if _COMMA_ON.match(text, end):
            return comma.start(), end + (1 if verb_after_comma(text, end, comma.start()) else 0)
        return (comma.start(), end) if _CLOSE.match(text, end) else None
    if not text[line_of(text, start, end)[0] : start].strip():
        dated = _DATED.match(text, end)
        return (start, dated.end()) if dated is not None else None
    return None
