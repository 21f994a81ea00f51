"""Where people, places, organisations, nationalities and numbers are named: what is found, without overlap."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from gyges.anonymizers.identifiers import direct_identifiers, is_placed
from gyges.anonymizers.subjectwise._names import name_spans
from gyges.anonymizers.subjectwise._senses import NO_SENSES, Senses
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.subjectwise._unusual import unusual_firms, unusual_places
from gyges.anonymizers.subjectwise._word_names import is_shown_as_person
from gyges.anonymizers.wording import (
    is_code,
    is_function,
    is_holy,
    is_named,
    is_ordinary,
    is_thing_word,
    kind_of,
    word_before,
)
from gyges.reading import (
    Page,
    Reading,
    ReadMention,
    find_codes,
    find_mentions,
    find_organisations,
    find_places,
    kept_page,
)
from gyges.reading.lookups import countries

__all__ = ["Found", "find_all", "is_address", "is_measure", "is_nation"]

_TRAILING = re.compile(r"(?:\s+[a-zà-ÿ][\w'’-]*)+$")
_NAMING = frozenset(("name", "place", "organisation"))
_QUOTED = re.compile(r" [\"“'‘]|[\"”'’] ")
_OPENING, _CLOSING = frozenset("\"“'‘"), frozenset("\"”'’")
_NICKNAMED = re.compile(r" [\"“'‘][^\"“”'‘’\n]{2,20}[\"”'’] ")
_SHORT = 2  # letters of a first name that is cut: "Sh. Ergashev"
_LABEL_BEFORE = re.compile(r"\w*:\s*$")
_MONTH_FIRST = re.compile(r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\b[,.]?\s*")
_MORE = re.compile(r" (?P<word>[A-Z][^\W\d_]{2,})(?![\w'’])")
_TIME = re.compile(
    r"\d{1,2}/\d{4}|\d{1,2}\.[IVX]+\.\d{4}|[-–]?\d{1,2}[:.]\d{2}(?:\s?[-–]\s?\d{1,2}[:.]\d{2})?(?:\s?h|Z)?"
)
_CONTINENTAL = re.compile(
    r"(?:^|\s)(?:[A-Z]{1,2}-)?\d{5}(?:\s[^\W\d_a-z]|$)|(?:stra(?:ß|ss)e|str\.|weg|allee|gasse|platz)\s\d"
    r"|^(?:Am|Im|Zu[mr]|(?:An|In|Auf) de[rnm]|Unter den)\s.*\s\d"
)
"""``38640 Goslar``, ``Hauptstr. 12``, ``An der Linde 3``."""
_WORDS = re.compile(r"[^\W\d_]+\.?")
_MEASURE = re.compile(
    r"\d{1,2}h\d{0,2}|[A-Z]{1,3}\d[\d,]*\.\d\d|(?:[A-Z]{2,4} )?\d{3}/\d{3}"
    r"|(?:[A-Z]{2,4} )?\d{1,2}(?:\.\d)?(?:[/-]{1,2}\d(?:\d(?![/-]?\d)|\.\d)?)+"
    r"|\d{1,2} \d{1,2}|[A-Z]{1,3}\d{1,3} \d{3}"
    r"|\d{1,2}[- ][A-Z][a-z]{2,8}[- ]\d{2,4}|[A-Z][a-z]+ [A-Z]{1,3}\d{0,2} \d-\d-\d|(?:UTC|GMT)\s*\d{4}"
    r"|(?:19|20)\d\d|[01]\d[0-5]\d|2[0-3][0-5]\d"
)
_RULE = re.compile(
    r"\s(?:neg|pos|negative|positive|rules?|criteria|score|scale)\b|['’]s (?:Principle|Law|Act|Rule|Syndrome|Disease)\b"
)
_HEADED = re.compile(r"(?P<word>[A-Z]{4,})(?: [A-Z]+)? (?:FOR|OF|TO|BY|AT) (?=[A-Z])")
_OWNED = re.compile(r"['’] [A-Z]")
_CLOCK_BEFORE = re.compile(r"\d[:.]$")
_SHIP = re.compile(r"(?<!\w)[A-Z]/$")
_OF_THINGS = frozenset(("a", "an", "the", "this", "that", "my", "his", "her", "our", "their", "your"))
_SURE = 4  # certainty of a place from which on no other sign is needed


@dataclass(frozen=True, slots=True)
class Found:
    """Something with a name.

    Attributes:
        start: First code point.
        end: One past the last code point.
        kind: What it is: a name, place, organisation, demonym or code.
        rank: Where two meet, the lower one stays.
    """

    start: int
    end: int
    kind: str
    rank: int


def find_all(text: str, reading: Reading, senses: Senses = NO_SENSES) -> list[Found]:
    """Return everything that is named in a text, in order, without overlap."""
    mentions, page = find_mentions(text), kept_page(text)
    names = (Found(*span, _kind(text, *span), 1) for span in senses.applied(list(name_spans(text, reading))))
    others = (*_codes(page, mentions), *_organisations(page, mentions), *_places(page, mentions))
    return _merged(text, (*names, *others))


def _codes(page: Page, mentions: Sequence[ReadMention]) -> Iterator[Found]:
    text = page.text
    spans = {(code.start, code.end) for code in find_codes(page)}
    spans |= {(mention.start, mention.end) for mention in mentions if mention.type == "CODE"}
    direct = {(one.start, one.end) for one in direct_identifiers(text).found if one.type == "CODE"}
    for start, end in spans | direct:
        said = text[start:end]
        if "\n" not in said and not is_measure(said) and ((start, end) in direct or is_code(text, start, end)):
            yield Found(start, end, "code", 0)


def _organisations(page: Page, mentions: Sequence[ReadMention]) -> Iterator[Found]:
    text = page.text
    spans = {(found.start, found.end) for found in find_organisations(page)}
    spans |= {(mention.start, mention.end) for mention in mentions if mention.type == "ORG"}
    for start, end in spans:
        comma = text.find(",", start, end)
        end = comma if comma >= 0 else end
        if _SHIP.search(text, max(0, start - 3), start) and text[start + 1 : start + 2] == " ":
            start += 2  # "F/V DARLENE"
        start, end = _without_heading(text, start, end)
        if is_named(text, start, end):
            if text.count(")", start, end) > text.count("(", start, end) and text[start - 1 : start] == "(":
                start -= 1  # "(Pty) Ltd"
            longer = kind_of(text[start:end]) is not None and " " in text[start:end]
            yield Found(start, end, "organisation", 0 if longer else 2)
    yield from (Found(start, end, "organisation", 3) for start, end in unusual_firms(text))


def _without_heading(text: str, start: int, end: int) -> tuple[int, int]:
    """Return an organisation without the words of a heading before it: "APPLICATION FOR THE ANNAPURNA GIRLS'"."""
    led = _HEADED.match(text, start, end)
    if led is not None and led["word"].lower() in words_in("worth", "document"):
        start = led.end()
    if text[end - 1 : end] in {"s", "S"} and _OWNED.match(text, end):
        end += 1
    return start, end


def _places(page: Page, mentions: Sequence[ReadMention]) -> Iterator[Found]:
    located = {(mention.start, mention.end) for mention in mentions if mention.type == "LOC"}
    text = page.text
    for place in find_places(page):
        if is_holy(place.text) or (place.text.islower() and is_thing_word(place.text)):
            continue  # "in Romans", "the labrador"
        if _is_short(text, place.start, place.end) or _RULE.match(text, place.end):
            continue  # "Ottawa negative", "Jordan's Principle"
        led = word_before(text, place.start)
        if led is not None and led.lower in _OF_THINGS and is_thing_word(place.text.split()[0]):
            continue  # "a Toyota Vitz", "he kept the Toyota"
        if place.kind == "demonym":
            yield Found(place.start, place.end, "demonym", 1 if place.certainty >= _SURE else 3)
            continue
        placed = is_placed(text, place.start, place.end)
        if place.text[:1].islower() and not placed:
            continue
        words = re.findall(r"[^\W\d_]+", place.text) or [""]
        if all(map(is_thing_word, words)) and not placed:
            continue  # "Toyota parts"
        strange = not all(map(is_ordinary, words)) and (placed or not is_ordinary(words[0]))
        if (place.certainty >= _SURE and (strange or placed)) or (
            strange and (placed or (place.start, place.end) in located)
        ):
            month = _MONTH_FIRST.match(text, place.start, place.end)
            start = month.end() if month is not None else place.start
            end = place.end if text[start : place.end].isupper() else _whole(text, place.end)
            whole = "'s " in text[start:end]  # "Cox's Bazar"
            yield Found(start, end, "place", 0 if whole else 1 if placed else 2)
    for one in direct_identifiers(text).found:
        if one.type == "LOC" and not text[one.start].islower() and is_address(text, one.start, one.end):
            yield Found(one.start, one.end, "place", 0)
    yield from (Found(start, end, "place", 2) for start, end in unusual_places(page))
    for start, end in located:
        if not is_address(text, start, end) or _RULE.match(text, end) or _is_short(text, start, end):
            continue
        end = start + len(_TRAILING.sub("", text[start:end]))
        words = re.findall(r"[^\W\d_]+", text[start:end])
        strange = all(word[0].isupper() and not is_ordinary(word) for word in words)
        if words and strange and not all(map(is_thing_word, words)):
            yield Found(start, end, "place", 2)


def _is_short(text: str, start: int, end: int) -> bool:
    """Tell whether a word is a short form before a name: "Sig. Rossi"."""
    return text[start:end].lower() in words_in("clauses", "short_forms") and text[end : end + 1] == "."


def is_measure(words: str) -> bool:
    """Tell whether figures are a time, a date, a dose, an amount or findings in a row, and no number of anybody."""
    said = words.strip()
    return _TIME.fullmatch(said) is not None or _MEASURE.fullmatch(said) is not None


def is_address(text: str, start: int, end: int) -> bool:
    """Tell whether words that hold a number may be an address: no date, no mark, no class, no coordinate."""
    words = text[start:end]
    if not any(map(str.isdigit, words)):
        return True
    if _CLOCK_BEFORE.search(text, max(0, start - 3), start):
        return False  # "8:12 Lane 2"
    if _CONTINENTAL.search(words):
        return "\n" not in words
    street = any(word.lower().rstrip(".") in words_in("places", "streets") for word in _WORDS.findall(words))
    return street and "\n" not in words


def _whole(text: str, end: int) -> int:
    """Return where the name of a place ends with the capitals behind it: "Nova Scotia", "Ohio State"."""
    while (more := _MORE.match(text, end)) is not None and not is_function(more["word"]):
        end = more.end()
    return end


def _kind(text: str, start: int, end: int) -> str:
    return "demonym" if is_nation(text, start, end) else "name"


def is_nation(text: str, start: int, end: int) -> bool:
    """Tell a nation or a language from a name: "two Danish guests", "nobody speaks Danish"."""
    nation = text[start:end] in _nations()
    described = text[end : end + 1] == " " and text[end + 1 : end + 2].islower()
    return nation and (described or not is_shown_as_person(text, text[start:end]))


@cache
def _nations() -> frozenset[str]:
    return frozenset(word for country in countries() for word in country.demonyms)


def _merged(text: str, found: Iterable[Found]) -> list[Found]:
    """Return what was found, where parts of one name are one: "Ó" and "Briain", "LINDQVIST, Joel"."""
    merged: list[Found] = []
    for one in _without_overlap(found):
        last = merged[-1] if merged else None
        gap = text[last.end : one.start] if last is not None else ""
        if last is None or not {last.kind, one.kind} <= _NAMING or not _is_one(text, last, one, gap):
            merged.append(one)
            continue
        kind = "name" if "name" in {last.kind, one.kind} else last.kind
        start, end = last.start, one.end
        if _QUOTED.fullmatch(gap) and gap[0] == " " and text[end : end + 1] in _CLOSING:
            end += 1
        elif _QUOTED.fullmatch(gap) and gap[0] != " " and text[start - 1 : start] in _OPENING:
            start -= 1
        merged[-1] = Found(start, end, kind, last.rank)
    return merged


def _is_one(text: str, last: Found, one: Found, gap: str) -> bool:
    surname, rest = text[last.start : last.end], text[one.start : one.end]
    if (_QUOTED.fullmatch(gap) or _NICKNAMED.fullmatch(gap)) and last.kind == one.kind == "name":
        return True  # 'Ana "Nina" Reis'
    if gap == ". " and last.kind == one.kind == "name" and len(surname.split()[-1]) <= _SHORT:
        return True  # "Sh. Ergashev"
    if gap != ", " or last.kind != "name" or one.kind != "name" or " " in surname:
        return gap == " "
    label = _LABEL_BEFORE.search(text, max(0, last.start - 12), last.start)
    named = label is not None and "name" in label[0].lower()
    return (surname.isupper() and not rest.isupper()) or named or (label is not None and " " in rest)


def _without_overlap(found: Iterable[Found]) -> list[Found]:
    """Return what was found in order; where two meet, the surer and then the longer one."""
    kept: list[Found] = []
    taken: set[int] = set()
    for one in sorted(found, key=lambda one: (one.rank, one.start - one.end, one.start)):
        places = range(one.start, one.end)
        if one.start < one.end and taken.isdisjoint(places):
            taken.update(places)
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)
