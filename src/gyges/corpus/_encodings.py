"""How bytes become letters: as named, as a mark at their start says, as UTF-8, or as a Western code page."""

import codecs
import io
import re
from collections.abc import Iterator
from typing import IO

from gyges.errors import ConfigError

UTF_8 = "utf-8-sig"
WESTERN = "cp1252"  # holds all of Latin-1 that is text, and what Windows puts where Latin-1 has controls

_CHUNK = 1 << 20
_MARKS = (
    (codecs.BOM_UTF8, UTF_8),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it starts with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_NAMES = {"utf-16": "UTF-16", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "utf-32": "UTF-32", WESTERN: "Windows-1252"}
_MEANT = {"iso8859-1": WESTERN, "ascii": WESTERN, "utf-8": UTF_8}
_NULS_OF_UTF16 = 0.3
"""Share of zeros on one side of pairs of bytes from which on they are UTF-16; Latin letters have one in each pair."""
_FEWEST_PAIRS = 8  # of fewer, a stray zero would make UTF-16
_MOST_ACCENTED = 0.3
"""Share of letters beyond ASCII above which it is no Western language; French has a twentieth, Russian nearly all."""
_MOST_SIGNS_IN_WORDS = 0.1
"""Share of bytes beyond ASCII that may be signs amid a word; of Polish or Czech read as Western they are a third."""
_NO_TEXT = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f\x81\x8d\x8f\x90\x9d]")
_LETTER = re.compile(rb"[A-Za-z\xc0-\xff]")
_ACCENTED = re.compile(rb"[\xc0-\xff]")
_HIGH = re.compile(rb"[\x80-\xff]")
_LETTERS = rb"A-Za-z\x8a\x8c\x8e\x9a\x9c\x9e\x9f\xc0-\xd6\xd8-\xf6\xf8-\xff"
_SIGNS = rb"\x80\x82\x84-\x89\x8b\x93-\x95\x98\x99\x9b\xa1-\xa9\xab\xac\xae-\xb6\xb8\xb9\xbb-\xbf"
_SIGN_IN_WORD = re.compile(
    rb"(?<=[%b])[%b]+(?=[%b])" % (_LETTERS, _SIGNS, _LETTERS)
    # What begins no Western word, and begins Polish and Slovak ones: Ł Ą Ż ł Ľ ľ, and Ś ś Ź ź of ISO-8859-2.
    + rb"|(?<![%b0-9])[\xa3\xa5\xa6\xac\xaf\xb3\xb6\xbc\xbe](?=[%b])" % (_LETTERS, _LETTERS)
    # What ends no Western word with an accent at its end: ł ż ą.
    + rb"|(?<=[\xc0-\xff])[\xb3\xb9\xbf](?![%b])" % _LETTERS
)
_CUBE_AT_END = re.compile(rb"(?<=[A-Za-z]{3})\xb3(?![%b])" % _LETTERS)
"""The l of Michal, with its stroke; units have two letters at most, and notes of that number come after others."""
_SQUARE = b"\xb2"


def check_encoding(name: str) -> str:
    """Return the name of an encoding as it was given, if Python knows it and it makes text of bytes."""
    try:
        "".encode(name)
    except (LookupError, ValueError) as error:
        raise ConfigError(f"there is no encoding '{name}'", "use one such as utf-8, cp1252 or utf-16") from error
    return name


def declared_encoding(charset: str) -> str:
    """Return the encoding that pages and mails mean by a charset: by Latin-1 and ASCII Windows-1252, as in browsers."""
    return _MEANT.get(known := codecs.lookup(charset).name, known)


def spoken_name(encoding: str) -> str:
    """Return what people call an encoding."""
    return _NAMES.get(encoding, encoding)


def guess_of(encoding: str) -> str:
    """Return a sentence about an encoding that was recognised."""
    return f"read as {spoken_name(encoding)}, as it is not UTF-8; if that is wrong, name its --encoding"


def marked_encoding(start: bytes) -> str | None:
    """Return the encoding that the first bytes tell: by a byte order mark, or by the zeros of UTF-16."""
    for mark, encoding in _MARKS:
        if start.startswith(mark):
            return encoding
    pairs = len(start) // 2
    if pairs < _FEWEST_PAIRS:
        return None
    even, odd = start[0 : 2 * pairs : 2].count(0) / pairs, start[1 : 2 * pairs : 2].count(0) / pairs
    if odd > _NULS_OF_UTF16 and not even:
        return "utf-16-le"
    return "utf-16-be" if even > _NULS_OF_UTF16 and not odd else None


def encoding_of(stream: IO[bytes]) -> str:
    """Return the encoding of a stream that can be read twice, and leave it at its start.

    What is neither UTF-8 nor surely Western is called UTF-8, so that the reader says where it is not.
    """
    stream.seek(0)
    found = marked_encoding(stream.read(_CHUNK))
    if found is None:
        found = WESTERN if not _is_utf8(_chunks(stream)) and _is_western(_chunks(stream)) else UTF_8
    stream.seek(0)
    return found


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    stream.seek(0)
    yield from iter(lambda: stream.read(_CHUNK), b"")


def _is_utf8(chunks: Iterator[bytes]) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for chunk in chunks:
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _is_western(chunks: Iterator[bytes]) -> bool:
    """Tell whether bytes that are not UTF-8 are text of Western Europe, and not UTF-8 with a slip in it."""
    utf8 = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    whole = broken = letters = accented = high = signs = 0
    for chunk in chunks:
        if _NO_TEXT.search(chunk):
            return False
        beyond = [letter for letter in utf8.decode(chunk) if letter > "\x7f"]
        escaped = sum(1 for letter in beyond if "\udc80" <= letter <= "\udcff")
        broken, whole = broken + escaped, whole + len(beyond) - escaped
        letters, accented = letters + len(_LETTER.findall(chunk)), accented + len(_ACCENTED.findall(chunk))
        high, signs = high + len(_HIGH.findall(chunk)), signs + len(_SIGN_IN_WORD.findall(chunk))
        signs += len(_CUBE_AT_END.findall(chunk)) if _SQUARE not in chunk else 0
    broken += len(utf8.getstate()[0])  # a letter that the end cuts off
    return broken > whole and accented <= _MOST_ACCENTED * letters and signs <= _MOST_SIGNS_IN_WORDS * high


def decoded(raw: bytes, encoding: str | None = None) -> tuple[str, str]:
    """Return bytes as text, and the encoding that made it so."""
    used = encoding or encoding_of(io.BytesIO(raw))
    text = raw.decode(used)
    if (at := text.find("\0")) >= 0:
        wide = used.lower().startswith(("utf-16", "utf-32"))
        start = len(text[:at].encode(used)) if wide else raw.find(b"\0")
        raise UnicodeDecodeError(used, raw, start, start + 1, "a zero is no letter")
    return text, used
