"""What somebody is: a calling, a nation, a faith, an age, a tie of family, schooling, health; ordinary words stay."""

import re
from dataclasses import replace
from functools import cache

from gyges.anonymizers.masking._words import is_plain, listed, words_in
from gyges.anonymizers.wording import can_be, usual_tag
from gyges.reading import ReadMention
from gyges.reading.lookups import countries, fold, is_job, number_words, span_words

__all__ = ["described"]

_AGE = re.compile(
    r"(?:aged?\s(?:of\s)?)?\d{1,3}(?:(?:\sto\s|\s?[-–]\s?)\d\d)?(?:[\s-]?(?:years?|yrs?|months?)[\s-]old|\s?(?:yo|y/o))?|\d{1,2}\s?[MF]|[MF]\s?/?\s?\d{1,2}|aged?\s[a-z-]+"
)
_AGE_BEFORE, _AGE_AFTER = re.compile(r"(?:,|\()\s?$|\b[Aa]ge:?\s$"), re.compile(r"\s?(?:[,;)\n]|\.(?:\s*\n|$))|$")
_AGE_TOLD = re.compile(
    r"\b(?:is|was|am|are|were|turn(?:s|ed|ing)?|now|at|about|around|nearly|almost|then|be|i['’]m|he['’]s|she['’]s|only|aged|to|of|"
    r"just|not|yet|over|under|than|his|her|my|their|in|since I was)\s$",
    re.I,
)
_NO_AGE_AFTER = re.compile(
    r"[:.,/%]\d|\s?[%:]|[ -](?!year|month|(?:this|as|was|is|has)\b)(?:[a-z]+s\b|o['’]clock)|\d|\s?[ap]\.?m\b"
)
_SCHOOLED = re.compile(
    r"(?:class|grade|year|standard|std|form|primary|senior|junior)\s(?:\d{1,2}[A-Z]?|[ivx]{1,4})", re.I
)
_LEAD = re.compile(
    r"(?:\b(?:in\s)?(?:my|his|her|our|their|your|the)\s)?(?:(?<!\w)(?:only|eldest|oldest|elder|older|youngest|younger|late|early|mid|little|big|young|"
    r"old|first|second|third|maternal|paternal|surviving|widowed|estranged|grown|adult|retired|part-time|own|getting|been|no)[\s-])*$",
    re.I,
)
_STUDY = re.compile(
    r"\b(?:student|doctorate|degree|diploma|master['’]s|bachelor['’]s|graduate|phd|(?:year|semester))$", re.I
)
_SUBJECT = re.compile(
    r"\s(?:of|in)\s(?:a\s)?(?!the\b|this\b|that\b|his\b|her\b|my\b|all\b)[a-zé]{3,}"
    r"(?:\s(?:science|chemistry|engineering|school|studies|history|law))?\b"
)
_STRETCH = re.compile(r"\b(?:years?|months?|weeks?|days?|decades?)\b", re.I)
_NEXT = re.compile(r"[ -](?P<word>[^\W\d_]+)")
_LAST = re.compile(r"(?P<word>[^\W\d_][\w'’-]*)[ -]$")
_LABEL_BEFORE = re.compile(r"(?:^|\n)(?:[A-Z][a-z]+ )?$")
_CAPITAL_BEFORE = re.compile(r"(?<![.!?:;,\w-])(?P<word>[A-Z][a-z]+)[ ]$")
_VERB_BEFORE = frozenset(
    (
        "to",
        "i",
        "you",
        "he",
        "she",
        "we",
        "they",
        "who",
        "will",
        "can",
        "would",
        "could",
        "should",
        "and",
        "not",
        "must",
        "may",
        "don't",
        "didn't",
    )
)
_FAITHS = ("belief", "ethnicity", "orientation")


def described(text: str, mention: ReadMention) -> ReadMention | None:
    """Return a description of somebody as it is masked; None if it says nothing of what somebody is."""
    value = text[mention.start : mention.end]
    if any(map(str.isdigit, value)) or value.lower().startswith("age"):
        return _figured(text, mention, value)
    told = words_in(value)
    if not told or (
        text[mention.end : mention.end + 1] == ":"
        and _LABEL_BEFORE.search(text, max(0, mention.start - 24), mention.start)
    ):
        return None  # the label of a form
    after = _NEXT.match(text, mention.end)
    before = _LAST.search(text, max(0, mention.start - 24), mention.start)
    prior = before["word"].lower() if before else ""
    if _is_people(told):
        return _nation(mention, prior, after["word"] if after else "")
    if _names_job(told):
        return None if _modifies(after) or _acts(told, prior) else _led(text, _calling(text, mention))
    return _trait(text, mention, told)


def _figured(text: str, mention: ReadMention, value: str) -> ReadMention | None:
    """Return what is told with a figure: an age, a year of school, a stretch of time."""
    if _is_age(text, mention, value) or _SCHOOLED.fullmatch(value):
        more = re.match(r"(?:\sto\s|\s?[-–]\s?)\d\d\b(?![:.]\d)", text[mention.end :]) if value.isdigit() else None
        return replace(mention, end=mention.end + more.end()) if more else mention
    if text[mention.end : mention.end + 1].isalnum() or not words_in(value):
        return None
    return replace(mention, type="DATETIME" if _STRETCH.search(value) else "MISC")


