"""Organisations in a text: capitalised phrases around a word such as Hospital, Ltd or University."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, cast

from gyges.reading.lexicon._load import is_common_word, read_rows, read_toml, words
from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.page._forms import find_forms, pattern
from gyges.reading.page._page import Page, once_a_page, page_of
from gyges.reading.page._phrases import PhraseIndex
from gyges.reading.page._wanted import Wanted
from gyges.reading.places._gazetteer import city, named_places

OrganisationKind = Literal[
    "company", "school", "university", "hospital", "court", "authority", "club", "church", "police", "army", "media",
    "other",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Organisation:
    """An organisation in a text."""

    start: int  # first code point
    end: int  # one past the last code point
    text: str  # the words, ``text[start:end]``
    kind: OrganisationKind  # what it is


class _OrgSpan(NamedTuple):
    start: int
    end: int
    kind: str


class _Heads(NamedTuple):
    last: dict[str, str]
    first: dict[str, str]
    forms: re.Pattern[str]
    openings: frozenset[str]


_MOST_HEADS, _LONGEST, _LONGEST_FIRM, _LONGEST_TAIL = 4, 8, 5, 9  # words
_BIG = 55  # size from which on a name is rather a city's than a family's
_LINKS = words("organisations.links")
_JOINS = words("organisations.joins")
_NOT_FIRST = words("organisations.not_first")
_TITLES = words("organisations.titles")
_ABBREVIATED = words("organisations.abbreviated")
_WEAK = words("organisations.weak")
_EMPLOY_WORDS = words("organisations.employ")
_EMPLOYED = pattern("organisations.employed")
_BETWEEN = _LINKS | {"the", "and"}
_GAPS = frozenset({" ", " & ", "' ", "’ "})


@cache
def _heads() -> _Heads:
    last: dict[str, str] = {}
    first: dict[str, str] = {}
    forms: list[str] = []
    for kind, heads in read_toml("org_heads.toml").items():
        last.update((word.lower(), kind) for word in heads.get("end", ()))
        first.update((word.lower(), kind) for word in heads.get("start", ()))
        forms += heads.get("suffix", ())
    escaped = "|".join(sorted(map(re.escape, forms), key=len, reverse=True))
    ends = rf"(?:{escaped})(?![^\W_])(?:\s(?:Ltd|Bhd|KG|Co|LLC|Limited)(?![^\W_])\.?)?"
    whole = rf",?\s(?:&\sCo\.?\s|[Ss]p\.\s?z\s)?(?:{ends}|(?i:ltd|inc|llc|llp|plc|corp|gmbh)(?![^\W_])\.?)"
    cased = {a + b for word in ("lt", "in", "ll", "pl", "co", "gm") for a in _cases(word[0]) for b in _cases(word[1])}
    return _Heads(last, first, re.compile(whole), frozenset({form[:2] for form in forms} | cased | {"Sp", "sp"}))


def _cases(letter: str) -> tuple[str, ...]:
    return letter, letter.upper(), *(("ı", "İ") if letter == "i" else ())  # what (?i:i) takes


@cache
def _common() -> PhraseIndex[str]:
    """Organisations that go without capitals, such as ``district court``."""
    return PhraseIndex({row[0]: row[1] for row in read_rows("org_phrases.tsv")})


def find_organisations(text: str | Page) -> list[Organisation]:
    """Return the organisations of a text in their order, without overlap."""
    return list(_find(page_of(text)))


@once_a_page
def _find(page: Page) -> tuple[Organisation, ...]:
    named = (_OrgSpan(cue.start, cue.end, cue.kind) for cue in find_forms(page, "firms", _CHECKS))
    found = [*_headed(page), *named, *_suffixed(page), *_employers(page)]
    found += (
        _OrgSpan(page.words[index][0], page.words[index + count - 1][1], kind)
        for index, count, kind in _common().find(page)
    )
    kept: list[_OrgSpan] = []
    for org in sorted(found, key=lambda org: (org.start, -org.end)):
        if not kept or org.start >= kept[-1].end:
            kept.append(org)
        elif org.end > kept[-1].end and org.start > kept[-1].start and org.kind != "company":
            kept[-1] = kept[-1]._replace(end=org.end)
    return tuple(Organisation(org.start, org.end, page.text[org.start : org.end], _kind(org.kind)) for org in kept)


def _kind(name: str) -> OrganisationKind:
    return cast(OrganisationKind, name)


def _left(page: Page, index: int, limit: int = _LONGEST) -> int:
    """Return the first word of the capitalised run that ends at a word."""
    first = index
    while first and index - first < limit:
        gap, before = page.gap(first - 1), page.key(first - 1)
        close = gap in _GAPS or (gap == ". " and before in _ABBREVIATED)
        if not close or before in _TITLES or (before == "the" and first == index):
            break
        if page.capital(first - 1):
            first -= 1
        elif first > 1 and gap == " " and _is_join(page, first - 1):
            first -= 2
        else:
            break
    while first < index and (page.key(first) in _NOT_FIRST or page.key(first) in _JOINS):
        first += 1
    return first


def _is_join(page: Page, index: int) -> bool:
    """Tell whether a small word stands between parts of a name: ``Ministry of Justice``, ``Smith and Partners``."""
    key, before = page.key(index), page.key(index - 1)
    if key not in _JOINS or page.gap(index - 1) not in {" ", "' "}:
        return False
    headed = key in {"and", "the"} or before in _heads().last or before in _heads().first
    return headed and page.capital(index - 1) and before not in _NOT_FIRST


def _right(page: Page, index: int, *, free: bool) -> int:
    """Return the last word of the run that begins at a head, over ``of the ...`` and, if free, over any capitals."""
    last = index
    while last + 1 < len(page.words) and last - index < _LONGEST_TAIL:
        gap = page.gap(last)
        if gap != " " and not (gap == ". " and page.key(last) in _ABBREVIATED):
            break
        step = 1
        while step < 3 and page.key(last + step) in _BETWEEN and not page.capital(last + step):
            if last + step + 1 >= len(page.words) or page.gap(last + step) != " ":
                break
            step += 1
        if not page.capital(last + step) or page.key(last + step) in _NOT_FIRST:
            break
        plain = step == 1 and (free or last > index)
        linked = step > 1 and page.key(last + 1) in (_LINKS if last == index else _LINKS | _JOINS)
        if not (plain or linked):
            break
        last += step
    return last


@Wanted
def _is_head(key: str) -> bool:
    return key in _heads().last or key in _heads().first


def _headed(page: Page) -> Iterator[_OrgSpan]:
    heads = _heads()
    for index in page.where(_is_head):
        if not page.capital(index):
            continue
        kind_last, kind_first = heads.last.get(page.key(index)), heads.first.get(page.key(index))
        first = _left(page, index) if kind_last else index
        last, kind = index, kind_last
        while last + 1 < len(page.words) and last - index < _MOST_HEADS and page.gap(last) == " ":
            further = heads.last.get(page.key(last + 1)) if page.capital(last + 1) else None
            if further is None or (first == last == index and kind_last is None):
                break
            last, kind = last + 1, further
        if kind_first and first == index:
            kind = kind_first if last == index else kind
            last = max(last, _right(page, index, free=True))
        elif last == index:
            last = _right(page, index, free=False)
        if _names_one(page, first, last, index):
            start, end = page.words[first][0], page.words[last][1]
            form = heads.forms.match(page.text, end)
            yield _OrgSpan(start, form.end(), "company") if form else _OrgSpan(start, end, kind or "other")


def _names_one(page: Page, first: int, last: int, head: int) -> bool:
    """Tell whether words around a head name an organisation: there are two, and not both are words of every day."""
    size, key = last - first + 1, page.key(head)
    numbered = key in {"court", "house"} and last == head and re.match(r"\s\d", page.text[page.words[last][1] :][:2])
    weak = size == 2 and key in _WEAK and (first == head or is_common_word(page.key(first)))
    return size > 1 and not numbered and not weak


def _suffixed(page: Page) -> Iterator[_OrgSpan]:
    """Firms known by their legal form alone: ``Teo Marchbank LLC``."""
    text, forms, openings = page.text, _heads().forms, _heads().openings
    for index, (start, end, key) in enumerate(page.words):
        if not text[start].isupper():
            continue
        at = end + 2 if text[end : end + 1] == "," else end + 1
        if text[at : at + 2] not in openings and text[at : at + 1] != "&":
            continue  # most words: no legal form begins so
        form = forms.match(text, end)
        if form and key not in _NOT_FIRST:
            yield _OrgSpan(page.words[_left(page, index, _LONGEST_FIRM)][0], form.end(), "company")


def _is_family(name: str) -> bool:
    stat = first_name(name)
    return is_surname(name) or not (is_common_word(name) or (stat and stat.weight > 0.4))


def _is_place(name: str) -> bool:
    found = city(name.lower())
    return name.lower() in named_places() or bool(found and found[0] in {"", "d"} and found[2][0].size >= _BIG)


def _are_families(match: re.Match[str]) -> bool:
    names = [name for name in match.groups()[1:] if name]
    return sum(map(_is_family, names)) > 1 and not any(map(_is_place, names))


def _are_names(match: re.Match[str]) -> bool:
    names = re.split(r",?\s(?:and|&)\s|,\s", match["who"])
    return all(is_surname(name) or first_name(name) is not None for name in names)


_CHECKS = {"families": _are_families, "names": _are_names}


@Wanted
def _employs(key: str) -> bool:
    """Whether a word, or its last part, opens one of the forms of `_EMPLOYED`."""
    return key.replace("'", "-").rpartition("-")[2] in _EMPLOY_WORDS


def _employers(page: Page) -> Iterator[_OrgSpan]:
    """Capitalised words after ``works at``, ``employed by`` and their like."""
    for match in page.each(_EMPLOYED) if page.where(_employs) else ():
        index = page.at(match.end())
        if index == len(page.words) or page.words[index][0] != match.end() or page.key(index) in _NOT_FIRST:
            continue
        last = _right(page, index, free=True)
        if page.capital(index) and (last > index or not _is_word_or_name(page.key(index))):
            yield _OrgSpan(page.words[index][0], page.words[last][1], "company")


def _is_word_or_name(key: str) -> bool:
    stat = first_name(key)
    return _is_place(key) or is_common_word(key) or bool(stat and not stat.ambiguous and stat.weight > 0.6)
