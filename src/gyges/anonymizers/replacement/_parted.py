"""Spans as they should be before words are invented for them: names whole, phone numbers apart, no verbs at the end."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gyges.anonymizers.replacement._certain_codes import is_code
from gyges.anonymizers.replacement._person_names import PARTICLES, title_before
from gyges.anonymizers.replacement._remembered import how_often, stands
from gyges.anonymizers.replacement._word_kinds import (
    is_known_place,
    is_land,
    is_no_name,
    is_people,
    is_word,
    kept_words,
)
from gyges.reading import ReadMention
from gyges.reading.lookups import country, first_name, fold, is_surname, months

_COMMON = 0.6  # weight from which a first name is one though it is a word
_PLACED = re.compile(
    r"\b(?:in|at|from|to|near|of|for|via|into|outside|around|towards?|through|over|between|past|left|reached|visit\w*|and|the)\s$"
    r"|[A-Z]\w+, $",
)
_TO_A_PLACE = re.compile(r"\b(?:in|at|from|to|near|via|into|through|outside|towards?|around)\s$")
_TIME_BEFORE, _HALF_A_TIME = re.compile(r"\d[:.]$"), re.compile(r"[0-5]\d\s+(?=[A-Z]{2,})")
_ANSWER = re.compile(r"[AQ][.:]\s+(?=[^\W\d_a-z])")
_QUOTED = re.compile(r"\s[\"“'‘][^\W\d_]+(?:\s[^\W\d_]+)?[\"”'’]\s([^\W\d_a-z][^\W\d_]+(?:-[^\W\d_]+)?)")
_AFTER_LETTER = re.compile(r"\.\s[^\W\d_a-z][^\W\d_A-Z]+(?=[,\n:;)]|$)")
_NEW_SENTENCE = re.compile(r"(?<=[^\W\d_]{4})\.\s+(?=\S*[A-Z]\S*(?:\s\S+)*\d)|(?<=\d)\.\s+(?=\d)")
_FULL_STOP = re.compile(r"(?<=[^\W\d_]{4})\.\s+")
_THE = re.compile(r"\b(?:the|an?)\s$")
_TRAILING = re.compile(r"(?<=\S)(?:\s+[^\W\d_A-Z][^\W\d_]*)+$")
_INITIALS = re.compile(r"[A-Z]{2,3}")
_MORE_DIGITS = re.compile(r"(?: \d{2,4}){1,3}(?![\d:.,]\d)\b")
_PHONE = re.compile(r"(?<![\w-])\+?\d[\d\s-]{6,}\d$|^\d{4}$")
_PERSON_AFTER = re.compile(
    r",\s(?:he|she|who)\b|['’]s\s(?:mother|father|wife|husband|son|daughter|brother|sister)\b"
    r"|\s(?:says|said|asks|asked|told|tells|wrote|writes|received|receives|stops|stopped|came|went|answered|replied|wants|wanted|took)\b"
)
_IS_SOMEHOW = re.compile(r"\s(?:is|was|has|had|will|would|can|could|does|did)\b")  # "Kowalska is ill"
_RANK_LAST = re.compile(r"(?<=[a-z]),\s[A-Z]{2,3}$")
_ADDRESS = re.compile(
    r"\b(?:lane|street|road|square|district|parish|village|town|office|school|hospital|house),\s$", re.I
)
_SENTENCE_FIRST = re.compile(r"[A-Z]{2,4}-[A-Z]{2,4},\s+(?=[A-Z][a-z])|[a-z]+[.!?]\s+(?=[A-Z])")
_ABBREVIATED = 3  # letters of an abbreviation


def is_speaker(text: str, letters: str) -> bool:
    """Tell whether two or three capitals stand for somebody who speaks: "RO: No", "TM answered that"."""
    if not _INITIALS.fullmatch(letters) or is_word(letters.lower()) or letters.lower() in kept_words("no_names"):
        return False
    lines = r"(?m)^(?:\d+\.\s)?%s(?::|['’]s\s|\s(?:in h|said|answered|asked|replied|told))"
    told = r"(?<!\w)%s\s(?:said|answered|asked|replied|told|says|to apologise|stated|agreed|denied)\b"
    return how_often(text, lines, letters) + how_often(text, told, letters) > 1


def parted(text: str, mentions: Sequence[ReadMention]) -> tuple[ReadMention, ...]:
    """Return spans as they should be: names whole, phone numbers too and as spans of their own."""
    mentions = _with_nicknames(text, mentions)
    ends = [*(one.start for one in mentions[1:]), len(text)]
    return tuple(part for one, end in zip(mentions, ends, strict=False) for part in _parts(text, one, end))


def _with_nicknames(text: str, mentions: Sequence[ReadMention]) -> tuple[ReadMention, ...]:
    """Return the spans; a name around a quoted one is whole: "Wiremu 'Bill' Tawhara"."""
    made: list[ReadMention] = []
    asked = re.search(r"(?m)^Q[.:]\s", text) is not None
    for one in mentions:
        if made and one.start < made[-1].end:
            continue
        answer = _ANSWER.match(text, one.start, one.end) if asked and one.type == "PERSON" else None
        if answer is not None:  # "A. Eino Salo" answers a question
            one = replace(one, start=answer.end())
        surname = _AFTER_LETTER.match(text, one.end) if one.type == "PERSON" and one.end - one.start == 1 else None
        if surname is not None and text[one.start].isupper():  # "Sr M. April"
            one = replace(one, end=surname.end())
        quoted = _QUOTED.match(text, one.end) if one.type == "PERSON" else None
        named = quoted is not None and not is_word(quoted[1])
        made.append(replace(one, end=quoted.end()) if quoted is not None and named else one)
    return tuple(made)


def _parts(text: str, mention: ReadMention, ceiling: int) -> Iterator[ReadMention]:
    words = text[mention.start : mention.end]
    halved = (
        _HALF_A_TIME.match(words)
        if mention.type == "LOC" and _TIME_BEFORE.search(text[max(0, mention.start - 4) : mention.start])
        else None
    )
    if halved is not None:  # "07:50 YUSUPOVA Mamlakat"
        yield replace(mention, start=mention.start + halved.end(), type="PERSON", direct=True)
        return
    if mention.type == "CODE":
        more = _MORE_DIGITS.match(text, mention.end, ceiling) if words[-1:].isdigit() else None
        yield settled(text, replace(mention, end=more.end() if more else mention.end))
        return
    apart = _NEW_SENTENCE.search(words) if mention.type == "LOC" else None
    if apart is not None:  # "Ibadan. UTME 2025-31190"
        yield settled(text, replace(mention, end=mention.start + apart.start()))
        rest = replace(mention, start=mention.start + apart.end(), type="CODE", direct=True)
        if is_code(text, rest.start, rest.end):
            yield rest
        return
    phone = _PHONE.search(words) if mention.type in {"LOC", "ORG", "MISC"} else None
    if phone is None:
        yield settled(text, mention)
        return
    head = words[: phone.start()].rstrip(" ,;:")
    if re.search(r"[A-Z]", head):
        yield settled(text, replace(mention, end=mention.start + len(head)))
    start = mention.start + phone.start()
    yield replace(mention, start=start, end=mention.start + phone.end(), type="CODE", direct=True)


def _used_as_a_name(text: str, mention: ReadMention, words: str) -> bool:
    """Tell whether a word of no certain kind is used as somebody's name: "Lwazi, he is in Grade 2"."""
    if is_speaker(text, words):
        return True
    if not re.fullmatch(r"[^\W\d_a-z][^\W\d_A-Z]{3,}", words) or is_word(words) or is_no_name(words.lower()):
        return False
    if is_people(words) or is_land(words) or words.lower() in kept_words("feast_words") or is_known_place(words):
        return False
    if _TO_A_PLACE.search(text[max(0, mention.start - 12) : mention.start]):
        return False
    after = _PERSON_AFTER.match(text, mention.end) or (_is_family(text, words) and _IS_SOMEHOW.match(text, mention.end))
    return bool(after) and not _THE.search(text[max(0, mention.start - 5) : mention.start])


