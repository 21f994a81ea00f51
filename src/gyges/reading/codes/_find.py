"""Numbers and addresses that belong to somebody: mail, phone, identity numbers, passports, licences.

A code is found by its digits, then named by the words around it (``code_labels.tsv``) or by its form
(``code_formats.tsv``); dates, amounts and measures are left alone.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, cast

from gyges.reading.codes._contacts import phone_area
from gyges.reading.lexicon._load import read_rows, words
from gyges.reading.lexicon._names import countries, country
from gyges.reading.page._forms import pattern, patterns
from gyges.reading.page._page import Page, once_a_page, page_of
from gyges.reading.time._dates import Date, find_dates

CodeKind = Literal[
    "IDENTIFICATION_NUMBER", "DRIVER_LICENSE_NUMBER", "PHONE_NUMBER", "PASSPORT_NUMBER", "EMAIL_ADDRESS", "OTHER"
]


@dataclass(frozen=True, slots=True)
class Code:
    """A code in a text."""

    start: int  # first code point
    end: int  # one past the last code point
    kind: CodeKind  # a CODE tag of the SPIA taxonomy, or OTHER (file, plate, account, ticket numbers)
    value: str  # exactly as written, ``text[start:end]``
    label: str  # the words that named it, such as ``passport no``; empty if none
    country: str | None  # name of the country its form points to, None if none


class _Label(NamedTuple):
    kind: CodeKind
    iso: str
    text: str
    adjacent: bool


class _CodeForm(NamedTuple):
    kind: CodeKind
    iso: str
    check: str


_WINDOW, _AFTER, _MAX_CHUNKS, _SHORTEST, _LABEL_WORDS, _LABEL_WORDS_AFTER = 64, 28, 7, 4, 4, 3
_LONE, _SHORT_CODE, _LIST_GAP, _MOST_LETTERS = 2, 6, 8, 12
_JOINS = frozenset(" \u00a0\u2009\u202f")
_IN_CHUNK = frozenset("-./+()–‑")
_NOT_LAST, _NOT_FIRST = "-./+(–‑", "-./)–‑"
_MAIL, _FILLER, _UNIT, _MONEY, _NUMERIC, _CUT, _HEAD, _LISTED = patterns(
    "codes", "mail filler unit money numeric cut head listed"
)
_EXTENDED, _BRACKETED, _PAIRS, _LETTERS_LEFT, _LETTER_RIGHT = patterns(
    "codes", "extended bracketed pairs letters_left letter_right"
)
_PHONE_SIGNS, _PHONE, _NO_PHONE, _PASSPORT, _PLAIN, _YEAR = patterns(
    "codes", "phone_signs phone no_phone passport plain year"
)
_PHONE_HEAD = pattern("codes.phone_head")
_AREA, _SLASH = pattern("codes.area"), " / "
_PHONE_HEAD_SIZE = 20  # code points of a phone number before its last figures


@cache
def _labels() -> dict[str, tuple[CodeKind, str]]:
    """The words that name codes, folded: what kind of code, of which country."""
    return {
        words: (cast(CodeKind, kind), iso)
        for kind, iso, rows in read_rows("code_labels.tsv")
        for words in rows.split(";")
    }


@cache
def _label_edges() -> tuple[frozenset[str], frozenset[str]]:
    """The words that labels begin with, and those they end with: without one of them, no words are put together."""
    ends = [label.rpartition(" ")[2] for label in _labels()]
    return frozenset(label.partition(" ")[0] for label in _labels()), frozenset(ends).union(f"{end}'s" for end in ends)


@cache
def _forms() -> tuple[re.Pattern[str], tuple[_CodeForm, ...]]:
    rows = read_rows("code_formats.tsv")
    pattern = "|".join(f"({form})" for _, _, _, form in rows)
    return re.compile(pattern), tuple(_CodeForm(cast(CodeKind, kind), iso, how) for kind, iso, how, _ in rows)


def _mails(text: str) -> Iterator[Code]:
    for match in _MAIL.finditer(text) if "@" in text else ():
        yield Code(*match.span(), "EMAIL_ADDRESS", match[0], "", mail_country(match[0]))


@cache
def _domains() -> dict[str, str]:
    return {tld: land.name for land in countries() for tld in land.tlds if tld not in words("worldwide_domains")}


@cache
def mail_hosts() -> dict[str, str]:
    """Return the providers of mail addresses, each with the country of its customers; empty where that is the world."""
    return {host: land.strip("-") for host, land in read_rows("mail_hosts.tsv")}


def mail_country(address: str) -> str | None:
    """Return the country a mail address points to, by its ending or provider; none where the whole world uses it."""
    *hosts, tld = address.rpartition("@")[2].lower().split(".")
    return _domains().get(f".{tld}") or next((mail_hosts()[host] for host in hosts if mail_hosts().get(host)), None)


def _chunks(page: Page, taken: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the runs of letters, digits and inner punctuation that hold a digit and are not part of a mail or date."""
    text = page.text
    done = 0
    blocks = iter([*taken, (len(text) + 1, len(text) + 1)])
    block = next(blocks)
    for start, end in page.digits:
        if start < done:
            continue
        while block[1] <= start:
            done, block = max(done, block[1]), next(blocks)
        if block[0] < end:
            continue
        while start > done and (text[start - 1].isalnum() or text[start - 1] in _IN_CHUNK):
            start -= 1
        limit = min(block[0], len(text))
        while end < limit and (text[end].isalnum() or text[end] in _IN_CHUNK):
            end += 1
        done = end
        before, after = text[start - 1 : start], text[end : end + 1]
        clock = end - start <= _LONE and ":" in {before, after}
        tagged = before in {"#", "&"} and not text[start].isdigit()
        if not (clock or tagged or before in {"@", "_"} or after in {"@", "_"}):
            yield _trim(text, start, end)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a run without the marks at its edges and without brackets that are not closed in it."""
    value = text[start:end].rstrip(_NOT_LAST)
    start, value = start + len(value) - len(value.lstrip(_NOT_FIRST)), value.lstrip(_NOT_FIRST)
    while value[:1] == "(" and (value.count("(") > value.count(")") or (value[-1] == ")" and not _is_area(value))):
        start, value = start + 1, value[1:].removesuffix(")") if value[-1] == ")" else value[1:]
    while value.endswith(")") and value.count(")") > value.count("("):
        value = value[:-1]
    return start, start + len(value.rstrip(_NOT_LAST))


def _is_area(value: str) -> bool:
    return _BRACKETED.fullmatch(value) is not None


def _groups(text: str, chunks: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Yield chunks that stand one space apart, or a slash behind an area code, and may be parts of one number."""
    group: list[tuple[int, int]] = []
    for chunk in chunks:
        value = text[slice(*chunk)]
        part = _NUMERIC.fullmatch(value)
        near = bool(group) and _is_near(text, group, chunk[0])
        near = near and len(group) < _MAX_CHUNKS and not value.startswith("+")
        if group and not (part and near):
            yield group
            group = []
        group.append(chunk)
        if not part and not _HEAD.fullmatch(value):
            yield group
            group = []
    if group:
        yield group