def _trait(text: str, mention: ReadMention, told: list[str]) -> ReadMention | None:
    """Return a tie of family, a state, an age in words as a trait; other things that are told of somebody as such."""
    keys = [word.lower() for word in told]
    if _STRETCH.search(text, mention.start, mention.end) and not listed("traits").intersection(keys):
        studied = _studied(text, mention)
        return studied if studied != mention else replace(mention, type="DATETIME")
    if any(part in span_words("kin") or part in listed("traits") for key in keys for part in (key, *key.split("-"))):
        return _studied(text, _led(text, mention))
    if all(part in number_words() for key in keys for part in key.split("-")):
        return mention if _is_told_age(text, mention) else None
    if len(told) == 1 and is_plain(keys[0]) and (keys[0] in listed("no_traits") or keys[0] in listed("machines")):
        return None
    if len(told) > 1 and all(map(is_plain, keys)) and usual_tag(keys[0])[:2] == "VB" and not can_be(keys[0], "ADJ"):
        return None  # "cut meat"
    return replace(mention, type="MISC")


def _led(text: str, mention: ReadMention) -> ReadMention:
    """Return a trait with the words before it that belong to it: "his eldest daughter", "in her late twenties"."""
    lead = _LEAD.search(text, max(0, mention.start - 24), mention.start)
    return replace(mention, start=lead.start()) if lead else mention


def _studied(text: str, mention: ReadMention) -> ReadMention:
    """Return schooling with what is studied: "third-year student of dentistry"."""
    if not _STUDY.search(text, mention.start, mention.end):
        return mention
    subject = _SUBJECT.match(text, mention.end)
    return replace(mention, end=subject.end()) if subject else mention


def _is_told_age(text: str, mention: ReadMention) -> bool:
    """Tell whether a number stands where an age does: "turned nine", "she is 61"."""
    before = text[max(0, mention.start - 12) : mention.start]
    told = _AGE_TOLD.search(before) or _AGE_BEFORE.search(before)
    return told is not None and _NO_AGE_AFTER.match(text, mention.end) is None


def _is_age(text: str, mention: ReadMention, value: str) -> bool:
    if not _AGE.fullmatch(value) or text[mention.end : mention.end + 1].isalnum():
        return False
    if not value.isdigit():
        return True
    if _is_told_age(text, mention):
        return True
    before = text[max(0, mention.start - 6) : mention.start]
    return _AGE_BEFORE.search(before) is not None and _AGE_AFTER.match(text, mention.end) is not None


def _nation(mention: ReadMention, prior: str, after: str) -> ReadMention:
    """Return a word for a nation, faith or tongue: of a thing and of a tongue it says no trait of a person."""
    person = after.lower() in listed("person_nouns") or is_job(after) or span_words("kin") & {after.lower()}
    told = prior in span_words("be_forms") or prior in {"a", "an", "born"}
    noun = usual_tag(after.lower())[:2] == "NN"
    return mention if person or (told and not noun) else replace(mention, type="MISC")


@cache
def _peoples() -> frozenset[str]:
    told = (word for land in countries() for word in (*land.demonyms, *land.languages))
    faiths = (word for group in _FAITHS for phrase in span_words(group) for word in [phrase])
    return frozenset(map(fold, (*told, *faiths)))


def _is_people(told: list[str]) -> bool:
    whole = " ".join(fold(word) for word in told)
    last = fold(told[-1])
    return (
        any(key in _peoples() or key.removesuffix("s") in _peoples() for key in (whole, last)) and told[-1][0].isupper()
    )


def _names_job(told: list[str]) -> bool:
    """Tell whether words end in a calling, said of one or of some."""
    return any(_is_calling(" ".join(told[at:]).lower()) for at in range(len(told)))


def _is_calling(words: str) -> bool:
    last = words.rpartition(" ")[2]
    noun = usual_tag(last)[:2] in {"NN", ""} and (can_be(last, "NOUN") or not usual_tag(last))
    if last in listed("machines"):
        return False
    return noun and (is_job(words) or (words.endswith("s") and is_job(words[:-1]))) and last not in span_words("kin")


def _modifies(after: re.Match[str] | None) -> bool:
    """Tell whether a word for a calling only says what kind a thing is: ``driver licence``, ``founder skin``."""
    if after is None or not after["word"].islower():
        return False
    tag = usual_tag(after["word"])
    noun = tag[:2] == "NN" or (can_be(after["word"], "NOUN") and not can_be(after["word"], "VERB"))
    noun = noun or after["word"] in listed("carried")
    return noun or (after[0][0] == "-" and tag != "")


def _acts(told: list[str], prior: str) -> bool:
    """Tell whether a word that can be a calling is a verb here: ``to guide``, ``they cook``."""
    return len(told) == 1 and prior in _VERB_BEFORE and can_be(told[0].lower(), "VERB") and prior != "and"


def _calling(text: str, mention: ReadMention) -> ReadMention:
    """Return a calling with all its capitalised words: ``Aged Care Worker``."""
    start = mention.start
    while text[start].isupper() and (before := _CAPITAL_BEFORE.search(text, max(0, start - 24), start)):
        if usual_tag(before["word"].lower())[:2] not in {"NN", "JJ", "VB"}:
            break
        start = before.start("word")
    return replace(mention, start=start)
