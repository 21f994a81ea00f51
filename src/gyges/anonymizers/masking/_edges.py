"""Spans made whole: brackets and quotation marks that open and close, initials with their stops, labels that touch."""

import re
from collections.abc import Sequence
from dataclasses import replace

from gyges.anonymizers.masking._sentences import is_at_start, is_short_form
from gyges.anonymizers.masking._words import is_plain, listed
from gyges.reading import ReadMention
from gyges.reading.lookups import first_name, title

__all__ = ["joined", "whole"]

_INITIAL_END = re.compile(r"(?:^|[\s.])[^\W\d_]$")
_SHORT_END = re.compile(r"(?:^|\s)(?P<word>[^\W\d_]{2,5})$")
_GOES_ON = re.compile(r"\.(?=\s?[,;:)(]|\s[a-z\d(|–—/]|-|\s{2})")
_LAST_NAME = re.compile(r"\. (?P<name>[A-Z][a-z]+)(?=[ \t]*(?:\n|$|[,;:)]|['’]s))")
_NEXT_NAME = re.compile(r"\.?[ \u00a0](?P<name>[^\W\d_a-z][\w'’-]+)")
_OPENER = re.compile(r"(?P<word>[^\W\d_]+\.?)[ -]$")
_NAME_BEFORE = re.compile(r"(?<![\w'’-])(?P<word>[A-Z][a-z]+)\s$")
_USUAL = 0.3  # weight from which a word is usual as a first name
_SPOKEN = frozenset(("PERSON", "LOC", "ORG", "MISC", "DEM"))
_QUOTED, _CLOSING = frozenset((' "', " “", " ‘", " '")), frozenset("\"”’'")
_PAIRS = (("(", ")"), ("[", "]"))
_QUOTES = (('"', '"'), ("“", "”"), ("‘", "’"))
_MARKS = frozenset("()[]\"“”‘’'")  # what one of a span may open or close, and the last of "K'iche'"
_NAMES = frozenset(("PERSON", "LOC", "ORG", "MISC"))
_SUFFIXES = frozenset(("Jr", "Sr", "Snr", "Jnr", "Esq"))


def whole(text: str, mentions: Sequence[ReadMention]) -> list[ReadMention]:
    """Return spans with both marks of a pair in or out, and with the stops of their initials."""
    made: list[ReadMention] = []
    for index, mention in enumerate(mentions):
        limit = mentions[index + 1].start if index + 1 < len(mentions) else len(text)
        floor = made[-1].end if made else 0
        if mention.start < floor:
            continue
        led = _with_first_name(text, _led(text, _whole_number(text, mention, floor, limit), floor), floor)
        made.append(_paired(text, _stopped(text, led, limit), floor, limit))
    return made


def _whole_number(text: str, mention: ReadMention, floor: int, limit: int) -> ReadMention:
    """Return a span that cuts no number in two: ``2026/071``."""
    end = mention.end
    while end < limit and text[end - 1].isdecimal() and text[end].isdecimal():
        end += 1
    start = mention.start
    while start > floor and text[start - 1].isdecimal() and text[start].isdecimal():
        start -= 1
    return mention.moved(start, end)


def _led(text: str, mention: ReadMention, floor: int) -> ReadMention:
    """Return a place with the word that begins its name: ``EAST NEW BRITAIN``."""
    if mention.type != "LOC":
        return mention
    match = _OPENER.search(text, max(floor, mention.start - 12), mention.start)
    if match is None or match["word"].lower() not in listed("place_openers") or not match["word"][0].isupper():
        return mention
    loud = match["word"].isupper() == text[mention.start : mention.end].isupper()
    return replace(mention, start=match.start()) if loud else mention


def _with_first_name(text: str, mention: ReadMention, floor: int) -> ReadMention:
    """Return somebody's last name with the first name that the reader left before it: ``Franc Hočevar``."""
    if not mention.direct or mention.type not in {"PERSON", "MISC"}:
        return mention
    before = _NAME_BEFORE.search(text, max(floor, mention.start - 16), mention.start)
    stat = first_name(before["word"]) if before is not None else None
    if before is None or stat is None or stat.weight < _USUAL or title(before["word"]) is not None:
        return mention
    opens = is_at_start(text, before.start())
    return mention if opens and is_plain(before["word"]) else replace(mention, start=before.start())


def _stopped(text: str, mention: ReadMention, limit: int) -> ReadMention:
    """Return a name with the stop of an initial, and with the family name after it: ``Ludmila P. Ash``."""
    if mention.type not in _NAMES:
        return mention
    value = text[mention.start : mention.end]
    initial = _INITIAL_END.search(value) is not None
    short = _SHORT_END.search(value)
    titled = short is not None and (title(short["word"]) is not None or short["word"] in _SUFFIXES)
    after = _NEXT_NAME.match(text, mention.end, limit)
    strange = short is not None and short[0] == value and not is_plain(value) and value.istitle()
    if strange and after is not None and after[0][0] == "." and not is_plain(after["name"]):
        return replace(mention, end=after.end())  # "Mevr. Lien"
    if not (initial or titled) or text[mention.end : mention.end + 1] != ".":
        return mention
    if initial and after is not None and " " in value and not is_plain(after["name"]):
        return replace(mention, end=after.end())
    if initial and " " in value and (last := _LAST_NAME.match(text, mention.end, limit)):
        return replace(mention, end=last.end())  # "Ludmila P. Ash"
    if _GOES_ON.match(text, mention.end) and mention.end < limit:
        return replace(mention, end=mention.end + 1)
    return mention