def _is_near(text: str, group: Sequence[tuple[int, int]], start: int) -> bool:
    """Tell whether a chunk may go on with another one: ``07125 33``, ``07125 / 33``, not ``01269 555 / 07700 900``."""
    gap = text[group[-1][1] : start]
    if gap == _SLASH:
        return len(group) == 1 and text[start] not in "0+" and _AREA.fullmatch(text, *group[0]) is not None
    return len(gap) == 1 and gap in _JOINS


def _label_of(page: Page, start: int, end: int, floor: int) -> _Label | None:
    """The words before a code that name it, or else after it; the nearest win."""
    least = max(floor, start - (_WINDOW if end - start > _SHORT_CODE else _WINDOW // 2))
    for cut in _CUT.finditer(page.text, least, start):
        least = cut.end()
    low, ends = page.at(least), _label_edges()[1]
    for index in range(page.at(start) - 1, low - 1, -1):
        if page.words[index][2] not in ends:
            continue
        for first in range(max(low, index - _LABEL_WORDS + 1), index + 1):
            if found := _named(page, first, index):
                adjacent = _FILLER.fullmatch(page.text, page.words[index][1], start) is not None
                if adjacent or found[0] != "OTHER":
                    return _Label(*found, page.text[page.words[first][0] : page.words[index][1]], adjacent)
                return _label_after(page, end)
    return _label_after(page, end)


def _named(page: Page, first: int, last: int) -> tuple[CodeKind, str] | None:
    key = " ".join([word[2] for word in page.words[first : last + 1]])
    return _labels().get(key) or (_labels().get(key[:-2]) if key.endswith("'s") else None)


def _label_after(page: Page, end: int) -> _Label | None:
    begins = _label_edges()[0]
    for index in range(page.at(end), len(page.words)):
        start, stop, key = page.words[index]
        gap = page.text[end:start]
        if stop > end + _AFTER or "\n" in gap or ". " in gap or "," in gap:
            return None
        if key not in begins:
            continue
        for last in range(min(index + _LABEL_WORDS_AFTER, len(page.words)) - 1, index - 1, -1):
            found = _labels().get(" ".join([word[2] for word in page.words[index : last + 1]]))
            if found and found[0] in {"OTHER", "PHONE_NUMBER"} and len(gap) > 2:
                return None
            if found:
                return _Label(*found, page.text[start : page.words[last][1]], adjacent=len(gap) <= 3)
    return None


def _phone_like(value: str) -> bool:
    bare = value.replace("X", "x").partition("x")[0]
    groups = re.findall(r"\d+", bare)
    digits, sizes = "".join(groups), [len(group) for group in groups]
    if not 7 <= len(digits) <= 15 or not _PHONE_SIGNS.fullmatch(value):
        return False
    if value.startswith("+") or (digits.startswith("00") and len(digits) >= 10) or _PHONE.fullmatch(bare.strip()):
        return True
    if _NO_PHONE.search(bare):
        return False
    if digits[0] == "0" and 8 <= len(digits) <= 12:
        return len(groups) > 1 or len(digits) in {9, 10, 11}
    if len(groups) == 1:
        return len(digits) == 10
    thousands = set(sizes[1:]) == {3} and (sizes[0] < 3 or digits.endswith("000"))
    return not thousands and 8 <= len(digits) <= 12 and min(sizes) >= 2 and max(sizes) <= 5


def _decide(page: Page, start: int, end: int, floor: int) -> Code | None:
    text = page.text
    value = text[start:end]
    digits = re.sub(r"\D", "", value)
    letters = sum(sign.isalpha() for sign in value)
    small = value != value.upper() and not _EXTENDED.search(value)
    if len(digits) < 3 or len(digits) + letters < _SHORTEST or letters > _MOST_LETTERS or small:
        return None
    pattern, forms = _forms()
    match = pattern.fullmatch(value)
    form = forms[(match.lastindex or 1) - 1] if match else None
    label = _label_of(page, start, end, floor)
    kind, iso = _judge(value, digits, letters, form, label, "passport" in text)
    if kind is None:
        return None
    unnamed = label is None or (not label.adjacent and kind == "PHONE_NUMBER")
    money = not value.startswith("+") and _MONEY.search(text[max(floor, start - 6) : start])
    if unnamed and (money or _UNIT.match(text, end)):
        return None
    if kind == "PHONE_NUMBER":
        land: str | None = (phone_area(value) or (None,))[-1]
    else:
        home = country(value[:2]) if iso == "*" else country(iso) if len(iso) == 2 else None
        land = home.name if home else None
    return Code(start, end, kind, value, label.text if label and (label.kind == kind) else "", land)


def _judge(
    value: str, digits: str, letters: int, form: _CodeForm | None, label: _Label | None, passport: bool
) -> tuple[CodeKind | None, str]:
    if form and form.iso == "*":
        return form.kind, "*"
    size = len(digits) + letters
    phone = _phone_like(value)
    if label and label.adjacent and not (value.startswith("+") and phone):
        fits = {
            "PASSPORT_NUMBER": 6 <= size <= 12,
            "DRIVER_LICENSE_NUMBER": 5 <= size <= 24 and len(digits) >= 3,
            "PHONE_NUMBER": (not letters and 6 <= len(digits) <= 18) or phone,
            "OTHER": not (phone and letters == 0),
            "IDENTIFICATION_NUMBER": size >= 4 and not _YEAR.fullmatch(value),
        }[label.kind]
        if fits:
            iso = label.iso if label.iso != "-" else form.iso if form and form.kind == label.kind else "-"
            return label.kind, iso
    other_form = form is not None and (form.iso in {"SE", "CL", "MY", "US", "IN"} or _plausible(value, form))
    other_label = label is not None and label.kind in {"IDENTIFICATION_NUMBER", "PASSPORT_NUMBER"} and len(digits) < 10
    if phone and not other_form and not other_label:
        return "PHONE_NUMBER", "-"
    if form and (form.check == "-" or _plausible(value, form)) and not (form.iso in {"NZ", "IE"} and not label):
        return form.kind, form.iso
    if label and not label.adjacent and label.kind != "PHONE_NUMBER" and size >= 6 and label.kind != "OTHER":
        return label.kind, label.iso
    if passport and _PASSPORT.fullmatch(value):
        return "PASSPORT_NUMBER", "-"
    if letters and size >= 5 and len(digits) >= 3 and not _PLAIN.fullmatch(value):
        return "OTHER", "-"
    return (None, "-") if letters or len(digits) < 8 else ("OTHER", "-")


def _plausible(value: str, form: _CodeForm) -> bool:
    """Whether the check digit or the birth month inside an identity number is right."""
    digits = re.sub(r"\D", "", value)
    if form.check == "pesel":
        weighed = zip(digits, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1), strict=True)
        return sum(int(digit) * weight for digit, weight in weighed) % 10 == 0
    if form.check == "luhn":
        doubled = (int(d) if i % 2 == 0 else sum(divmod(2 * int(d), 10)) for i, d in enumerate(reversed(digits)))
        return sum(doubled) % 10 == 0
    place = int(form.check[1:]) if form.check[1:] else 0
    return form.check[0] == "m" and 1 <= int(digits[place : place + 2]) % 50 % 20 <= 12


def find_codes(text: str | Page) -> list[Code]:
    """Return the codes of a text in their order, without overlap."""
    return list(_find(page_of(text)))


def _listed(text: str, start: int, end: int, found: list[Code]) -> Code | None:
    """A code that stands in a list after one of the same shape, whose label it shares."""
    last = found[-1] if found else None
    if last is None or last.kind == "PHONE_NUMBER" or not 0 < start - last.end < _LIST_GAP:
        return None
    value = text[start:end]
    alike = re.sub(r"\d", "9", value) == re.sub(r"\d", "9", last.value)
    if alike and len(value) >= _SHORTEST and _LISTED.fullmatch(text, last.end, start):
        return Code(start, end, last.kind, value, last.label, last.country)
    return None


def _with_letters(text: str, group: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Take in the letters that stand apart in ``QQ 12 34 56 C``."""
    (start, _), (_, end) = group[0], group[-1]
    left = _LETTERS_LEFT.fullmatch(text, max(0, start - 3), start)
    if left and _PAIRS.fullmatch(text, start, end) and _LETTER_RIGHT.match(text, end):
        return [(start - 3, group[0][1]), *group[1:-1], (group[-1][0], end + 2)]
    return group


def _ends_phone(text: str, date: Date) -> bool:
    """Tell whether a year is the end of a phone number: ``+49 5251 778 2031``."""
    alone = _YEAR.fullmatch(text, date.start, date.end)
    return bool(alone and _PHONE_HEAD.search(text, max(0, date.start - _PHONE_HEAD_SIZE), date.start))


@once_a_page
def _find(page: Page) -> tuple[Code, ...]:
    text = page.text
    mails = list(_mails(text))
    dates = ((date.start, date.end) for date in find_dates(page) if not _ends_phone(text, date))
    taken = sorted([*((mail.start, mail.end) for mail in mails), *dates])
    found: list[Code] = []
    floor = 0
    for group in _groups(text, list(_chunks(page, taken))):
        rest = _with_letters(text, group)
        while rest:
            for size in range(len(rest), 0, -1):
                start, end = rest[0][0], rest[size - 1][1]
                code = _decide(page, start, end, floor) or _listed(text, start, end, found)
                if code:
                    found.append(code)
                    floor = code.end
                    break
            rest = rest[size:] if code else rest[1:]
    return tuple(sorted([*mails, *found], key=lambda code: code.start))
