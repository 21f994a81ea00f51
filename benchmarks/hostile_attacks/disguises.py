"""Ways to write a text so that people or models still read it and a program may not, and a decoder of our own.

The decoder shares nothing with the product: it says what somebody who tries can read.
"""

import base64
import binascii
import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from html.entities import name2codepoint
from urllib.parse import quote, unquote

__all__ = ["DISGUISES", "WHOLE", "Disguise", "folded", "readings", "squeezed", "words_of"]

Disguise = Callable[[str], str]

_WORD = re.compile(r"[^\W\d_]+")
_CYRILLIC = dict(zip("aceopxyijsABCEHIJKMOPSTXY", "асеорхуіјѕАВСЕНІЈКМОРЅТХУ", strict=True))
_OCR = {"O": "0", "o": "0", "l": "1", "I": "1", "S": "5", "B": "8", "Z": "2", "g": "9"}
_NAMED = {" ": "&nbsp;", ",": "&comma;", ".": "&period;", ":": "&colon;", "(": "&lpar;", ")": "&rpar;", "-": "&hyphen;"}
_ACUTE = "\u0301"


def _bare(text: str) -> str:
    """Return a text without accents."""
    return "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))


def _inside(text: str, mark: str, pattern: re.Pattern[str] = _WORD) -> str:
    """Put a mark between the letters of words."""
    return pattern.sub(lambda found: mark.join(found[0]), text)


def _mapped(text: str, table: Mapping[str, str]) -> str:
    return "".join(table.get(one, one) for one in text)


def _tags(text: str) -> str:
    return "".join(chr(0xE0000 + ord(one)) if " " <= one <= "~" else one for one in _bare(text))


def _math(text: str) -> str:
    def letter(one: str) -> str:
        if "A" <= one <= "Z":
            return chr(0x1D5D4 + ord(one) - ord("A"))
        return chr(0x1D5EE + ord(one) - ord("a")) if "a" <= one <= "z" else one

    return "".join(letter(one) for one in _bare(text))


def _full_width(text: str) -> str:
    return "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in _bare(text))


def _coded(form: str) -> Disguise:
    return lambda text: "".join(form.format(ord(one)) if one.isalnum() else one for one in text)


def _named_entities(text: str) -> str:
    names = {chr(code): f"&{name};" for name, code in name2codepoint.items() if code > 127}
    return _mapped(text, {**names, **_NAMED})


def _spaced(text: str, mark: str) -> str:
    gap = "   " if mark == " " else " "
    return "\n".join(gap.join(mark.join(word) for word in line.split()) for line in text.splitlines())


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _base64_lines(text: str) -> str:
    return "\n".join(_base64(line) for line in text.splitlines() if line.strip())


_CAPITALISED = re.compile(r"\b[A-ZÀ-Ý][^\W\d_]+")

WHOLE: Mapping[str, Disguise] = {
    "tag-characters": _tags,
    "zero-width": lambda text: _inside(text, "\u200b"),
    "word-joiners": lambda text: _inside(text, "\u2060"),
    "soft-hyphens": lambda text: _inside(text, "\u00ad"),
    "bidi-marks": lambda text: _inside(text, "\u200e\u202c"),
    "bidi-reversed": lambda text: "\n".join(f"\u202e{line[::-1]}\u202c" for line in text.splitlines()),
    "entities-decimal": _coded("&#{};"),
    "entities-hex": _coded("&#x{:x};"),
    "entities-twice": _coded("&amp;#{};"),
    "html-tags": lambda text: _inside(text, "<b></b>"),
    "html-comments": lambda text: _inside(text, "<!-- -->"),
    "homoglyphs": lambda text: _mapped(text, _CYRILLIC),
    "full-width": _full_width,
    "math-letters": _math,
    "spaced-letters": lambda text: _spaced(text, " "),
    "hyphenated-letters": lambda text: _spaced(text, "-"),
    "dotted-letters": lambda text: _spaced(text, "."),
    "ocr-digits": lambda text: _mapped(text, _OCR),
    "base64": _base64,
    "percent-codes": lambda text: "".join(f"%{byte:02X}" for byte in text.encode()),
    "accents": lambda text: re.sub(r"([^\W\d_])", "\\1\u0323", _bare(text)),
    "vowels-as-stars": lambda text: re.sub(r"(?<=\w)[aeiou]", "*", text),
}
"""Disguises of a whole text, each of which is tried on capitalised words alone as well."""


def _in_names(change: Disguise) -> Disguise:
    return lambda text: _CAPITALISED.sub(lambda found: change(found[0]), text)


DISGUISES: Mapping[str, Disguise] = {
    **WHOLE,
    **{f"{name}-in-names": _in_names(change) for name, change in WHOLE.items()},
    "no-break-blanks": lambda text: text.replace(" ", "\u00a0"),
    "thin-blanks": lambda text: text.replace(" ", "\u2009\u202f"),
    "line-end-hyphens": lambda text: re.sub(r"([^\W\d_]{3})([^\W\d_]{2,})", "\\1-\n\\2", text),
    "entities-named": _named_entities,
    "entities-of-vowels": lambda text: re.sub(r"[aeiou]", lambda found: f"&#{ord(found[0])};", text),
    "entities-of-digits": lambda text: re.sub(r"\d", lambda found: f"&#{ord(found[0])};", text),
    "base64-lines": _base64_lines,
    "percent-codes-plain": lambda text: quote(text, safe=""),
    "accents-on-capitals": lambda text: unicodedata.normalize(
        "NFC", re.sub(r"([A-Z])", rf"\1{_ACUTE}", unicodedata.normalize("NFD", text))
    ),
    "a-as-star": lambda text: text.replace("a", "*").replace("A", "*"),
}

# What somebody who tries can read.

_FROM_CYRILLIC = {value: key for key, value in _CYRILLIC.items()}
_RUN = re.compile(r"[A-Za-z0-9+/]{4,}={0,2}")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
_REVERSED = re.compile("\u202e([^\u202c]*)\u202c")


def _base64_read(text: str) -> Iterator[str]:
    """Yield what runs of base64 say."""
    for run in _RUN.findall(text):
        try:
            yield base64.b64decode(run, validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            continue


def folded(text: str) -> str:
    """Return a text in small letters without accents or letters of other alphabets that look alike."""
    return _mapped(_bare(text), _FROM_CYRILLIC).casefold()


def readings(text: str) -> Iterator[str]:
    """Yield what a text can be read as, folded."""
    text = _REVERSED.sub(lambda found: found[1][::-1], text)
    text = "".join(chr(ord(one) - 0xE0000) if 0xE0020 <= ord(one) <= 0xE007E else one for one in text)
    text = "\n".join([text, *_base64_read(text)])
    text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    text = html.unescape(html.unescape(unquote(text)))
    text = re.sub(r"(?s)<!--.*?-->|<[^<>]{0,200}>", "", text)
    text = "".join(one for one in text if unicodedata.category(one) != "Cf")
    text = re.sub(r"-\s*\n\s*", "", text)
    yield folded(text)
    yield folded(text).translate(str.maketrans("015829*", "olsbzga"))
    yield folded(text).translate(str.maketrans("015829*", "oisbzga"))


def words_of(reading: str) -> set[str]:
    """Return the words of a reading."""
    return set(_WORD.findall(reading))


def squeezed(reading: str) -> str:
    """Return the letters of a reading without anything between them."""
    return "".join(_WORD.findall(reading))
