"""Addresses whose number stands behind the street, and those made of numbered parts.

``Suur-Posti 18-4, 80010 Pärnu``, ``Gedimino pr. 41, Vilnius``, ``House 22, Road 7, Block C, Banani``.
"""

import re
from collections.abc import Iterator

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import words
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page
from gyges.reading.time._dates import months

__all__ = ["find_postal"]

_CAPITAL = r"[^\W\d_a-zà-öø-ÿ][\w'’‘.-]*"
_LINKS = (
    r"(?:de|des|du|del|della|da|do|dos|das|la|le|les|los|las|der|den|dem|van|von|y|e|i|og|und|of|the|am|im|an|na|nad|"
    r"pod|ve)"
)
_LEFT = re.compile(
    rf"(?<![\w.])(?:\d{{1,5}}[A-Za-z]?,?[ ])?{_CAPITAL}(?:[ ](?:{_LINKS}|{_CAPITAL})){{0,4}}"
    r"(?P<kind>[ ][^\W\d_A-Z]{1,8}\.?)?,?[ ](?:(?:n[º°.r]|nr|no|núm|num|br|č\.?[ ]?p)\.?[ ]?)?$"
)
_NUMBER = re.compile(r"\d{1,4}[ ]?[A-Za-z]?(?![^\W\d_])(?:[-/][ ]?\d{1,4}[A-Za-z]?)?(?![\d:%])")
_CODE = r"(?:[A-Z]{1,3}[- ])?(?:\d{4,6}(?:-\d{3,4})?|\d{3}[ ]\d{2,3})"
_TOWN = rf"{_CAPITAL}(?:[ -]{_CAPITAL}){{0,2}}(?:[ ]\d{{1,2}}(?![\w.,:/]))?"
_FLOOR = (
    r"[ ,]{1,2}(?:\d{1,3}[.ºª°]{0,2}|[^\W\d_]{1,5}\.|[A-Z]{1,3}|[IVX]{1,4}/\d{1,3}|#?\d{1,3}[/-]?\w{0,3})(?![^\W_])"
)
_TAIL = re.compile(rf"\.?(?:{_FLOOR}){{0,4}}?(?:,[ ]?|[ ]|\.,?[ ]|\n){_CODE}[ ]{_TOWN}")
_SHORT_TAIL = re.compile(rf"(?:,[ ]{_TOWN})?(?=[,.;)\n]|[ ]?[—–|]|$)")
_ASKED = re.compile(
    r"(?<!\w)(?:address(?:[ ]?:|[ ](?:as|is|was|at))|adres\w{0,3}[ ]?:|(?:live|lives|lived|living|moved|reside[sd]?|"
    r"residing|resident|staying|stays|stayed|registered|domiciled|home)[ ](?:at|on|in|to))[ ]$",
    re.I,
)
_PART = (
    r"(?:House|Hse|H|Road|Rd|Block|Blk|Bloc|Lane|Alley|Section|Sec|Sector|Plot|Flat|No|Unit|Lot|Street|Phase|Floor|Gali|Ward|Level|Room|"
    r"Apt|Building|Bldg|Tower|Wing|Km|RR|Box|Stand|Zone|Door|Shop|Stall|Site|Parcel|Villa|Estate|Extension|Ext)"
    r"\.?[ ]?(?:[Nn]o\.?[ ]?|#[ ]?)?-?(?:\d[\w/-]{0,7}|[A-Z](?![\w'’]))"
)
_PARTS = re.compile(
    rf"(?<![\w.]){_PART}(?:,?[ ]{_PART}){{1,5}}(?:,[ ]{_CAPITAL}(?:[ ]{_CAPITAL}){{0,3}}){{0,3}}"
    r"(?:[ -]\d{3,6}(?!\w))?"
)
_AREA_AND_HOUSE = re.compile(rf"(?<![\w.])[A-Z]{{1,3}}[ ]?\d{{1,3}},?[ ](?i:{_PART})(?!\w)")
_NUMERIC = re.compile(
    r"(?<![\w.,/])(?:No\.?[ ]?)?\d{1,5}[A-Za-z]?(?:[-/]\d{1,4}[A-Za-z]?)?,?[ ]"
    r"(?:Jalan|Jln|Jl|Lorong|Lrg|Persiaran|Lebuh|Calle|Carrera|Cra|"
    r"Soi|Street|Road|Rd|Lane|Avenue|Ave)\.?[ ]\d{1,3}(?:/\d{1,3})?[A-Z]?(?!\w)"
    rf"(?:,[ ]{_CAPITAL}(?:[ ]{_CAPITAL}){{0,3}}){{0,3}}(?:,?[ ]{_CODE}[ ]{_TOWN})?"
)
_TOWER = re.compile(
    rf"(?<!\w)(?:Blk|Block|Apt)\.?[ ]\d{{1,4}}[A-Z]?,?[ ]{_CAPITAL}(?:[ ]{_CAPITAL}){{0,3}}"
    rf"(?:[ ]\d{{1,3}})?,?[ ]#\d{{1,2}}-\d{{1,4}}(?:,?[ ](?:{_CAPITAL}[ ]|S\(?)\d{{5,6}}\)?)?"
)
_STREET_ENDS = (
    "vej", "gade", "gata", "gatan", "vagen", "veien", "strasse", "straße", "gasse", "allee", "platz", "laan", "straat",
    "plein", "gracht", "kade", "katu", "utca", "stræde", "straede", "torget", "stien", "gränd", "damm", "ufer",
)  # fmt: skip
_REACH, _ASKED_REACH, _LONGEST = 64, 24, 4


def find_postal(page: Page) -> Iterator[Cue]:
    """Yield addresses that a number behind a name, with what follows or leads it, gives away."""
    text = page.text
    for start, end in page.digits:
        if end - start > _LONGEST or text[start - 1 : start] != " ":
            continue
        left = _LEFT.search(text, max(0, start - _REACH), start) if text[start - 2 : start - 1].strip() else None
        if left and (stop := _address_end(text, start, left)):
            yield Cue(left.start(), stop, "LOC", True)
    if "," in text and not page.keys.isdisjoint(words("numbered_parts")):
        for form in (_PARTS, _AREA_AND_HOUSE):
            yield from (Cue(*match.span(), "LOC", True) for match in form.finditer(text))
    if not page.keys.isdisjoint(words("numeric_streets")):
        yield from (Cue(*match.span(), "LOC", True) for match in _NUMERIC.finditer(text))
    if "#" in text:
        yield from (Cue(*match.span(), "LOC", True) for match in _TOWER.finditer(text))


def _address_end(text: str, start: int, left: re.Match[str]) -> int | None:
    """Return where an address ends whose house number starts here; None if the number is none of a house."""
    number = _NUMBER.match(text, start)
    parts = fold(left[0].rstrip(" .,")).split()
    if number is None or not parts or any(part in months() or part in words("no_code_before") for part in parts):
        return None
    if parts[-1].endswith(_STREET_ENDS):  # "Gudrunsvej 80"
        tail = _TAIL.match(text, number.end()) or _SHORT_TAIL.match(text, number.end())
        return tail.end() if tail else number.end()
    kind = (left["kind"] or "").strip(" .").lower()
    if kind and kind not in words("street_kinds"):
        return None
    if tail := _TAIL.match(text, number.end()):
        return tail.end()
    asked = _ASKED.search(text, max(0, left.start() - _ASKED_REACH), left.start())
    tail = _SHORT_TAIL.match(text, number.end()) if kind or asked else None
    return tail.end() if tail else None
