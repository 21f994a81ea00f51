"""Codes that anybody can read with a click: base64, hexadecimal numbers, percent signs."""

import base64
import binascii
import re
from collections.abc import Iterator

from gyges.reading.plain._layers import Change

_CHARS = r"[A-Za-z0-9+/_-]"
_LONG = re.compile(rf"{_CHARS}{{16}}")
_LINES = rf"{_CHARS}{{16,}}+(?:\r?\n{_CHARS}{{16,}}+)*+(?:\r?\n{_CHARS}{{1,15}}+(?==))?"
_RUN = re.compile(rf"{_LINES}={{0,2}}")
_SHORT_RUN = re.compile(rf"(?<!{_CHARS}){_CHARS}{{6,15}}+=={{0,1}}")
_LINE_END = re.compile(r"[\r\n]+")
_HEX = re.compile(
    r"(?<![0-9A-Fa-f])(?:(?:[0-9A-Fa-f]{2}){8,}+|[0-9A-Fa-f]{2}(?:[ :,-](?:0x)?[0-9A-Fa-f]{2}){7,}+)(?![0-9A-Za-z])"
)
_PAIRS = re.compile(r"[0-9A-Fa-f]{16}|[0-9A-Fa-f]{2}[ :,-](?:0x)?[0-9A-Fa-f]{2}[ :,-](?:0x)?[0-9A-Fa-f]{2}[ :,-]")
_HEX_SIGN = re.compile(r"0x|[ :,-]")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})++|(?:=[0-9A-F]{2}){3,}+")
_FIGURES_ONLY = 40  # figures, from which on a number is taken for letters
_LETTERS = 0.6  # of what was decoded must be letters and blanks
_SHORT = 16
_ONE_CODE = 3  # signs
_MANY_CODES = 5  # from which on a text is written in them


def codes(text: str) -> Iterator[Change]:
    """Yield runs of codes that are words, as those words."""
    found: list[Change] = []
    if "%" in text or "=" in text:
        found += _percent(text)
    if _PAIRS.search(text):
        found += _in_hex(text)
    if "=" in text or _LONG.search(text):  # a run is found at its start, as all before it are too short
        found += _in_base64(text)
    last = 0
    for start, end, words in sorted(found):
        if start >= last:
            yield start, end, words
            last = end


def _percent(text: str) -> Iterator[Change]:
    found = list(_PERCENT.finditer(text))
    numbers = {one.start() for one in found if len(one[0]) == _ONE_CODE and text[max(0, one.start() - 1)].isdigit()}
    throughout = len(found) - len(numbers) >= _MANY_CODES
    for match in found:
        if match.start() in numbers and not throughout:
            continue  # "100%20" is a number
        words = _text_of(bytes.fromhex(match[0].replace("%", "").replace("=", "")))
        if words:
            yield match.start(), match.end(), words


def _in_hex(text: str) -> Iterator[Change]:
    for match in _HEX.finditer(text):
        figures = _HEX_SIGN.sub("", match[0])
        if len(figures) % 2 or (figures.isdecimal() and len(figures) < _FIGURES_ONLY):
            continue
        words = _text_of(bytes.fromhex(figures))
        if is_words(words):
            yield match.start(), match.end(), words


def _in_base64(text: str) -> Iterator[Change]:
    for match in (*_RUN.finditer(text), *(_SHORT_RUN.finditer(text) if "=" in text else ())):
        run = _LINE_END.sub("", match[0])
        words = decoded(run)
        if words:
            yield match.start(), match.end(), words


def decoded(run: str) -> str:
    """Return the words that a run of base64 stands for, nothing if it stands for none."""
    bare = run.rstrip("=").replace("-", "+").replace("_", "/")
    if len(bare) % 4 == 1 or (bare.isalpha() and (bare.islower() or bare[1:].islower()) and len(bare) < 2 * _SHORT):
        return ""
    try:
        data = base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)
    except binascii.Error:
        return ""
    words = _text_of(data)
    if not words and len(data) % 2 == 0 and data[1::2].count(0) > len(data) // 3:
        words = _text_of(data.decode("utf-16-le", "replace").encode("utf-8", "replace"))
    return words if is_words(words) else ""


def is_words(words: str) -> bool:
    """Return True if what was decoded is mostly letters and blanks."""
    return sum(sign.isalpha() or sign == " " for sign in words) > _LETTERS * max(1, len(words))


def _text_of(data: bytes) -> str:
    """Return bytes as text, nothing if they are none."""
    try:
        words = data.decode()
    except UnicodeDecodeError:
        return ""
    return words if all(sign.isprintable() or sign in "\n\r\t" for sign in words) else ""
