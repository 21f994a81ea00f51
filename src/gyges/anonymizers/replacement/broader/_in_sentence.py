"""Broader words for a span of a running text where they fit it; none where its words are broad already or unclear."""

import re
from collections.abc import Callable
from dataclasses import replace

from gyges.anonymizers.replacement._word_kinds import is_word, kept_words
from gyges.anonymizers.replacement.broader._edit import fitted
from gyges.anonymizers.replacement.broader._of_people import broader_person
from gyges.anonymizers.replacement.broader._places import Phrase, broader_people, broader_place
from gyges.anonymizers.replacement.broader._times import broader_moment
from gyges.anonymizers.replacement.broader._words import broader_phrase
from gyges.reading import find_organisations, find_places
from gyges.reading.english import article_for, can_be, is_english_word, usual_tag
from gyges.reading.lookups import country, fold, months
from gyges.records import Edit

_BEFORE = 24
_UNNAMED = re.compile(r"\b(?:in|at|near|around|on|from|to|towards|into)\s(?:the\s)?$", re.IGNORECASE)
_DETERMINED = re.compile(
    r"(?:\b(?:the|an?|his|her|their|my|our|your|its|this|that|every|each)|['’]s)\s$", re.IGNORECASE
)
_ARTICLE = re.compile(r"(?<![\w'’-])an?\s$", re.IGNORECASE)
_NOUN_AFTER = re.compile(r" ([a-z]{3,})\b")
_WORKED = re.compile(r"\b(?:at|for|joined|by|from|with)\s(?:the\s)?$", re.IGNORECASE)
_EMPLOYED = re.compile(r"\b(?:at|joined|works? for|worked for|employed by|left)\s$", re.IGNORECASE)
_SPOKEN = re.compile(
    r"\b(?:in|into|speaks?|spoke|speaking|learn\w*|fluent|language|interpreter|translat\w+|from the)[\s(]+$",
    re.IGNORECASE,
)
_OF_A_LANGUAGE = re.compile(
    r"\s(?:form|lessons?|class|words?|teacher|exam|texts?|version|song|translation|subtitles|poem|verbs?|grammar|name|is|isn|was|now)\b"
)
_SAID_AS = re.compile(r"\b(?:at|on|to|via|is|call|ring|text|from|under|by|me|him|her|them)\s$", re.IGNORECASE)
_PHONE = re.compile(r"tel|phone|mobile|cell|call|ring|text|contact|whatsapp|fax|[0+(]$", re.IGNORECASE)
_MONEY = re.compile(
    r"[€$£¥₹₦₺]|\b(?:EUR|USD|GBP|JPY|INR|CHF|PLN|SEK|NOK|DKK|KES|NGN|TRY|Rs|euros?|dollars?|pounds?)\b", re.IGNORECASE
)
_STREET = re.compile(r"^\d+\w?\s+[A-Z]|\d{4}")


def broader_here(text: str, start: int, end: int, type_: str, *, floor: int = 0) -> Edit | None:
    """Return the edit that makes a span broader in its sentence; None if it stays."""
    make = _MAKERS.get(type_)
    made = make(text, start, end, floor) if make is not None else None
    if made is None or (made.start == start and made.text == text[start:end]):
        return None
    return replace(made, type=type_)


def without_attribute(text: str, start: int, end: int, *, floor: int = 0) -> Edit | None:
    """Return the edit that leaves out a name before what it belongs to, None where it stands otherwise."""
    before, noun = text[max(floor, start - _BEFORE) : start], _NOUN_AFTER.match(text, end)
    if noun is None or usual_tag(noun[1]) not in {"NN", "NNS"} or not _DETERMINED.search(before):
        return None
    return _dropped(text, start, end, before)


def _place(text: str, start: int, end: int, floor: int) -> Edit | None:
    words, before = text[start:end], text[max(floor, start - _BEFORE) : start]
    told = {word.lower() for word in re.findall(r"[^\W\d_]+", words)}
    if (
        not any(sign.isupper() for sign in words)
        or told & kept_words("no_places")
        or any(fold(word) in months() for word in told)
    ):
        return None
    people = broader_people(words)
    land = country(words)
    if people and land is not None and words in land.demonyms:
        spoken = _SPOKEN.search(before) or _OF_A_LANGUAGE.match(text, end)
        return None if spoken else fitted(text, start, end, Phrase(people), "LOC", floor=floor)
    if words.isupper() and all(map(is_word, told)):
        return None
    known = any(place.country for place in find_places(f"in {words}"))
    if not known and all(map(is_word, told)) and not _STREET.search(words):
        return None
    if _is_attribute(text, end, before):
        return _dropped(text, start, end, before)
    if known:
        made = fitted(text, start, end, broader_place(words), "LOC", floor=floor)
        stranded = made is not None and made.start == start and re.search(r"\bthe\s$", before, re.IGNORECASE)
        return None if stranded and country(words) is None else made  # "down the Royal Mile"
    if _UNNAMED.search(before):
        whole = re.search(r"\b(?:in|at|near|around|on)\s(?:the\s)?$", before, re.IGNORECASE)
        the = re.search(r"\bthe\s$", before, re.IGNORECASE)
        taken = whole[0] if whole else the[0] if the else ""
        return Edit(start - len(taken), end, "Somewhere" if taken[:1].isupper() else "somewhere", "LOC")
    return Edit(start, end, "[LOC]", "LOC")


