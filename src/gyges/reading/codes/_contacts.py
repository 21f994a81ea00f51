"""Addresses of the net and accounts: links, domains, handles, user names, hashtags that tell something."""

import re
from collections.abc import Iterator

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._known_words import is_known
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page
from gyges.reading.traits._traits import is_trait

__all__ = ["find_contacts"]

_LINK = re.compile(r"(?:https?://|ftp://|www\.)[^\s<>\"”’)\]]{3,200}", re.I)
_DOMAIN = re.compile(
    r"(?<![\w@.])(?:[a-z0-9][a-z0-9-]{0,40}\.){1,4}(?:com|org|net|edu|gov|mil|int|info|biz|io|me|tv|app|dev|example|test|"
    r"co\.\w\w|com\.\w\w|org\.\w\w|ac\.\w\w|[a-z]{2})(?:/[^\s<>\"”)\]]{0,200})?(?![\w@]|\.\w)",
    re.I,
)
_HANDLE = re.compile(r"(?<![\w@/])@[\w](?:[\w.-]{0,38}\w)?|(?<![\w/])/?u/[\w-]{2,30}")
_SHORT_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{2,40}@[A-Za-z][\w-]{1,30}(?![\w-]|\.\w)")
_SCORED = re.compile(r"(?<![\w@./-])[\w.-]{0,30}[^\W_][_][\w.-]{0,30}\w(?![\w@])")
_SCORED_LAST = re.compile(r"(?<![\w@./*-])[A-Za-z][\w.-]{2,30}(?<!_)_(?![\w*])")
_DOTTED = re.compile(r"(?<![\w@./-])[a-z]{1,16}(?:[.][a-z]{1,20}){1,4}\d{0,4}(?![\w@/]|\.\w)")
_CAMEL = re.compile(r"(?<![\w#@])[A-Za-z][a-z]{1,20}(?:[A-Z][a-z]+){1,3}\d{0,4}(?!\w)")
_SPELT_MAIL = re.compile(
    r"(?<!\w)[\w.+-]{2,40}\s?(?:\(at\)|\[at\]|\sat\s)\s?[\w-]{2,40}(?:\s?(?:\(dot\)|\[dot\]|\sdot\s)\s?[\w-]{2,20}){1,3}",
    re.I,
)
_BRACKETED_MAIL = re.compile(r"(?<![\w.])[\w.+-]{2,40}\s?[\[(]at[\])]\s?[\w-]{2,40}(?:\.[\w-]{2,20}){1,3}", re.I)
_POSITION = re.compile(
    r"(?<![\w.])[-−+]?\d{1,3}[.,]\d{3,8}\s?°?\s?[NSEWO]?\s?[,;/ ]\s?[-−+]?\d{1,3}[.,]\d{3,8}\s?°?\s?[NSEWO]?(?![\w.]\d)"
    r"|(?<![\w.])\d{1,3}°\s?\d{1,2}(?:[.,]\d+)?['’′](?:\s?\d{1,2}(?:[.,]\d+)?[\"”″])?\s?[NSEWO]\b"
    r"(?:[,;\s]{0,3}\d{1,3}°\s?\d{1,2}(?:[.,]\d+)?['’′](?:\s?\d{1,2}(?:[.,]\d+)?[\"”″])?\s?[NSEWO]\b)?"
)
_DOT_INSIDE, _HUMP = re.compile(r"[a-z0-9]\.[a-z]"), re.compile(r"[a-z][A-Z]")
_TAG = re.compile(r"(?<!\w)#(\w{2,60})")
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_BRANDS = words("brands")
_SHORT = 2


def find_contacts(page: Page) -> Iterator[Cue]:
    """Yield links, domains, handles, user names and telling hashtags."""
    text = page.text
    if "http" in text or "www." in text or "WWW." in text:
        yield from (Cue(m.start(), m.end() - _trail(m[0]), "CODE", True) for m in _LINK.finditer(text))
    if any(sign in text for sign in ("(at)", "[at]", "(AT)", "[AT]")):
        yield from (Cue(*m.span(), "CODE", True) for m in _BRACKETED_MAIL.finditer(text))
    if "dot" in text or "DOT" in text:
        yield from (Cue(*m.span(), "CODE", True) for m in _SPELT_MAIL.finditer(text))
    if _DOT_INSIDE.search(text):
        yield from (Cue(*m.span(), "CODE", True) for m in _DOMAIN.finditer(text) if _is_domain(m[0]))
        yield from (Cue(*m.span(), "PERSON", True) for m in _DOTTED.finditer(text) if _is_dotted(m[0]))
    if "°" in text or any(end - start > _SHORT + 1 and text[start - 1] in ".," for start, end in page.digits):
        yield from (Cue(*m.span(), "LOC", True) for m in _POSITION.finditer(text))
    if "@" in text or "u/" in text:
        yield from (Cue(*m.span(), "CODE", True) for m in _SHORT_MAIL.finditer(text))
        yield from (Cue(*m.span(), "PERSON", True) for m in _HANDLE.finditer(text))
    if "_" in text:
        yield from (Cue(*m.span(), "PERSON", True) for m in _SCORED.finditer(text) if any(map(str.isalpha, m[0])))
        yield from (Cue(*m.span(), "PERSON", True) for m in _SCORED_LAST.finditer(text))
    if _HUMP.search(text):
        yield from (Cue(*m.span(), "PERSON", True) for m in _CAMEL.finditer(text) if _is_camel(m[0]))
    if "#" in text:
        yield from (Cue(*m.span(), "MISC") for m in _TAG.finditer(text) if _tells(m[1]))


def _trail(link: str) -> int:
    return len(link) - len(link.rstrip(".,;:!?'"))


def _is_domain(value: str) -> bool:
    """Tell a domain from two sentences that lack a space, and from abbreviations."""
    host = value.split("/", 1)[0]
    parts = host.split(".")
    if len(parts[-1]) == 2 and len(parts) == 2 and "/" not in value:
        return value.islower() and len(parts[0]) > 3 and parts[-1] in _LANDS
    return host.islower() and ("/" in value or min(map(len, parts)) > 1) and not parts[0].isdigit()


_LANDS = words("short_domains")


def _is_dotted(value: str) -> bool:
    """Tell an account such as ``owen.fenning`` from a file or two words run together."""
    parts = value.rstrip("0123456789").split(".")
    named = any(first_name(part) is not None or is_surname(part) for part in parts)
    if len(parts[-1]) == 1:  # "priya.r", but no "i.e"
        return named and len(parts[0]) > _SHORT
    return named and len(parts[-1]) > _SHORT and not all(map(is_known, parts))


def _is_camel(value: str) -> bool:
    """Tell an account such as ``JamesCruz`` from a brand and from ``McNeil``."""
    key = fold(value.rstrip("0123456789"))
    return len(value) > 2 * _SHORT and key not in _BRANDS and not key.startswith(("mc", "mac"))


def _tells(tag: str) -> bool:
    """Tell whether a hashtag says something about somebody."""
    parts = [fold(part) for part in _PARTS.findall(tag)] or [fold(tag)]
    if any(is_trait(part) or part in words("people") or part in words("telling_tags") for part in parts):
        return True
    return any(part.isdigit() or not is_known(part) for part in parts)
