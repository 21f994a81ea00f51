"""Ages: a number is an age only where the words around it say so."""

import re
from dataclasses import replace

from gyges.anonymizers.masking._words import is_plain, listed, number_in
from gyges.reading import ReadMention
from gyges.reading.lookups import months, span_words

__all__ = ["age"]

_NUMBER = r"(?:\d{1,3}|[a-z]+(?:-[a-z]+)?)"
_TOLD = re.compile(
    rf"(?:aged\s|age\s(?:of\s)?)?(?P<number>{_NUMBER})(?:[\s-](?:years?|yrs?|months?|weeks?|days?)[\s-]old|\s?(?:yo|y/o|yrs\sold)\b)"
    rf"|(?:aged|age\sof|age:?)\s(?P<aged>{_NUMBER})",
    re.IGNORECASE,
)
_SEXED = re.compile(r"\(?(?:\d{2}\s?[MF]|[MF]\s?/?\s?\d{2})\)?")
_COLUMN_BEFORE = re.compile(r"\|\s?$")  # a flat in a table: "| 14F |"
_BARE = re.compile(rf"{_NUMBER}", re.IGNORECASE)
_NAMED_BEFORE = re.compile(r"(?P<word>[^\W\d_][\w'’-]*)[\"”’')]?(?:,\s|\s\()$")
_SPOKEN_BEFORE = re.compile(
    r"(?:\b(?:I['’]?\s?a?m|[Hh]e(?:\sis|['’]s|\swas)|[Ss]he(?:\sis|['’]s|\swas)|who\s(?:is|was)|I\swas|"
    r"(?:[Tt]urns|[Tt]urned|[Tt]urning)|(?:I|he|she|and|who)\s(?:will|would)\sbe)|\b[Aa]ge:?)\s(?:now\s|only\s|just\s|nearly\s|almost\s|about\s)?$"
)
_SUBJECT_BEFORE = re.compile(r"(?P<word>[^\W\d_][\w'’-]*)\s(?:is|was|turns|turned|will\sbe)\s(?:now\s|only\s|just\s)?$")
_AFTER_NAME = re.compile(r"\s?(?:[,;)\n]|\.(?:\s|$))|$|\sand\s(?:an?|the|my|her|his)\b")
_AFTER = re.compile(
    r"\s?(?:[,;:!?)\n]|\.(?!\d)|$)|\s(?:and|now|when|then|this|next|last|today|but|years\sold|at|on|in)\b"
)
_OLDEST = 110


def age(text: str, mention: ReadMention) -> ReadMention | None:
    """Return an age as it is masked; None where a number may be something else: a score, an hour, a count."""
    if told := _TOLD.match(text, mention.start, min(len(text), mention.end + 12)):
        number = told["number"] or told["aged"]
        if number_in(number) is not None and not text[told.end() : told.end() + 1].isalnum():
            return replace(mention, end=told.end(), type="DEM")
    value = text[mention.start : mention.end]
    if _SEXED.fullmatch(value) and not _COLUMN_BEFORE.search(text[max(0, mention.start - 3) : mention.start]):
        decade = text[mention.end : mention.end + 1] == "s"  # "M / 50s"
        return replace(mention, end=mention.end + decade, type="DEM")
    size = number_in(value) if _BARE.fullmatch(value) else None
    if size is None or not 1 < size <= _OLDEST:
        return None
    before = text[max(0, mention.start - 40) : mention.start].rpartition("\n")[2]
    if _SPOKEN_BEFORE.search(before) and _AFTER.match(text, mention.end):
        return replace(mention, type="DEM")
    subject = _SUBJECT_BEFORE.search(before)
    if subject and _is_somebody(subject["word"]) and _AFTER.match(text, mention.end):
        return replace(mention, type="DEM")
    named = _NAMED_BEFORE.search(before)
    told_of = named is not None and len(value) > 1 and value.isdigit() and _is_somebody(named["word"])
    return replace(mention, type="DEM") if told_of and _AFTER_NAME.match(text, mention.end) else None


def _is_somebody(word: str) -> bool:
    """Tell whether a word before a number is a name or a tie of family, and no word for a thing, a month or a label."""
    if word.lower() in span_words("kin") and word.lower() not in listed("no_ties"):
        return True
    return word[0].isupper() and not word.isupper() and not is_plain(word) and word.lower() not in months()
