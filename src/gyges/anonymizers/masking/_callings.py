"""Callings: a word for one is masked only where it is said of somebody: ``is a nurse``, ``Ana Reis, nurse,``."""

import re
from dataclasses import replace

from gyges.anonymizers.masking._words import is_plain, listed, words_in
from gyges.anonymizers.wording import can_be, usual_tag
from gyges.reading import ReadMention
from gyges.reading.lookups import is_job, span_words

__all__ = ["calling", "is_calling", "modifies"]

_NEXT = re.compile(r"[ -](?P<word>[^\W\d_]+)")
_WORD_BEFORE = re.compile(r"(?P<word>[^\W\d_][\w'’-]*)[ -]$")
_ARTICLE = re.compile(r"(?<!\w)an?\s$", re.IGNORECASE)
_SAID = re.compile(
    r"(?:(?<!\w)(?:am|is|was|were|be|been|being|became|become|becomes|I['’]m|[Hh]e['’]s|[Ss]he['’]s|as|still|now|once|myself|himself|"
    r"herself)|[A-Za-z][\w.'’)\]]*,|[(–—:])\s?$",
)
_BE = re.compile(r"(?:(?<!\w)(?:who|[Hh]e|[Ss]he|I)\s(?:am|is|was|became)|(?<!\w)as|(?<!\w)[Ff]ormerly)\s$")
_NAME_BEFORE = re.compile(r"(?P<word>[A-Z][\w'’-]*)(?:,\s|\s\()$")
_CLOSED = re.compile(r"\s?(?:[,;)\n]|\.(?:\s|$)|\s(?:at|in|of|for|by|with|who|and)\b)|$")
_GIVEN = re.compile(r"(?:\b(?:the|an?|my|his|her|our|their|your|this|that|another)|['’]s|[,;(])\s?$", re.IGNORECASE)
_FIELD = re.compile(r"\b(?:occupation|profession|job|job title|position|employment|trade)\s?:\s*$", re.IGNORECASE)
_CAPITAL_BEFORE = re.compile(r"(?<![.!?:;,\w-])(?P<word>[A-Z][a-z]+)[ ]$")
_OWNER = re.compile(r"(?:\b(?:the|an?|my|his|her|our|their|your|this|that)|['’]s|[a-z])\s$", re.IGNORECASE)
_LONGEST = 3  # words that say of what kind a calling is: "mussel farm technician"


def is_calling(words: str) -> bool:
    """Tell whether words name a calling of one person, and no machine."""
    last = words.rpartition(" ")[2]
    if last in listed("machines") or last in span_words("kin"):
        return False
    if last in listed("learners"):
        return True
    noun = usual_tag(last)[:2] in {"NN", ""} and (can_be(last, "NOUN") or not usual_tag(last))
    return noun and usual_tag(last) != "NNS" and is_job(words)


def calling(text: str, mention: ReadMention, *, before_name: bool) -> ReadMention | None:
    """Return a calling that is said of somebody, whole; None for one that is only spoken of.

    Args:
        text: The text.
        mention: The span of the calling.
        before_name: Whether somebody's name follows, of which it is the title.
    """
    told = words_in(text[mention.start : mention.end])
    if (
        told
        and before_name
        and (told[0][0].isupper() or not _OWNER.search(text, max(0, mention.start - 8), mention.start))
    ):
        return _with_capitals(text, mention)
    if modifies(text, mention.end):
        return None
    start = _from(text, mention.start)
    if start is not None:
        return replace(mention, start=start)
    before = text[max(0, mention.start - 40) : mention.start]
    if _FIELD.search(before) or (_BE.search(before) and _CLOSED.match(text, mention.end)):
        return mention
    named = _NAME_BEFORE.search(before)
    if named and not is_plain(named["word"]) and _CLOSED.match(text, mention.end):
        return mention
    if told and told[-1].lower() in listed("sure_callings") and told[0].islower():  # no "Singer"
        return mention if _GIVEN.search(before) else None
    return None


def modifies(text: str, end: int) -> bool:
    """Tell whether a word only says what kind a thing is: ``driver licence``, ``mother tongue``."""
    after = _NEXT.match(text, end)
    if after is None or not after["word"].islower():
        return False
    tag = usual_tag(after["word"])
    noun = tag[:2] == "NN" or (can_be(after["word"], "NOUN") and not can_be(after["word"], "VERB"))
    return noun or after["word"] in listed("carried") or (after[0][0] == "-" and tag != "")


def _from(text: str, start: int) -> int | None:
    """Return where a calling with an article begins, if the article follows a word that says it of somebody."""
    for _ in range(_LONGEST + 1):
        if article := _ARTICLE.search(text, max(0, start - 3), start):
            before = text[max(0, article.start() - 16) : article.start()]
            return start if _SAID.search(before) else None
        word = _WORD_BEFORE.search(text, max(0, start - 24), start)
        if word is None or usual_tag(word["word"])[:2] not in {"NN", "JJ", "VB", ""}:
            return None
        start = word.start("word")
    return None


def _with_capitals(text: str, mention: ReadMention) -> ReadMention:
    """Return a title with all its capitalised words: ``Senior Parish Judge``."""
    start = mention.start
    while text[start].isupper() and (before := _CAPITAL_BEFORE.search(text, max(0, start - 24), start)):
        if usual_tag(before["word"].lower())[:2] not in {"NN", "JJ"}:
            break
        start = before.start("word")
    return replace(mention, start=start)
