"""Organisations in a text: capitalised phrases around a word such as Hospital, Ltd or University."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, cast

from gyges.reading.lexicon._load import read_rows, read_toml, words
from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.lexicon._vocabulary import is_common_word
from gyges.reading.page._page import Page, Wanted, once_a_page, page_of
from gyges.reading.page._phrases import PhraseIndex
from gyges.reading.places._gazetteer import city, named_places

__all__ = ["Organisation", "OrganisationKind", "find_organisations"]

OrganisationKind = Literal[
    "company",
    "school",
    "university",
    "hospital",
    "court",
    "authority",
    "club",
    "church",
    "police",
    "army",
    "media",
    "other",
]


@dataclass(frozen=True, slots=True)
class Organisation:
    """An organisation in a text.

    Attributes:
        start: First code point.
        end: One past the last code point.
        text: The words, ``text[start:end]``.
        kind: What it is.
    """

    start: int
    end: int
    text: str
    kind: OrganisationKind


class _Heads(NamedTuple):
    last: dict[str, OrganisationKind]
    first: dict[str, OrganisationKind]
    forms: re.Pattern[str]
    openings: frozenset[str]


_MOST_HEADS = 4
_Words = tuple[tuple[int, int, str], ...]
_LINKS = words("organisations.links")
_JOINS = words("organisations.joins")
_NOT_FIRST = words("organisations.not_first")
_TITLES = words("organisations.titles")
_ABBREVIATED = words("organisations.abbreviated")
_WEAK = words("organisations.weak")
_EMPLOY_WORDS = words("organisations.employ")
_EMPLOYED = re.compile(
    r"\b(?:work(?:s|ed|ing)? (?:at|for|with)|employed (?:by|at|with)|job (?:at|with)|joined|employees? (?:of|at)|"
    r"staff (?:at|of)|team at|colleagues? (?:at|from)|here at|"
    r"(?:driver|developer|engineer|consultant) (?:at|with)|nurse at|manager (?:at|of)|"
    r"intern(?:ing|ed)? at|shift at|trading as|"
    r"run(?:s|ning)? a (?:shop|company|firm) (?:called|by the name of))\s+"
)
_FIRM = re.compile(
    r"(?<![\w,])(CAP), (CAP),? (?:and|&) (CAP)(?![\w])".replace("CAP", r"[^\W\d_a-z][\w'’]*(?:-[^\W\d_a-z][\w'’]*)?")
)
_FIRM_PART = re.compile(r", [^\W\d_a-z][\w'’-]*,? (?:and|&) [^\W\d_a-z]")  # quick to look for, by its comma
_SONS_SIGNS = (
    *(
        f"{link} {who}"
        for link in ("and", "&")
        for who in ("Son", "Daughters", "Brothers", "Co", "Partners", "Associates")
    ),
    " Bros",
)
_SONS = re.compile(
    r"[^\W\d_a-z][\w'’-]*(?: [^\W\d_a-z][\w'’-]*)?"
    r"(?: (?:and|&) (?:Sons|Son|Daughters|Brothers|Co\b\.?|Company|Partners|Associates)| Bros\b\.?)"
)


@cache
def _heads() -> _Heads:
    last: dict[str, OrganisationKind] = {}
    first: dict[str, OrganisationKind] = {}
    forms: list[str] = []
    for name, heads in read_toml("org_heads.toml").items():
        kind = cast(OrganisationKind, name)
        last.update((word.lower(), kind) for word in heads.get("end", ()))
        first.update((word.lower(), kind) for word in heads.get("start", ()))
        forms += heads.get("suffix", ())
    escaped = "|".join(sorted(map(re.escape, forms), key=len, reverse=True))
    ends = rf"(?:{escaped})(?![^\W_])(?:\s(?:Ltd|Bhd|KG|Co|LLC|Limited)(?![^\W_])\.?)?"
    pattern = rf",?\s(?:&\sCo\.?\s|[Ss]p\.\s?z\s)?(?:{ends}|(?i:ltd|inc|llc|llp|plc|corp|gmbh)(?![^\W_])\.?)"
    cased = {a + b for word in ("lt", "in", "ll", "pl", "co", "gm") for a in _cases(word[0]) for b in _cases(word[1])}
    return _Heads(last, first, re.compile(pattern), frozenset({form[:2] for form in forms} | cased | {"Sp", "sp"}))


def _cases(letter: str) -> tuple[str, ...]:
    return letter, letter.upper(), *(("ı", "İ") if letter == "i" else ())  # what (?i:i) takes


@cache
def _common() -> PhraseIndex[OrganisationKind]:
    """Organisations that go without capitals, such as ``district court``."""
    return PhraseIndex({key: cast(OrganisationKind, kind) for key, kind in read_rows("org_phrases.tsv")})


def find_organisations(text: str | Page) -> list[Organisation]:
    """Return the organisations of a text in their order, without overlap."""
    return list(_find(page_of(text)))


@once_a_page
def _find(page: Page) -> tuple[Organisation, ...]:
    text, words = page.text, page.words
    found = [*_headed(page), *_firms(page), *_suffixed(text, words), *_employers(page)]
    for index, count, kind in _common().find(page):
        start, end = words[index][0], words[index + count - 1][1]
        found.append(Organisation(start, end, text[start:end], kind))
    found.sort(key=lambda org: (org.start, -org.end))
    kept: list[Organisation] = []
    for org in found:
        if kept and org.start < kept[-1].end:
            if org.end > kept[-1].end and org.start > kept[-1].start and org.kind != "company":
                merged = text[kept[-1].start : org.end]
                kept[-1] = Organisation(kept[-1].start, org.end, merged, kept[-1].kind)
            continue
        kept.append(org)
    return tuple(kept)


def _capital(text: str, word: tuple[int, int, str]) -> bool:
    return text[word[0]].isupper()


def _gap(text: str, words: _Words, index: int) -> str:
    """What stands between a word and the next one."""
    return text[words[index][1] : words[index + 1][0]]


def _left(text: str, words: _Words, index: int, limit: int = 8) -> int:
    """The first word of the capitalised run that ends at a word."""
    first = index
    while first and index - first < limit:
        gap = _gap(text, words, first - 1)
        before = words[first - 1]
        if gap in {" ", " & "} or (gap == ". " and before[2] in _ABBREVIATED) or gap in {"' ", "’ "}:
            if before[2] in _TITLES or (before[2] == "the" and first == index):
                break
            if _capital(text, before):
                first -= 1
                continue
            linked = first > 1 and before[2] in _JOINS and _gap(text, words, first - 2) in {" ", "' "}
            other = words[first - 2]
            linked = linked and (before[2] in {"and", "the"} or other[2] in _heads().last or other[2] in _heads().first)
            if gap == " " and linked and _capital(text, other) and other[2] not in _NOT_FIRST:
                first -= 2
                continue
        break
    while first < index and (words[first][2] in _NOT_FIRST or words[first][2] in _JOINS):
        first += 1
    return first


def _right(text: str, words: _Words, index: int, *, free: bool) -> int:
    """The last word of the run that begins at a head, over ``of the ...`` and, if free, over any capitals."""
    last = index
    while last + 1 < len(words) and last - index < 9:
        gap, after = _gap(text, words, last), words[last + 1]
        if gap != " " and not (gap == ". " and words[last][2] in _ABBREVIATED):
            break
        if _capital(text, after) and (free or last > index) and after[2] not in _NOT_FIRST:
            last += 1
            continue
        step = 1
        while (
            after[2] in _LINKS | {"the", "and"}
            and last + step + 1 < len(words)
            and step < 3
            and not _capital(text, after)
        ):
            if _gap(text, words, last + step) != " ":
                break
            step += 1
            after = words[last + step]
        if (
            step > 1
            and _capital(text, after)
            and after[2] not in _NOT_FIRST
            and words[last + 1][2] in (_LINKS if last == index else _JOINS | _LINKS)
        ):
            last += step
            continue
        break
    return last


@Wanted
def _is_head(key: str) -> bool:
    return key in _heads().last or key in _heads().first


def _headed(page: Page) -> Iterator[Organisation]:
    text, words = page.text, page.words
    heads = _heads()
    for index in page.where(_is_head):
        word = words[index]
        key = word[2]
        kind_last, kind_first = heads.last.get(key), heads.first.get(key)
        if (kind_last is None and kind_first is None) or not _capital(text, word):
            continue
        first = _left(text, words, index) if kind_last else index
        last = index
        kind = kind_last
        while last + 1 < len(words) and last - index < _MOST_HEADS and _gap(text, words, last) == " ":
            if not _capital(text, words[last + 1]):
                break
            further = heads.last.get(words[last + 1][2])
            if further is None or (first == last == index and kind_last is None):
                break
            last, kind = last + 1, further
        if kind_first and first == index:
            last, kind = max(last, _right(text, words, index, free=True)), kind_first if last == index else kind
        elif kind_last and last == index:
            last = _right(text, words, index, free=False)
        org = _make(text, words, first, last, kind or "other", index)
        if org:
            yield org


def _make(text: str, words: _Words, first: int, last: int, kind: OrganisationKind, head: int) -> Organisation | None:
    size = last - first + 1
    key = words[head][2]
    if size < 2 or (size == 2 and key in _WEAK and first == head):
        return None
    others = [word for word in words[first : last + 1] if word is not words[head]]
    if key in _WEAK and first != head and size == 2 and all(is_common_word(word[2]) for word in others):
        return None
    if key in {"court", "house"} and last == head and re.match(r"\s\d", text[words[last][1] :][:2]):
        return None
    start, end = words[first][0], words[last][1]
    form = _heads().forms.match(text, end)
    if form:
        end, kind = form.end(), "company"
    return Organisation(start, end, text[start:end], kind)


def _suffixed(text: str, words: _Words) -> Iterator[Organisation]:
    """Firms known by their legal form alone: ``Teo Marchbank LLC``."""
    forms, openings = _heads().forms, _heads().openings
    for index, (start, end, key) in enumerate(words):
        if not text[start].isupper():
            continue
        at = end + 2 if text[end : end + 1] == "," else end + 1
        if text[at : at + 2] not in openings and text[at : at + 1] != "&":
            continue  # most words: no legal form begins so
        form = forms.match(text, end) if text[end : end + 1] in {" ", ","} else None
        if form and key not in _NOT_FIRST:
            first = _left(text, words, index, 5)
            yield Organisation(words[first][0], form.end(), text[words[first][0] : form.end()], "company")


def _firms(page: Page) -> Iterator[Organisation]:
    text, words = page.text, page.words
    for match in page.each(_FIRM) if _FIRM_PART.search(text) else ():
        whole = match[0].removesuffix("'s").removesuffix("’s")
        names = [match[1], match[2], match[3].removesuffix("'s").removesuffix("’s")]
        if sum(map(_family, names)) >= 2 and not any(_place(name) for name in names):
            yield Organisation(match.start(), match.start() + len(whole), whole, "company")
    for index in page.where(_hyphened):
        start, end, _ = words[index]
        before = words[index - 1][2] if index else ""
        if before in {"at", "from", "with", "for"} and _capital(text, words[index]):
            whole = text[start:end].removesuffix("'s").removesuffix("’s")
            names = whole.split("-")
            if len(names) == 2 and names[1][:1].isupper() and all(map(_family, names)) and not any(map(_place, names)):
                yield Organisation(start, start + len(whole), whole, "company")
    for match in page.each(_SONS) if any(sign in text for sign in _SONS_SIGNS) else ():
        yield Organisation(*match.span(), match[0], "company")


@Wanted
def _hyphened(key: str) -> bool:
    return "-" in key


def _family(name: str) -> bool:
    stat = first_name(name)
    return is_surname(name) or not (is_common_word(name) or (stat and stat.weight > 0.4))


def _place(name: str) -> bool:
    found = city(name.lower())
    return name.lower() in named_places() or bool(found and found[0] in {"", "d"} and found[2][0].size >= 55)


@Wanted
def _employs(key: str) -> bool:
    """Whether a word, or its last part, opens one of the forms of `_EMPLOYED`."""
    return key in _EMPLOY_WORDS or (
        ("-" in key or "'" in key) and key.replace("'", "-").rpartition("-")[2] in _EMPLOY_WORDS
    )


def _employers(page: Page) -> Iterator[Organisation]:
    """Capitalised words after ``works at``, ``employed by`` and their like."""
    text, words = page.text, page.words
    found = list(page.each(_EMPLOYED)) if page.where(_employs) else []
    starts = {word[0]: index for index, word in enumerate(words)} if found else {}
    for match in found:
        index = starts.get(match.end())
        if index is None or not _capital(text, words[index]) or words[index][2] in _NOT_FIRST:
            continue
        last = _right(text, words, index, free=True)
        end = words[last][1]
        key = words[index][2]
        stat = first_name(key)
        if last == index and (
            _place(key) or (stat and not stat.ambiguous and stat.weight > 0.6) or is_common_word(key)
        ):
            continue
        yield Organisation(words[index][0], end, text[words[index][0] : end], "company")