def _is_family(text: str, words: str) -> bool:
    """Tell whether a word is a last name, in the form for a woman too, or the text tells of a family of that name."""
    masculine = re.sub(r"(?<=[sc]k)a$|(?<=dzk)a$", "i", words)
    return is_surname(masculine) or stands(text, r"\b[Tt]he %se?s\b(?!['’-])", words)


def settled(text: str, mention: ReadMention) -> ReadMention:
    """Return a span as it should be: within its line, with its bracket, a first name as a person and no town."""
    words = text[mention.start : mention.end]
    line = words.find("\n")
    if line > 0 and mention.type not in {"PERSON", "ORG"}:
        return settled(text, replace(mention, end=mention.start + len(words[:line].rstrip(" .,;:"))))
    if words.count("(") > words.count(")") and text[mention.end : mention.end + 1] == ")":
        return replace(mention, end=mention.end + 1)
    lead = words.partition(" ")[0]
    if (
        mention.type == "PERSON"
        and lead != words
        and lead.lower() in kept_words("no_names")
        and first_name(lead) is None
    ):
        return settled(text, replace(mention, start=mention.start + len(lead) + 1))  # "Wetin Tega talk?"
    if mention.type == "PERSON" and (rank := _RANK_LAST.search(words)):
        return settled(text, replace(mention, end=mention.start + rank.start()))  # "Ingunn Torvik, AB"
    if mention.type == "PERSON" and (tail := _SENTENCE_FIRST.match(words)):
        return settled(text, replace(mention, start=mention.start + tail.end()))  # "vaja. Nils Isak"
    if mention.type == "PERSON":
        named = _without_verbs(words)
        if named != words:
            return replace(mention, end=mention.start + len(named))
    last = words.rpartition(" ")[2].lower().rstrip(".")
    if mention.type == "PERSON" and " " in words and last in kept_words("streets"):
        return replace(mention, type="LOC")  # "Brunswick Ave."
    foreign = mention.type == "DATETIME" and words.istitle() and fold(words) in months() and not is_word(words)
    if foreign and title_before(text, mention.start):
        return replace(mention, type="PERSON", direct=True)  # "ks. Marzec"
    if mention.type == "MISC" and _used_as_a_name(text, mention, words):
        return replace(mention, type="PERSON", direct=True)
    stat = first_name(words)
    if mention.type != "LOC" or stat is None or stat.weight < _COMMON or not words.istitle() or country(words):
        return mention
    before = text[max(0, mention.start - 24) : mention.start]
    placed = _PLACED.search(before) or (_ADDRESS.search(before) and is_known_place(words))  # "our lane, Kingston"
    return mention if placed else replace(mention, type="PERSON", direct=True)  # "a boy, Tyler, came"


def _without_verbs(words: str) -> str:
    """Return a name without what follows it in small letters and is no part of a name: "Hafiz kena langgar"."""
    for stop in _FULL_STOP.finditer(words):  # "Weng. Forty-four"
        following = re.match(r"[^\W\d_]+", words[stop.end() :])
        if following is None or is_word(following[0]) or following[0].lower() in kept_words("small"):
            return words[: stop.start()]
    tail = _TRAILING.search(words)
    if tail is None or not words[:1].isupper():
        return words
    said = tail[0].split()
    if not all(word[0].islower() for word in said):  # "Malin Åkerhielm"
        return words
    known = [_is_long_name(word) for word in said if fold(word) not in PARTICLES]
    return words if all(known) else words[: tail.start()]


def _is_long_name(word: str) -> bool:
    """Tell whether a word in small letters is a name; short ones are forms of address, such as "Mirlan aba"."""
    return len(word) > _ABBREVIATED and (is_surname(word) or first_name(word) is not None)