def _organisation(text: str, start: int, end: int, floor: int) -> Edit | None:
    words, before = text[start:end], text[max(floor, start - _BEFORE) : start]
    tokens = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", words)
    if not any(word[0].isupper() for word in tokens) or (words.isupper() and all(map(is_word, tokens))):
        return None
    generic = all(word.lower() in kept_words("generic") or word[0].islower() for word in tokens)
    if generic or (len(tokens) == 1 and is_word(tokens[0])):
        return None
    kinds = [found.kind for found in find_organisations(words)]
    if not kinds and (len(tokens) == 1 or words.isupper()):
        sure = _EMPLOYED if words.isupper() else _WORKED
        if not sure.search(before):
            return None
    if _is_attribute(text, end, before):
        return _dropped(text, start, end, before)
    head = tokens[-1].lower()
    if len(tokens) > 1 and head in kept_words("heads") and usual_tag(head) in {"NN", "NNS"} and not words.isupper():
        one = usual_tag(head) == "NN"
        if re.search(r"\bthe\s$", before, re.IGNORECASE):
            return Edit(start, end, head, "ORG")
        return fitted(text, start, end, Phrase(head, article=one), "ORG", floor=floor)
    return fitted(text, start, end, broader_phrase(words, "ORG"), "ORG", floor=floor)


def _is_attribute(text: str, end: int, before: str) -> bool:
    """Tell whether a name stands before what it belongs to: "the Bremen roaster"."""
    noun = _NOUN_AFTER.match(text, end)
    if noun is None or not _DETERMINED.search(before):
        return False
    tag = usual_tag(noun[1])
    return (
        noun[1] == "one"
        or tag in {"NN", "NNS"}
        or (not tag and (can_be(noun[1], "NOUN") or not is_english_word(noun[1])))
    )


def _dropped(text: str, start: int, end: int, before: str) -> Edit:
    """Return the edit that leaves out a name before a noun; the article follows what is left."""
    article = _ARTICLE.search(before)
    if article is None:
        return Edit(start, end + 1, "")
    wanted = article_for(text[end + 1 :])
    wanted = wanted.capitalize() if article[0][0].isupper() else wanted
    return Edit(start - len(article[0]), end + 1, f"{wanted} ")


def _moment(text: str, start: int, end: int, floor: int) -> Edit | None:
    before = text[max(floor, start - _BEFORE) : start]
    if re.fullmatch(r"\d{4}", text[start:end]) and _is_attribute(text, end, before):  # "the 2022 tool move"
        return _dropped(text, start, end, before)
    phrase = broader_moment(text[start:end], before)
    return None if phrase is None else fitted(text, start, end, phrase, "DATETIME", floor=floor)


def _code(text: str, start: int, end: int, floor: int) -> Edit | None:
    phrase = broader_phrase(text[start:end], "CODE")
    if phrase.words == "phone number" and not _PHONE.search(text[max(0, start - 30) : start + 1]):
        phrase = replace(phrase, words="number")
    if _SAID_AS.search(text[max(floor, start - _BEFORE) : start]):
        return fitted(text, start, end, phrase, "CODE", floor=floor)
    return Edit(start, end, f"[{phrase.words}]", "CODE")


def _amount(text: str, start: int, end: int, floor: int) -> Edit | None:
    words, before = text[start:end], text[max(floor, start - _BEFORE) : start]
    phrase = broader_phrase(words, "QUANTITY")
    if (
        not _MONEY.search(words)
        or not phrase.words.endswith("s")
        or _DETERMINED.search(before)
        or "some" in phrase.words
    ):
        return None
    return fitted(text, start, end, phrase, "QUANTITY", floor=floor)


def _person(text: str, start: int, end: int, floor: int) -> Edit | None:
    return broader_person(text, start, end, floor=floor)


_MAKERS: dict[str, Callable[[str, int, int, int], Edit | None]] = {
    "LOC": _place,
    "ORG": _organisation,
    "DATETIME": _moment,
    "CODE": _code,
    "QUANTITY": _amount,
    "DEM": _person,
}
