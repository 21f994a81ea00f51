"""Markup: entities and escapes as the signs they stand for, tags as what a page shows, with the words inside them."""

import re
from collections.abc import Iterator
from html import unescape
from itertools import chain

from gyges.reading.plain._layers import Change

_ENTITY = re.compile(r"&(?:#\d{1,7};?|#[xX][0-9a-fA-F]{1,6};?|[A-Za-z][A-Za-z0-9]{1,31};)")
_ESCAPE = re.compile(r"(?:\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\u\{[0-9a-fA-F]{1,6}\})+")
_ESCAPED = re.compile(r"\\[ux]\{?([0-9a-fA-F]+)\}?")

_INLINE_NAMES = """
a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup tt
u var wbr"""
_BLOCK_NAMES = """
article aside blockquote br center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr img
input legend li main meta nav ol optgroup p pre script section select style svg table tbody td textarea tfoot th thead
tr ul"""
_NAMES_OF_LABELS_TOO = "address button code data details label link object option summary time title"
_LOOKS_NAMES = """
align bgcolor border cellpadding cellspacing charset class color colspan dir face height http-equiv lang media nowrap
rel role rowspan scope size start style tabindex target type valign width xmlns"""

_INLINE = frozenset(_INLINE_NAMES.split())
_ALSO_LABELS = frozenset(_NAMES_OF_LABELS_TOO.split())
"""Elements that are also what masks write: such a tag is one only with a value in it or an end."""
_BLOCK = frozenset(_BLOCK_NAMES.split()) | _ALSO_LABELS
"""Not those of a whole page, which tell it from a text that has tags in it."""
_CELLS = frozenset(("td", "th"))
_LOOKS = frozenset(_LOOKS_NAMES.split())
"""Attributes that say how a page looks, if their value is one that a page needs for that."""
_SAYS_NOTHING = re.compile(
    r"\d{1,3}(?:px|pt|em|%)?|#[0-9a-f]{3}(?:[0-9a-f]{3})?|left|right|center|justify|top|middle|bottom|baseline|ltr|rtl|auto"
    r"|row|col|nowrap|_blank|_self|_parent|_top|nofollow|noopener|noreferrer|button|submit|checkbox|text/(?:html|css)|utf-8",
    re.IGNORECASE,
)
_VALUE = r"""(?:"[^"]{0,300}"|'[^']{0,300}'|[^\s"'<>=`]{1,300})"""
_TAG = re.compile(
    rf"<(?:!--(?P<comment>[^<>]{{0,300}}?)--"
    rf"|(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9]{{0,11}})(?P<values>(?:\s+[\w:.-]{{1,40}}\s?=\s?{_VALUE}){{0,30}})\s{{0,9}}/?)>"
    r"|<!\[CDATA\[|\]\]>",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(rf"([\w:.-]{{1,40}})\s?=\s?({_VALUE})")
_SCHEME = re.compile(r"(?:mailto|tel|sms):", re.IGNORECASE)
_END_NAME = re.compile(r"</([a-z][a-z0-9]{0,11})")
_REST = re.compile(r"\w*")
_SEPARATOR = "\n"
"""What parts a value from the words around it: with a blank, a name in it would be read on into them."""


def entities(text: str) -> Iterator[Change]:
    r"""Yield entities such as ``&eacute;`` and escapes such as ``\u00e9``."""
    found: list[Change] = []
    if "&" in text:
        found += ((m.start(), m.end(), unescape(m[0])) for m in _ENTITY.finditer(text))
    if "\\u" in text or "\\x" in text:
        found += ((m.start(), m.end(), _unescaped(m[0])) for m in _ESCAPE.finditer(text))
    for start, end, words in sorted(found):
        if words and words != text[start:end]:
            yield start, end, words


def _unescaped(run: str) -> str:
    codes = [int(code, 16) for code in _ESCAPED.findall(run)]
    if any(code > 0x10FFFF for code in codes):
        return run
    whole = "".join(map(chr, codes)).encode("utf-16", "surrogatepass").decode("utf-16", "ignore")
    return whole or run


def tags(text: str) -> Iterator[Change]:
    """Yield tags of web pages: inside words they are nothing, elsewhere line ends or blanks; their values stay."""
    if "<" not in text and "]]>" not in text:
        return
    ended = frozenset(_END_NAME.findall(text.lower()))
    last = 0
    for match in _TAG.finditer(text):
        if match.start() < last:
            continue
        between = _between(match, ended)
        if between is None:
            continue
        said = list(_said(match))
        end = match.end()
        in_word = (
            between in ("", "<") and text[match.start() - 1 : match.start()].isalnum() and text[end : end + 1].isalnum()
        )
        if said and in_word:  # behind the word, which it would cut elsewhere
            rest = _REST.match(text, end)
            last = end if rest is None else rest.end()
            yield (
                match.start(),
                last,
                f"{text[end:last]}{_SEPARATOR}{_SEPARATOR.join(text[a:b] for a, b in said)}{_SEPARATOR}",
            )
            continue
        last = end
        if not said:
            yield match.start(), end, "" if in_word and between == "<" else between.strip("<")
            continue
        edges = [match.start(), *chain.from_iterable(said), end]
        for start, stop in zip(edges[::2], edges[1::2], strict=True):  # the values between keep their places
            yield start, stop, _SEPARATOR


def _between(match: re.Match[str], ended: frozenset[str]) -> str | None:
    """Return what a tag leaves between words; None if it is no tag."""
    if match["name"] is None:
        return "<" if match["comment"] is not None else " "
    name = match["name"].lower()
    if name not in _INLINE and name not in _BLOCK:
        return None
    if name in _ALSO_LABELS and not match["end"] and not match["values"] and name not in ended:
        return None
    return "" if name in _INLINE else " " if name in _CELLS else "\n"


def _said(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Yield where something is said in a tag, in order."""
    if match["comment"]:
        yield from _trimmed(match.string, *match.span("comment"))
    if not match["values"]:
        return
    for attribute in _ATTRIBUTE.finditer(match.string, *match.span("values")):
        start, end = attribute.span(2)
        if match.string[start] in "\"'":
            start, end = start + 1, end - 1
        for low, high in _trimmed(match.string, start, end):
            scheme = _SCHEME.match(match.string, low, high)
            begin = low if scheme is None else scheme.end()
            looks = attribute[1].lower() in _LOOKS and _SAYS_NOTHING.fullmatch(match.string, begin, high)
            if not looks and any(map(str.isalnum, match.string[begin:high])):
                yield begin, high


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a place without the blanks at its edges, if anything is left of it."""
    words = text[start:end]
    if words.strip():
        yield start + len(words) - len(words.lstrip()), end - len(words) + len(words.rstrip())
