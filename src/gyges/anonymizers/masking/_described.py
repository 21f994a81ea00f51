"""What somebody is: a calling, a nation, a faith, an age; anything else that was found stays in the text."""

import re
from dataclasses import replace
from functools import cache

from gyges.anonymizers.masking._words import listed, words_in
from gyges.anonymizers.wording import can_be, usual_tag
from gyges.reading import ReadMention
from gyges.reading.lookups import countries, fold, is_job, span_words

__all__ = ["described"]

_AGE = re.compile(
    r"(?:aged?\s(?:of\s)?)?\d{1,3}(?:[\s-]?(?:years?|yrs?|months?)[\s-]old|\s?(?:yo|y/o))?|\d{1,2}\s?[MF]|[MF]\s?/?\s?\d{1,2}|aged?\s[a-z-]+"
)
_AGE_BEFORE, _AGE_AFTER = re.compile(r"(?:,|\()\s?$|\b[Aa]ge:?\s$"), re.compile(r"\s?(?:[,;)\n]|\.(?:\s*\n|$))|$")
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
        return mention if _is_age(text, mention, value) else None
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
    if not _names_job(told):
        return None
    return None if _modifies(after) or _acts(told, prior) else _calling(text, mention)


def _is_age(text: str, mention: ReadMention, value: str) -> bool:
    if not _AGE.fullmatch(value) or text[mention.end : mention.end + 1].isalnum():
        return False
    if not value.isdigit():
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