def _paired(text: str, mention: ReadMention, floor: int, limit: int) -> ReadMention:
    start, end = mention.start, mention.end
    if _MARKS.isdisjoint(text[start:end]):
        return mention
    for left, right in _PAIRS:
        inside = text[start:end]
        if inside.count(left) > inside.count(right):
            end = _closing(text, right, inside, start, end, limit)
        elif inside.count(right) > inside.count(left):
            start, end = _opening(text, left, inside, start, end, floor)
    for left, right in _QUOTES:
        inside = text[start:end]
        odd = inside.count(left) % 2 == 1 if left == right else inside.count(right) > inside.count(left)
        if odd and start > floor and text[start - 1] == left:
            start -= 1
        elif odd and left == right and text[end : end + 1] == right and end < limit:
            end += 1
    if "'" in text[start:end] and text[end : end + 2] in {"',", "' ", "'."} and end < limit:
        end += 1  # "K'iche'"
    return mention.moved(start, end)


def _closing(text: str, right: str, inside: str, start: int, end: int, limit: int) -> int:
    """Return where a span with an open bracket ends: at the bracket that closes it, or before the open one."""
    at = text.find(right, end, min(limit, end + 8))
    if at >= 0 and "\n" not in text[end:at]:
        return at + 1
    cut = start + len(inside[: inside.rfind("(" if right == ")" else "[")].rstrip(" ,;"))
    return cut if cut > start else end


def _opening(text: str, left: str, inside: str, start: int, end: int, floor: int) -> tuple[int, int]:
    """Return a span that closes a bracket with the bracket's opening, or without its closing."""
    if start > floor and text[start - 1] == left:
        return start - 1, end
    cut = inside.find(")" if left == "(" else "]")
    return (start, start + len(inside[:cut].rstrip())) if cut > 0 else (start, end)


def joined(text: str, mentions: Sequence[ReadMention]) -> tuple[ReadMention, ...]:
    """Return spans of which no two touch: neighbours are one, under a label that is true of both."""
    made: list[ReadMention] = []
    for mention in mentions:
        last = made[-1] if made else None
        if last is not None and (nick := _nickname(text, last, mention)) is not None:
            made[-1] = replace(last, end=nick, type="PERSON")
            continue
        if last is None or not _touch(text, last, mention):
            made.append(mention)
            continue
        made[-1] = ReadMention(
            last.start,
            max(last.end, mention.end),
            _both(text, last, mention),
            last.direct or mention.direct,
            mention.person or last.person,
        )
    return tuple(made)


def _is_title(words: str) -> bool:
    """Tell whether words before a name are a title, a letter or a short form, a first name, or ordinary words."""
    bare = words.rstrip(".")
    stat = first_name(bare)
    usual = stat is not None and stat.weight >= _USUAL
    return title(bare) is not None or is_short_form(bare) or usual or words.islower()


def _nickname(text: str, last: ReadMention, mention: ReadMention) -> int | None:
    """Return where a name ends with the nickname in quotation marks after it: ``Margaret "Peg"``."""
    quoted = text[last.end : mention.start] in _QUOTED and text[mention.end : mention.end + 1] in _CLOSING
    named = last.type == "PERSON" or (last.type == "MISC" and last.direct and mention.type == "PERSON")
    return mention.end + 1 if quoted and named and mention.type in {"PERSON", "MISC"} else None


def _touch(text: str, last: ReadMention, mention: ReadMention) -> bool:
    gap = text[last.end : mention.start]
    if last.end >= mention.start:
        return True
    if last.type == mention.type == "PERSON" and gap in {"' ", "’ "}:
        return True  # "Bab' Mkhize"
    if last.type == mention.type == "PERSON" and gap in {" - ", " & "}:
        return False  # two people
    if last.type == mention.type == "PERSON" and gap == " ":
        return last.person == mention.person or not (text[last.end - 1].isalnum() and text[mention.start].isalnum())
    words = text[last.start : last.end].split()
    short = is_short_form(words[-1]) and (len(words) == 1 or len(words[-1]) == 1)  # "Sr. I. Jepkosgei"
    named = mention.type == "PERSON" or (mention.type == "MISC" and mention.direct and last.type in {"DEM", "PERSON"})
    if gap in {". ", "."} and named and last.type in {"PERSON", "DEM", "MISC"} and short:
        return True  # "Eng. Kiprotich", "Sh. Ergashev"
    if last.type == mention.type == "DATETIME":
        return gap in {" ", " of ", ", ", " - ", "-", "–"}
    alike = last.type == mention.type or {last.type, mention.type} <= _SPOKEN
    if gap == "/" and {last.type, mention.type} <= _SPOKEN - {"DEM"} and last.type != mention.type:
        return True  # "Leipzig/Halle"
    return alike and gap in {" ", "-", " - ", " & "}


def _both(text: str, last: ReadMention, mention: ReadMention) -> str:
    """Return a type that is true of two spans side by side."""
    kinds = {last.type, mention.type}
    if len(kinds) == 1:
        return last.type
    first = text[last.start : last.end]
    if mention.type == "PERSON" and (last.type == "DEM" or (last.type == "MISC" and _is_title(first))):
        return "PERSON"  # a title or a calling belongs to the name
    if last.type == "PERSON" and mention.type == "MISC" and mention.direct:
        return "PERSON"  # 'Margaret "Peg" Thibodeau'
    if kinds == {"QUANTITY", "MISC"}:
        return "QUANTITY"
    if kinds == {"ORG", "MISC"} or kinds == {"ORG", "LOC"}:
        return "ORG"
    return "MISC"
