"""Names apart from what stands beside them: the hour of a log, a number of a list, a value, somebody else's name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from gyges.anonymizers.masking._words import is_plain, listed, name_weight, words_in
from gyges.reading import ReadMention
from gyges.reading.lookups import fold, is_place, months, span_words

__all__ = ["grown", "parted"]

_NAMES = frozenset(("PERSON", "LOC", "ORG", "MISC"))
_LED = re.compile(r"(?:[01]\d|2[0-3])[:.]?[0-5]\d\s+(?=[^\W\d_])|\d{1,2}[.)]\s+(?=[^\W\d_a-z])")
_LINE = re.compile(r"(?:^|\n)[\s\[(]*$")
_CALLED = re.compile(r"(?:Miss|Madam|Sir|Ma['’]am|Teacher|Sister)[.!?]\s+")
_VALUE = re.compile(r"\s[A-Z]{2,4}$")
_OWNED_LETTER = re.compile(r"['’]s\s[A-Z]$")
_COMMA = re.compile(r",\s+")
_VIA = re.compile(r"(?:[Vv]ia|[Oo]n|[Bb]y)\s(?=[A-Z])")
_HOUR_LAST = re.compile(r"\s\d{1,2}$")
_TOLD_OF = re.compile(r",\s(?:the|an?|our|my)\s")
_SAID = re.compile(r"\S+")
_FIRM_ENDS = frozenset(("inc", "ltd", "llc", "llp", "plc", "s.a", "sa", "co", "gmbh", "limited", "sc"))
_USUAL = 0.3  # weight from which a word is usual as a first name
_NEXT = re.compile(r"[ ](?:(?:of|OF)[ ])?(?P<word>[A-Z][a-z]{2,}+|[A-Z]{3,}+)(?![\w'’@.:/-]*\d)(?=[\s,.;:)'’]|$)")


def parted(text: str, mentions: Sequence[ReadMention]) -> list[ReadMention]:
    """Return the spans; a name that took in something beside it is without it, two names between commas are two."""
    return [part for mention in mentions for part in _parts(text, mention)]


def _parts(text: str, mention: ReadMention) -> Iterator[ReadMention]:
    if mention.type not in _NAMES or "@" in text[mention.start : mention.end]:
        yield mention
        return
    start, end = mention.start, mention.end
    led = _LED.match(text, start, end)
    if led is not None and (_LINE.search(text[max(0, start - 4) : start]) or led[0].rstrip().endswith((".", ")"))):
        start = led.end()
    if called := _CALLED.match(text, start, end):
        start = called.end()  # "Evening Miss. Which part"
        if is_plain(text[start:end]):
            return
    if (value := _VALUE.search(text, start, end)) and _is_value(text, start, value):
        end = value.start()  # "Mindaugas ALT 61"
    if owned := _OWNED_LETTER.search(text, start, end):
        end = owned.start()
    if via := _VIA.match(text, start, end):
        start = via.end()
    if text[end : end + 1] == ":" and (hour := _HOUR_LAST.search(text, start, end)):
        end = hour.start()  # "via Viber 07:02"
    cut = mention.moved(start, end)
    if told := _TOLD_OF.search(text, start, end):
        cut = replace(cut, end=told.start())  # "Tui, the Parks ranger"
    yield from _after_shows(text, cut) if mention.type == "PERSON" else _between_commas(text, cut)


def _is_value(text: str, start: int, value: re.Match[str]) -> bool:
    """Tell whether capitals after a name are those of something measured."""
    measured = re.match(r"\s[\d<>]", text[value.end() : value.end() + 2]) is not None
    return measured and not text[start : value.start()].isupper() and name_weight(value[0].strip()) == 0.0


def _between_commas(text: str, mention: ReadMention) -> Iterator[ReadMention]:
    """Yield what stands between commas by itself, except the parts of one address."""
    pieces = [piece.strip() for piece in _COMMA.split(text[mention.start : mention.end])]
    firm = len(pieces) > 1 and any(piece.rstrip(".").lower() in _FIRM_ENDS for piece in pieces)
    if len(pieces) == 1 or firm or (mention.type == "LOC" and _is_address(pieces)):
        yield from _after_shows(text, mention)
        return
    at = mention.start
    for piece in pieces:
        start = text.index(piece, at)
        at = start + len(piece)
        numbered = mention.type != "ORG" and piece[:1].islower() and all(map(is_plain, words_in(piece)))
        if piece and not numbered:  # "number 31, Fetu"
            yield from _after_shows(text, replace(mention, start=start, end=at))


def _is_address(pieces: Sequence[str]) -> bool:
    return all(map(_is_of_address, pieces)) or _is_street(pieces[0])


def _is_street(piece: str) -> bool:
    """Tell whether words are a street with a number, so that all that follows is of the same address."""
    keys = [fold(word) for word in words_in(piece)]
    headed = any(key in listed("place_heads") or key.endswith(tuple(listed("street_endings"))) for key in keys)
    return headed and any(map(str.isdigit, piece))


def _is_of_address(piece: str) -> bool:
    keys = [fold(word) for word in words_in(piece)]
    headed = any(key in listed("place_heads") or key in listed("dwellings") for key in keys)
    streeted = any(key.endswith(tuple(listed("street_endings"))) for key in keys)
    numbered = any(map(str.isdigit, piece)) and not all(map(is_plain, keys))
    return not keys or headed or streeted or numbered or is_place(fold(piece)) or len(piece) <= 3


def _after_shows(text: str, mention: ReadMention) -> Iterator[ReadMention]:
    """Yield a cup or a feast, and by itself the name of whoever is told of after it: ``Autumn Cup Hrant Sargsyan``."""
    value = text[mention.start : mention.end]
    words = list(_SAID.finditer(value)) if len(value.split()) > 2 else []
    for one, other in pairwise(words[1:]):
        if fold(one[0]) in listed("feasts") and name_weight(other[0]) >= _USUAL and not is_plain(other[0]):
            yield replace(mention, end=mention.start + one.end(), type="MISC", person=None)
            yield replace(mention, start=mention.start + other.start(), type="PERSON")
            return
    yield mention


def grown(text: str, mentions: Sequence[ReadMention]) -> list[ReadMention]:
    """Return the spans; a name takes in the words with capitals that end it: ``Fort Indiantown Gap``."""
    made: list[ReadMention] = []
    for index, mention in enumerate(mentions):
        limit = mentions[index + 1].start if index + 1 < len(mentions) else len(text)
        end = mention.end
        while mention.type in {"MISC", "ORG"} and _ends_with_capital(text, mention, end):
            more = _NEXT.match(text, end, limit)
            loud = more is not None and more["word"].isupper() and not text[mention.start : end].isupper()
            if more is None or loud or _is_day(more["word"]):
                break
            end = more.end("word")
        made.append(mention.moved(mention.start, end))
    return made


def _ends_with_capital(text: str, mention: ReadMention, end: int) -> bool:
    last = text[mention.start : end].split()[-1]
    return last[0].isupper() and last[-1].isalpha() and len(last) > 2


def _is_day(word: str) -> bool:
    key = fold(word)
    return key in months() or key in span_words("weekdays") or key in span_words("weekdays_short")
