"""What has a name: people, places, organisations, nationalities, numbers; in order, each with what stands for it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from gyges.anonymizers.identifiers import direct_identifiers, is_placed
from gyges.anonymizers.subjectwise._names import Labels, name_spans
from gyges.anonymizers.subjectwise._pieces import TAGS, Piece
from gyges.anonymizers.wording import (
    Letters,
    Swap,
    adjunct,
    attribute,
    code_swap,
    demonym_swap,
    field_around,
    is_code,
    is_named,
    is_ordinary,
    kind_noun,
    kind_of,
    name_swap,
)
from gyges.reading import Reading, ReadMention, find_codes, find_mentions, find_organisations, find_places
from gyges.reading.lookups import countries

__all__ = ["find_named"]

_TRAILING = re.compile(r"(?:\s+[a-zà-ÿ][\w'’-]*)+$")
_TYPES = {"place": "LOC", "organisation": "ORG", "demonym": "DEM", "name": "PERSON", "code": "CODE"}
_NAMING = frozenset(("name", "place", "organisation"))
_QUOTED = re.compile(r" [\"“'‘]|[\"”'’] ")
_OPENING, _CLOSING = frozenset("\"“'‘"), frozenset("\"”'’")
_LABEL_BEFORE = re.compile(r":\s*$")
_MONTH_FIRST = re.compile(r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\b[,.]?\s*")
_MONTH = re.compile(r"\d{1,2}/\d{4}|\d{1,2}\.[IVX]+\.\d{4}")
_LINK = re.compile(r",? (?:(?:in|at|of|near|on) )?(?:the )?")
_LETTER = "\ue000{}\ue001"  # stands for a letter until it is known which letters are read
_PLACEHOLDER = re.compile("\ue000([^\ue001]*)\ue001")
_SURE = 4  # certainty of a place from which on no other sign is needed
_ENGLISH = "English"  # the language of the text tells nobody's nation


@dataclass(frozen=True, slots=True)
class _Found:
    """Something with a name: where, what kind, and how sure that goes before others."""

    start: int
    end: int
    kind: str
    rank: int


def find_named(text: str, reading: Reading) -> list[Piece]:
    """Return the pieces of a text that name somebody or something."""
    mentions = find_mentions(text)
    found = _merged(
        text,
        [
            *(_Found(*span, _kind(text, *span), 1) for span in name_spans(text, reading)),
            *_codes(text, mentions),
            *_organisations(text, mentions),
            *_places(text, mentions),
        ],
    )
    labels = Labels(text, reading)
    known: set[str] = set()
    drafts: list[tuple[_Found, str, Swap]] = []
    for one in found:
        words = text[one.start : one.end]
        key = labels.key(one.start, words) if one.kind == "name" else f"{one.kind} {words.casefold()}"
        last = drafts[-1][2] if drafts else None
        follows = last is not None and not last.new and _LINK.fullmatch(text, last.end, one.start) is not None
        swap = _swap(text, one, _LETTER.format(key), known, last.start if last is not None and follows else None)
        while swap is not None and not swap.new and drafts and swap.start <= drafts[-1][2].start:
            drafts.pop()  # it goes with what stands around it: "(Reg. BVC-3318)"
            last = drafts[-1][2] if drafts else None
        if swap is not None and last is not None and swap.start < last.end:
            swap = (
                replace(swap, start=last.end) if one.start >= last.end and not swap.instead else _plain(one, key, last)
            )
        if swap is not None:
            drafts.append((one, key, swap))
    names = [text[one.start : one.end] for one in found if one.kind in {"name", "place", "organisation"}]
    return _lettered(drafts, Letters(names), labels)


def _plain(one: _Found, key: str, last: Swap) -> Swap | None:
    """Return a letter for a name whose phrase meets the one before it."""
    return Swap(one.start, one.end, _LETTER.format(key), _LETTER.format(key)) if one.start >= last.end else None


def _lettered(drafts: list[tuple[_Found, str, Swap]], letters: Letters, labels: Labels) -> list[Piece]:
    """Give letters in order of appearance: first to what is read, then to what is only there if a sentence breaks."""

    def told(words: str) -> str:
        return _PLACEHOLDER.sub(lambda match: letters.of(match[1]), words)

    news = [told(swap.new) for _, _, swap in drafts]
    return [
        Piece(
            swap.start,
            swap.end,
            one.kind,
            (new,),
            key,
            TAGS[one.kind],
            _TYPES[one.kind],
            one.kind in {"name", "code"},
            labels.person(one.start) if one.kind == "name" else "",
            told(swap.instead),
        )
        for (one, key, swap), new in zip(drafts, news, strict=True)
    ]


def _swap(text: str, one: _Found, letter: str, known: set[str], anchor: int | None) -> Swap | None:
    span = (one.start, one.end)
    if one.kind == "name":
        return name_swap(text, *span, letter)
    if one.kind == "code":
        return code_swap(text, *span)
    if one.kind == "demonym":
        return demonym_swap(text, *span, letter) if _is_nation(text, *span) else None
    if one.kind == "organisation":
        kind = kind_of(text[one.start : one.end])
        if kind is not None:
            new = kind_noun(text, *span, kind, known=kind in known)
            known.add(kind)
            return Swap(*span, new, new)
    field = field_around(text, *span)
    if field is not None and one.kind == "place":
        return Swap(*field, "", "")
    goes = attribute(text, *span) or adjunct(text, *span, anchor)
    if goes is not None:
        return _gone(text, goes, one, letter)
    return Swap(*span, letter, letter)


def _gone(text: str, goes: tuple[int, int], one: _Found, letter: str) -> Swap:
    """Return that a phrase goes; where that breaks the sentence, a letter stands for the name in it."""
    low, high = goes
    instead = (
        f"{text[low : one.start]}{letter}{text[one.end : high]}" if low <= one.start and one.end <= high else letter
    )
    return Swap(low, high, "", instead)


def _is_nation(text: str, start: int, end: int) -> bool:
    return text[start:end] != _ENGLISH


def _codes(text: str, mentions: Sequence[ReadMention]) -> Iterator[_Found]:
    spans = {(code.start, code.end) for code in find_codes(text)}
    spans |= {(mention.start, mention.end) for mention in mentions if mention.type == "CODE"}
    direct = {(one.start, one.end) for one in direct_identifiers(text).found if one.type == "CODE"}
    for start, end in spans | direct:
        said = text[start:end]
        if "\n" not in said and not _MONTH.fullmatch(said) and ((start, end) in direct or is_code(text, start, end)):
            yield _Found(start, end, "code", 0)


def _organisations(text: str, mentions: Sequence[ReadMention]) -> Iterator[_Found]:
    spans = {(found.start, found.end) for found in find_organisations(text)}
    spans |= {(mention.start, mention.end) for mention in mentions if mention.type == "ORG"}
    for start, end in spans:
        comma = text.find(",", start, end)
        end = comma if comma >= 0 else end
        if is_named(text, start, end):
            if text.count(")", start, end) > text.count("(", start, end) and text[start - 1 : start] == "(":
                start -= 1  # "(Pty) Ltd"
            longer = kind_of(text[start:end]) is not None and " " in text[start:end]
            yield _Found(start, end, "organisation", 0 if longer else 2)


def _places(text: str, mentions: Sequence[ReadMention]) -> Iterator[_Found]:
    located = {(mention.start, mention.end) for mention in mentions if mention.type == "LOC"}
    for place in find_places(text):
        if place.kind == "demonym":
            yield _Found(place.start, place.end, "demonym", 1 if place.certainty >= _SURE else 3)
            continue
        placed = is_placed(text, place.start, place.end)
        if place.text[:1].islower() and not placed:
            continue
        words = re.findall(r"[^\W\d_]+", place.text) or [""]
        strange = not all(map(is_ordinary, words)) and (placed or not is_ordinary(words[0]))
        if (place.certainty >= _SURE and (strange or placed)) or (
            strange and (placed or (place.start, place.end) in located)
        ):
            month = _MONTH_FIRST.match(text, place.start, place.end)
            yield _Found(month.end() if month is not None else place.start, place.end, "place", 1 if placed else 2)
    for one in direct_identifiers(text).found:
        if one.type == "LOC" and not text[one.start].islower():
            yield _Found(one.start, one.end, "place", 0)
    for start, end in located:
        end = start + len(_TRAILING.sub("", text[start:end]))
        words = re.findall(r"[^\W\d_]+", text[start:end])
        if words and all(word[0].isupper() and not is_ordinary(word) for word in words):
            yield _Found(start, end, "place", 2)


def _kind(text: str, start: int, end: int) -> str:
    """Tell a nation before a noun from a name: "two Danish guests"."""
    after = text[end + 1 : end + 2]
    return "demonym" if text[start:end] in _nations() and text[end : end + 1] == " " and after.islower() else "name"


@cache
def _nations() -> frozenset[str]:
    return frozenset(word for country in countries() for word in country.demonyms)


def _merged(text: str, found: Iterable[_Found]) -> list[_Found]:
    """Return what was found, where parts of one name are one: "Ó" and "Briain", "LINDQVIST, Joel"."""
    merged: list[_Found] = []
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
        merged[-1] = _Found(start, end, kind, last.rank)
    return merged


def _is_one(text: str, last: _Found, one: _Found, gap: str) -> bool:
    surname, rest = text[last.start : last.end], text[one.start : one.end]
    if _QUOTED.fullmatch(gap) and last.kind == one.kind == "name":
        return True  # 'Ana "Nina" Reis'
    if gap != ", " or last.kind != "name" or one.kind != "name" or " " in surname:
        return gap == " "
    labelled = _LABEL_BEFORE.search(text, max(0, last.start - 12), last.start) is not None
    return (surname.isupper() and not rest.isupper()) or (labelled and " " in rest)


def _without_overlap(found: Iterable[_Found]) -> list[_Found]:
    """Return what was found in order; where two meet, the surer and then the longer one."""
    kept: list[_Found] = []
    taken: set[int] = set()
    for one in sorted(found, key=lambda one: (one.rank, one.start - one.end, one.start)):
        places = range(one.start, one.end)
        if one.start < one.end and taken.isdisjoint(places):
            taken.update(places)
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)
