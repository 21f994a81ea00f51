"""Whether a span that was taken for a place is none: a title, a feast, a disease, letters of something, a word."""

import re

from gyges.anonymizers.replacement._remembered import stands
from gyges.anonymizers.replacement._word_kinds import is_word, kept_words
from gyges.reading import ReadMention, find_places
from gyges.reading.lookups import country

_PLACED = re.compile(
    r"\b(?:in|at|from|to|near|of|via|into|through|outside|towards?|around|left|between|and|for)\s$|[,:(]\s?$|\n$|^$"
)
_LIVED = re.compile(r"\b(?:in|from|near|to|of)\s$|[,:(]\s?$|\n$")
_THE = re.compile(r"\bthe\s$", re.IGNORECASE)
_QUOTED_FROM = re.compile(r"\b(?:line|verse|song|page|quote)\s(?:out\s)?(?:of|from)\s$")
_WHEN = re.compile(r"\b(?:since|until|till|after|before|by|during)\s$")
_SAID_BEFORE = re.compile(r"\b(?:said|says|suspects?|suspected|diagnosed)\s$")  # a disease: "The vet said Newcastle"
_FOUND_AFTER = re.compile(r"\s(?:neg|pos|negative|positive|disease|rules?|score|virus|time)\b")  # "Ottawa neg"
_TITLE_AFTER = re.compile(r"\.\s[A-Z][a-z]")
_SCORED = re.compile(r"[^\W\d_]+\s\d{1,3}/\d{1,3}")
_SPEAKS = re.compile(r"\b(?:speaks?|spoke|speaking)\s$")
_SHORTEST_LAND = 3  # letters that may stand for anything
_SHORT_TITLE = 4  # letters of a title that is cut short


def is_no_place(text: str, mention: ReadMention) -> bool:
    """Tell whether a span names no place."""
    words = text[mention.start : mention.end]
    before = text[max(0, mention.start - 16) : mention.start]
    if not re.search(r"[^\W\d_]{2}", words) or (before[-2:-1].isalnum() and before.endswith("-")):
        return True
    if len(words) <= _SHORT_TITLE and _TITLE_AFTER.match(text, mention.end) and not _PLACED.search(before):
        return True  # "Sig. Tonello"
    if _SCORED.fullmatch(words):  # "Epworth 17/24"
        return True
    if words[0].isdigit() and re.search(r"\d[:.]$", before):  # "8:12 Lane 2"
        return True
    if re.search(r",\s(?:not|no)\s", words):  # "A2, not A3"
        return True
    if words.lower() in kept_words("honorifics"):
        return True
    if (words.isupper() and ". " in words) or _QUOTED_FROM.search(before) or _SPEAKS.search(before):
        return True  # "to ED. CT clear", "a line out of Njála", "spoke Tigre"
    if words.startswith(("Santa ", "San ", "St ")) and _WHEN.search(before):
        return True  # a feast
    if re.fullmatch(r"[A-Z]{2,3}", words) and words not in {"UK", "US", "USA", "UAE"}:  # somebody's letters: "NA:"
        return True
    if re.search(r"[a-z]\.\s[A-Z]", words) and words[0].islower() and not mention.direct:
        return True
    if words.lower() in kept_words("feast_words") or _is_written_small(text, words):
        return True
    if country(words) is None and " " not in words and is_word(words.lower()) and not _LIVED.search(before):
        return True  # "our Independence"
    found = find_places(f"in {words}")
    if found and _THE.search(before) and found[0].kind in {"region", "city"}:
        return True  # "the Mississippi"
    if found:
        return _SAID_BEFORE.search(before) is not None or _FOUND_AFTER.match(text, mention.end) is not None
    quiet = re.search(
        r"[a-z]{2}", text[max(0, mention.start - 20) : mention.start] + text[mention.end : mention.end + 20]
    )
    return bool(quiet) and words.isupper() and len(words) <= _SHORTEST_LAND + 2  # letters of something: "DEWA"


def _is_written_small(text: str, words: str) -> bool:
    """Tell whether an English word that names no known place stands in small letters, too; "love berlin" is no such."""
    if not all(is_word(word) for word in words.lower().split()) or find_places(f"in {words}"):
        return False
    return stands(text, r"(?<![\w@.-])%s\b", words.lower())
