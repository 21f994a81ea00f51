"""Nationalities and languages: they go before a noun; elsewhere a letter stands for where somebody is from."""

import re

from gyges.anonymizers.wording._around import (
    Swap,
    begins_sentence,
    is_function,
    leads_on,
    verb_after_comma,
    word_after,
    word_before,
)
from gyges.anonymizers.wording._tables import words_in
from gyges.reading.english import can_be

__all__ = ["demonym_swap"]

_SPEAK = frozenset(
    (
        "speak",
        "speaks",
        "spoke",
        "speaking",
        "learn",
        "learns",
        "learned",
        "learnt",
        "learning",
        "understand",
        "understands",
    )
)
_DENIED = re.compile(r"(?:n['’]t|\bnot|\bno|\bnever|\bneither|\bnobody)\b[^.!?\n]*$", re.IGNORECASE)
_FIELD = re.compile(r"(?<![\w/])(?:Nationality|Citizenship|Nat\.|National of|Citizen of)\s*:\s*$", re.IGNORECASE)
_BELONGING = frozenset(("citizen", "citizens", "national", "nationals"))
_GROUP = frozenset(("we", "us", "you"))
_CLOSE = re.compile(r"\s*(?:$|\n|[.,;:!?)])")
_MARKED = re.compile(r"[,.;]\s+")
_SAY = re.compile(r"[A-Z]\w+(?:(?:,|,? and|,? or)\s+[A-Z]\w+)+")
_COUNTS = {2: "two languages", 3: "three languages", 4: "four languages"}
_PEOPLE = frozenset(("a", "an", "one", "another"))


def demonym_swap(text: str, start: int, end: int, letter: str) -> Swap | None:
    """Return how a word for a nationality or a language goes or becomes broader; None where it may stay.

    Args:
        text: The text.
        start: First code point of the word.
        end: One past its last code point.
        letter: What stands for the country.

    Example:
        >>> demonym_swap("He is a Turkish national.", 8, 15, "K.").new, demonym_swap("He is Turkish.", 6, 13, "K.").new
        ('national of K.', 'from K.')
    """
    word, before, after = text[start:end], word_before(text, start), word_after(text, end)
    lower = before.lower if before is not None else ""
    if not word[:1].isupper() or word.isupper() or text[end : end + 1] == "-" or text[start - 1 : start] == "-":
        return None
    if lower in _SPEAK:
        if _DENIED.search(text, max(0, start - 28), start):
            return None  # "I don't speak Icelandic" answers somebody
        listed = _SAY.match(text, start)
        return Swap(start, end, "another language", "another language") if listed is None else None
    field = _FIELD.search(text, max(0, start - 24), start)
    if field is not None and (marked := _MARKED.match(text, end)):
        return Swap(field.start(), marked.end(), "", text[field.start() : marked.end()])
    if after is not None and after.lower in _BELONGING:
        return Swap(start, after.end, f"{after.text} of {letter}", f"{after.text} of {letter}")
    if lower in _GROUP and word.endswith("s") and before is not None:
        return Swap(before.end, end, "", text[before.end : end])  # "we Belgians like"
    described = after is not None and text[end : after.start] == " " and not is_function(after.text)
    if described and after is not None and after.text[0].islower() and not leads_on(after):
        if can_be(after.lower, "NOUN") or can_be(after.lower, "ADJ"):
            return Swap(start, after.start, "", "")
        return None
    if described and after is not None and after.text[0].isupper():
        return Swap(start, after.start, "", "") if lower in words_in("frames", "determiners") else None
    if begins_sentence(text, start) and (marked := _MARKED.match(text, end)):
        return Swap(start, marked.end(), "", word)
    if lower in words_in("frames", "copulas"):
        return Swap(start, end, f"from {letter}", f"from {letter}")
    if text[max(0, start - 2) : start] == ", " and text[end : end + 1] in {",", ".", ";", ")", "\n", ""}:
        return Swap(start - 2, end + (1 if verb_after_comma(text, end, start - 2) else 0), "", "")
    if text[max(0, start - 1) : start] == "(" and text[end : end + 1] == ")":
        return Swap(start - 2 if text[start - 2 : start - 1] == " " else start - 1, end + 1, "", "")
    if lower == "in" and before is not None and (_CLOSE.match(text, end) or (after is not None and leads_on(after))):
        said = word_before(text, before.start)
        if said is not None and said.lower not in words_in("frames", "copulas") and not is_function(said.text):
            return Swap(said.end, end, "", f" in {letter}")
    if lower in _PEOPLE and not word.endswith(("sh", "ese", "ch", "ic")):
        return Swap(start, end, f"person from {letter}", f"person from {letter}")
    if word.endswith("s") and not word.endswith(("ss", "us")):
        return Swap(start, end, f"people from {letter}", f"people from {letter}")
    return None
