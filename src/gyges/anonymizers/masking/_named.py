"""Places, organisations and things: called so only where the name, the gazetteer or the sentence says what they are."""

import re
from dataclasses import replace

from gyges.anonymizers.masking._words import is_plain, listed, name_weight, words_in
from gyges.anonymizers.wording import kind_of
from gyges.reading import ReadMention
from gyges.reading.lookups import country, fold, is_job, is_place, span_words

__all__ = ["named"]

_DESIGNATED = re.compile(r"(?P<what>[^\W\d_]+)\.?[ -](?:[A-Z]|[A-Z]?\d{1,4}[A-Za-z]?|[IVX]{1,4})")
_PLACED = re.compile(
    r"\b(?:[Ii]n|[Aa]t|[Ff]rom|[Tt]o|[Nn]ear|of|via|into|outside|around|towards?|through|[Bb]etween|past|left|reached|visit\w*|and|or|the|"
    r"under|over|behind|above|across|leaving)\s$|[A-Z]\w+[,/] $|[:(|–—]\s?$|(?:^|\n)[ \t]*$|\s\s$"
)
_NUMBER_BEFORE, _CLAUSE = re.compile(r"\d{1,2},\s"), re.compile(r",\s(?=[a-z]{3,}\s[a-z]+\s)")
_BEFORE_PLACE = re.compile(r"(?:\b(?:[Ii]n|[Ff]rom|[Tt]o|[Nn]ear|[Aa]t|of|via|and|or)|,)\s$|(?:^|\n)$")
_WHEN = re.compile(r"\b(?:after|during|before|since)\s$")
_STREET_AFTER = re.compile(r",\s[A-Z]")
_LABEL_AFTER = re.compile(r"[ \t]?:(?=\s)")
_COMMON = 0.6  # weight of a first name that is hardly a land's
_USUAL = 0.3  # weight of a first name from which on a place has to be spoken of as one
_TONGUE = re.compile(r"\b(?:in|into|speaks?|spoke|speaking|spoken|dictated in|translated from)\s$")


def named(text: str, mention: ReadMention, *, court: bool) -> ReadMention | None:
    """Return a name under the label that is sure; None where it names nothing."""
    if mention.type == "LOC":
        mention = _within(text, mention)
    value = text[mention.start : mention.end]
    if not court and not mention.direct and _is_nothing(text, mention, value):
        return None
    if mention.type != "LOC" and len(words_in(value)) > 1 and _is_calling(value):
        return replace(mention, type="DEM")
    if mention.type == "LOC":
        return mention if _is_place(text, mention, value) else replace(mention, type="MISC")
    if mention.type == "ORG":
        if court and any(map(str.isupper, value)):
            return mention if " " in value or value.isupper() else replace(mention, type="MISC")
        return mention if _is_organisation(value) else replace(mention, type="MISC")
    return mention


def _within(text: str, mention: ReadMention) -> ReadMention:
    """Return a place without the number of something else before it, and without the clause after it."""
    start, end = mention.start, mention.end
    numbered = _NUMBER_BEFORE.match(text, start, end)
    if numbered and text[max(0, start - 2) : start - 1].isalpha():
        start = numbered.end()
    opener = re.search(r"(?<!\w)([A-Z][a-z]+)\s$", text[max(0, start - 10) : start])
    if opener and opener[1].lower() in listed("place_openers"):
        start -= len(opener[0])  # "Old Tafo"
    clause = _CLAUSE.search(text, start, end)
    return replace(mention, start=start, end=clause.start() if clause else end)


def _is_nothing(text: str, mention: ReadMention, value: str) -> bool:
    """Tell whether a span names nothing in particular: ordinary words, a room, a heading, a greeting."""
    told = words_in(value)
    if not told:
        return not any(map(str.isdigit, value)) or len(value) < 4
    plain = [word for word in told if is_plain(word)]
    if value.lower() in span_words("weekdays_short") or value.startswith("@USER"):
        return True
    designated = _DESIGNATED.fullmatch(value)
    if designated and designated["what"].lower() in listed("designations"):
        return _STREET_AFTER.match(text, mention.end) is None
    if mention.type == "ORG" and len(told) > 1 and _is_organisation(value):
        return False
    if len(plain) == len(told) and (value.islower() or not any(map(str.isupper, value[:1]))):
        return not any(map(str.isdigit, value))
    if value.isupper() and len(told) == 1 and re.match(r" \d", text[mention.end : mention.end + 2]):
        return mention.type in {"MISC", "LOC"}  # the label of a finding
    if mention.type == "MISC":
        if len(plain) == len(told):
            return True
        if all(word.lower() in listed("greetings") for word in told):
            return True
        label = _LABEL_AFTER.match(text, mention.end) and text[max(0, mention.start - 1) : mention.start] in {"", "\n"}
        return bool(label) and max(map(name_weight, told)) < _USUAL
    if mention.type == "LOC" and len(told) == 1:
        placed = _BEFORE_PLACE.search(text[max(0, mention.start - 8) : mention.start])
        return len(plain) == 1 and not (is_place(fold(value)) and (placed or country(value) is not None))
    if mention.type == "ORG" and len(plain) == len(told):
        return (len(told) == 1 and told[0].lower() not in listed("org_heads")) or (
            value.isupper() and not _is_organisation(value)
        )
    return False


def _is_place(text: str, mention: ReadMention, value: str) -> bool:
    if "@" in value or sum(map(str.isdigit, value)) > 6:
        return False
    told = words_in(value)
    keys = [fold(word) for word in told]
    if any(key in listed("place_heads") for key in keys) and len(told) > 1:
        return not value.islower()
    if any(map(str.isdigit, value)) and len(told) > 1:
        return True
    known = is_place(fold(value)) or any(is_place(fold(part.strip())) for part in re.split(r"[,/]", value))
    known = known or (len(told) > 2 and is_place(" ".join(keys[-2:]))) or country(value) is not None
    if told and told[-1].islower() and is_plain(told[-1]):
        return False  # "Stampede week"
    if not known or (_TONGUE.search(text[max(0, mention.start - 16) : mention.start]) and not is_place(fold(value))):
        return False
    if _WHEN.search(text[max(0, mention.start - 8) : mention.start]):
        return False
    placed = _PLACED.search(text[max(0, mention.start - 24) : mention.start]) is not None
    owned = text[mention.end : mention.end + 2] in {"'s", "’s"}  # "in Papa's suitcase"
    if value.islower():
        return re.search(r"\b(?:in|from|to|near|at)\s$", text[max(0, mention.start - 6) : mention.start]) is not None
    return (placed and not owned) or max(map(name_weight, told), default=0.0) == 0.0


def _is_calling(value: str) -> bool:
    last = words_in(value)[-1].lower()
    return is_job(last) and last not in listed("org_heads")


def _is_organisation(value: str) -> bool:
    keys = [fold(word).rstrip(".") for word in words_in(value)]
    return len(keys) > 1 and (kind_of(value) is not None or any(key in listed("org_heads") for key in keys))
