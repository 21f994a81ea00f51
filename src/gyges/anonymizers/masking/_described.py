"""What somebody is: a calling, a nation, a faith, an age, a tie of family, a state; all other words stay."""

import re
from dataclasses import replace

from gyges.anonymizers.masking._ages import age
from gyges.anonymizers.masking._callings import calling, is_calling, modifies
from gyges.anonymizers.masking._sentences import is_at_start
from gyges.anonymizers.masking._telling import telling
from gyges.anonymizers.masking._words import is_plain, listed, peoples, words_in
from gyges.anonymizers.wording import usual_tag
from gyges.reading import ReadMention
from gyges.reading.lookups import fold, is_job, number_words, span_words

__all__ = ["described"]

_NEXT = re.compile(r"[ -](?P<word>[^\W\d_]+)")
_LAST = re.compile(r"(?P<word>[^\W\d_][\w'’-]*)[ -]$")
_NEGATED = re.compile(
    r"(?:\b(?:no|not|never|without|neither|nor|none)|n['’]t)\s(?:(?:an?|any|my|his|her|the|longer)\s)?$", re.I
)
_NO = re.compile(r"(?:no|not|never|without)\b", re.I)
_QUOTE_BEFORE = re.compile(r"(?<!\w)[\"“‘'](?:(?:my|his|her|our|your|the|an?)\s)?$", re.I)
_QUOTE_AFTER = re.compile(r"(?:['’]s)?[.,!?]?[\"”’']")
_OWNED = re.compile(
    r"(?:\b(?:my|his|her|our|their|your)|['’]s)\s(?:(?:only|eldest|oldest|elder|older|youngest|younger|late|little|big|young|"
    r"old|maternal|paternal|own|ex|first|second|third)[\s-])*$",
    re.I,
)
_TOLD_TIE = re.compile(r"(?:\b(?:am|is|was|as|a)|['’]m|['’]s|,|[A-Za-z],)\s(?:an?\s)?$|[,;(]\san?\s$|\($")
_KIND = re.compile(
    r"(?<!\w)(?:(?:only|eldest|oldest|elder|older|youngest|younger|late|little|maternal|paternal)[\s-])+$", re.I
)
_GIVEN = re.compile(r"\b(?:the|an?|some|every|each|any)\s$", re.I)
_OF_SOME = re.compile(r"\sof\s(?:\d|one|two|three|four|five|six|seven|eight)\b")
_OF_SOME_END = re.compile(r"\sof\s(?:\d|one|two|three|four|five|six|seven|eight)$")
_STATE_BEFORE = re.compile(r"(?:\b(?:am|is|was|are|were|being|been|be|now|still)|['’]m|['’]s|[A-Za-z\d)],)\s$")
_STATE_AFTER = re.compile(r"\s?(?:[,;)\n]|\.(?:\s|$)|$)|\s(?:and|but|with|since|to)\b")
_CLASS = re.compile(
    r"(?:class|grade|year|standard|std|form|primary|jss|sss)\s(?:\d{1,2}[A-Z]?|[ivx]{1,4})|(?:[a-z]+|\d{1,2}th)\s(?:grade|form|class)",
    re.I,
)
_IN_CLASS = re.compile(r"\b(?:in|into|starts?|started|entered|finished|left)\s(?:the\s)?$")
_ASKED = re.compile(r"\b(?:[Aa]re (?:you|they)|[Ii]s (?:he|she))\s(?:\w+\s)?$")
_LOUD_AFTER, _LOUD_BEFORE = re.compile(r"\s[A-Z]{3,}"), re.compile(r"(?<!\w)[A-Z]{3,}\s$")
_NUMBERED = re.compile(r"\s\d{1,2}(?![\w/.])")
_ACRONYM = 3  # letters
_SHORT_TITLE = 5  # letters
_TENS_LED = re.compile(r"\b(?:in\s)?(?:my|his|her|their)\s(?:(?:early|mid|late)[\s-])?$", re.I)


def described(text: str, mention: ReadMention, *, before_name: bool = False) -> ReadMention | None:
    """Return a description of somebody as it is masked: MISC where only that it tells something is certain, or None.

    Args:
        text: The text.
        mention: The span.
        before_name: Whether somebody's name follows.
    """
    value = text[mention.start : mention.end]
    if _is_denied(text, mention, value) or _is_quoted(text, mention) or _is_addressed(text, mention):
        return None
    if _is_asked(text, mention) or _is_heading(text, mention, value):
        return None
    made = _sure(text, mention, value, before_name=before_name)
    return made if made is not None or before_name else telling(text, mention)


def _sure(text: str, mention: ReadMention, value: str, *, before_name: bool) -> ReadMention | None:
    """Return a description that is surely what somebody is."""
    if before_name and text[mention.end : mention.end + 1] == "." and len(value) <= _SHORT_TITLE:
        return mention  # "Engr. Ezeh"
    if made := age(text, mention):
        return made
    if some := _OF_SOME_END.search(value):
        mention = replace(mention, end=mention.start + some.start())
        value = text[mention.start : mention.end]
    told = words_in(value)
    if not told or any(map(str.isdigit, value)):
        return _school(text, mention, value)
    if _is_people(told):
        return _nation(text, mention)
    if _is_tie(told[-1].lower()):
        return None if before_name else _tie(text, mention, told)  # "my husband [PERSON]"
    keys = [word.lower() for word in told]
    if keys[-1] in listed("tens_of_life"):
        led = _TENS_LED.search(text, max(0, mention.start - 18), mention.start)
        return replace(mention, start=led.start()) if led else None
    if any(is_calling(" ".join(keys[at:])) for at in range(len(keys))):
        return calling(text, mention, before_name=before_name)
    if len(keys) == 1 and keys[0] in listed("states"):
        before = text[max(0, mention.start - 8) : mention.start]
        return mention if _STATE_BEFORE.search(before) and _STATE_AFTER.match(text, mention.end) else None
    return _school(text, mention, value)


