"""What has a name: people, places, organisations, nationalities, numbers; in order, each with what stands for it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

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
    is_english_word,
    is_named,
    kind_noun,
    kind_of,
    name_swap,
)
from gyges.reading import Reading, ReadMention, find_codes, find_mentions, find_organisations, find_places

__all__ = ["find_named"]

_TRAILING = re.compile(r"(?:\s+[a-zà-ÿ][\w'’-]*)+$")
_TYPES = {"place": "LOC", "organisation": "ORG", "demonym": "DEM", "name": "PERSON", "code": "CODE"}
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
    found = _without_overlap(
        [
            *(_Found(start, end, "name", 1) for start, end in name_spans(text, reading)),
            *_codes(text, mentions),
            *_organisations(text, mentions),
            *_places(text, mentions),
        ]
    )
    labels = Labels(text, reading)
    names = [text[one.start : one.end] for one in found if one.kind in {"name", "place", "organisation"}]
    letters, known, anchor = Letters(names), set[str](), None
    pieces: list[Piece] = []
    for one in found:
        words = text[one.start : one.end]
        key = labels.key(one.start, words) if one.kind == "name" else f"{one.kind} {words.casefold()}"
        last = pieces[-1] if pieces else None
        anchor = last.start if last is not None and last.rungs == ("",) and not text[last.end : one.start].strip("in at of from near the to,") else None
        swap = _swap(text, one, key, letters, known, anchor)
        if swap is None:
            continue
        if last is not None and swap.start < last.end:
            swap = Swap(one.start, one.end, letters.of(key), letters.of(key))
        person = labels.person(one.start) if one.kind == "name" else ""
        direct = one.kind in {"name", "code"}
        pieces.append(
            Piece(swap.start, swap.end, one.kind, (swap.new,), key, TAGS[one.kind], _TYPES[one.kind], direct, person, swap.instead)
        )
    return pieces


def _swap(text: str, one: _Found, key: str, letters: Letters, known: set[str], anchor: int | None) -> Swap | None:
    span = (one.start, one.end)
    if one.kind == "name":
        return name_swap(text, *span, letters.of(key))
    if one.kind == "code":
        return code_swap(text, *span)
    if one.kind == "demonym":
        return demonym_swap(text, *span, letters.of(key)) if _is_nation(text, *span) else None
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
        return _gone(text, goes, one, key, letters)
    return Swap(*span, letters.of(key), letters.of(key))


def _gone(text: str, goes: tuple[int, int], one: _Found, key: str, letters: Letters) -> Swap:
    """Return that a phrase goes; where that breaks the sentence, a letter stands for the name in it."""
    low, high = goes
    instead = f"{text[low : one.start]}{letters.of(key)}{text[one.end : high]}" if low <= one.start and one.end <= high else letters.of(key)
    return Swap(low, high, "", instead)


def _is_nation(text: str, start: int, end: int) -> bool:
    return text[start:end] != _ENGLISH


def _codes(text: str, mentions: Sequence[ReadMention]) -> Iterator[_Found]:
    spans = {(code.start, code.end) for code in find_codes(text)}
    spans |= {(mention.start, mention.end) for mention in mentions if mention.type == "CODE"}
    spans |= {(one.start, one.end) for one in direct_identifiers(text).found if one.type == "CODE"}
    for start, end in spans:
        if is_code(text, start, end):
            yield _Found(start, end, "code", 0)


def _organisations(text: str, mentions: Sequence[ReadMention]) -> Iterator[_Found]:
    spans = {(found.start, found.end) for found in find_organisations(text)}
    spans |= {(mention.start, mention.end) for mention in mentions if mention.type == "ORG"}
    for start, end in spans:
        if is_named(text, start, end):
            longer = kind_of(text[start:end]) is not None and " " in text[start:end]
            yield _Found(start, end, "organisation", 0 if longer else 2)


def _places(text: str, mentions: Sequence[ReadMention]) -> Iterator[_Found]:
    located = {(mention.start, mention.end) for mention in mentions if mention.type == "LOC"}
    for place in find_places(text):
        if place.kind == "demonym":
            yield _Found(place.start, place.end, "demonym", 3)
            continue
        placed = is_placed(text, place.start, place.end)
        strange = not all(is_english_word(word) for word in re.findall(r"[^\W\d_]+", place.text))
        if (place.certainty >= _SURE and (strange or placed)) or (strange and (placed or (place.start, place.end) in located)):
            yield _Found(place.start, place.end, "place", 1 if placed else 2)
    for one in direct_identifiers(text).found:
        if one.type == "LOC":
            yield _Found(one.start, one.end, "place", 0)
    for start, end in located:
        end = start + len(_TRAILING.sub("", text[start:end]))
        words = re.findall(r"[^\W\d_]+", text[start:end])
        if words and all(word[0].isupper() and not is_english_word(word) for word in words):
            yield _Found(start, end, "place", 2)


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