def _is_addressed(text: str, mention: ReadMention) -> bool:
    """Tell whether somebody is addressed so: ``"only when I sleep, Sister"``."""
    said = text[mention.start : mention.end]
    ends = text[mention.end : mention.end + 2].rstrip()[:1] in {'"', "”", "!", "?", "."}
    return said.istitle() and text.endswith(", ", 0, mention.start) and ends and said.lower() in listed("addressed")


def _is_asked(text: str, mention: ReadMention) -> bool:
    """Tell whether it is asked whether somebody is so: ``Are you diabetic?``."""
    return (
        text[mention.end : mention.end + 1] == "?"
        and _ASKED.search(text[max(0, mention.start - 24) : mention.start]) is not None
    )


def _is_heading(text: str, mention: ReadMention, value: str) -> bool:
    """Tell whether words are those of a heading, a field, or whoever speaks: ``NURSE: Any fever?``."""
    if text[mention.end : mention.end + 1] == ":" and is_at_start(text, mention.start):
        return True  # "Reporter: Ana Reis"
    if _NUMBERED.match(text, mention.end) and value.split()[-1].lower() in listed("designations"):
        return True  # "Crew member 4"
    loud = _LOUD_AFTER.match(text, mention.end) or _LOUD_BEFORE.search(text[max(0, mention.start - 12) : mention.start])
    return value.isupper() and len(value) > _ACRONYM and loud is not None


def _is_denied(text: str, mention: ReadMention, value: str) -> bool:
    """Tell whether something is said not to be: a mask would lose that."""
    return _NO.match(value) is not None or _NEGATED.search(text, max(0, mention.start - 20), mention.start) is not None


def _is_quoted(text: str, mention: ReadMention) -> bool:
    """Tell whether it is the word that is spoken of: ``says "partner"``."""
    left = _QUOTE_BEFORE.search(text, max(0, mention.start - 8), mention.start) is not None
    return left and _QUOTE_AFTER.match(text, mention.end) is not None


def _is_tie(word: str) -> bool:
    return word in span_words("kin") and word not in listed("no_ties")


def _tie(text: str, mention: ReadMention, told: list[str]) -> ReadMention | None:
    """Return a tie of family that is somebody's: ``my son``, ``a father of three``, ``two daughters``, ``Mum``."""
    if modifies(text, mention.end) or text[mention.end : mention.end + 1] in {"-", "="}:
        return None
    start = mention.end - len(told[-1])
    if kind := _KIND.search(text, max(0, start - 24), start):
        start = kind.start()
    before = text[max(0, start - 40) : start]
    end = mention.end
    if some := _OF_SOME.match(text, end):
        end = some.end()
    if _OWNED.search(before):
        return mention.moved(start, end)
    number = _LAST.search(before)
    if number and number["word"].lower() in number_words():
        return replace(mention, start=start - len(number[0]), end=end)
    if _is_called(told[-1]) and not _GIVEN.search(before):
        return mention.moved(start, end)
    if told[-1].lower() not in span_words("kin_if_owned") and _TOLD_TIE.search(before):
        return mention.moved(start, end)
    return None


def _is_called(word: str) -> bool:
    """Tell whether a tie stands for a name: ``Mum``, ``Dad``."""
    return word.lower() in listed("called_ties") and not word.isupper()


def _nation(text: str, mention: ReadMention) -> ReadMention | None:
    """Return a word for a nation, faith or tongue: of a thing and of a tongue it says no trait of a person."""
    after = _NEXT.match(text, mention.end)
    before = _LAST.search(text, max(0, mention.start - 24), mention.start)
    key, prior = after["word"].lower() if after else "", before["word"].lower() if before else ""
    if key in listed("of_tongues"):
        return replace(mention, type="MISC")
    if key in listed("person_nouns") or is_job(key) or key in span_words("kin"):
        return mention
    if is_plain(text[mention.start : mention.end].lower()):  # "Polish the shoes", "Black touched the rook"
        return None
    told = prior in span_words("be_forms") or prior in {"a", "an", "born"}
    if text[mention.start : mention.end] == "English" and not told:
        return None  # the tongue of the text
    return mention if told and usual_tag(key)[:2] != "NN" else replace(mention, type="MISC")


def _school(text: str, mention: ReadMention, value: str) -> ReadMention | None:
    """Return a class of a school in which somebody is."""
    if not _CLASS.fullmatch(value) or modifies(text, mention.end):
        return None
    return mention if _IN_CLASS.search(text, max(0, mention.start - 14), mention.start) else None


def _is_people(told: list[str]) -> bool:
    whole, last = " ".join(fold(word) for word in told), fold(told[-1])
    known = any(key in peoples() or key.removesuffix("s") in peoples() for key in (whole, last))
    return known and told[-1][0].isupper()
