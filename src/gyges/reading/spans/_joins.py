"""Spans that are parts of one: ``Sgt`` and ``Miller``, ``five hundred`` and ``years``."""

import re
from collections.abc import Sequence

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._people_words import title
from gyges.reading.page._spans import Cue

__all__ = ["counts", "join"]

_HOUR = re.compile(r"[-–]?\d{1,2}[:.]\d\d")
_ONE = {
    "PERSON": frozenset((" ",)),
    "DATETIME": frozenset((" ", ", ", ",")),
    "CODE": frozenset((" ", "-")),
    "QUANTITY": frozenset((" ",)),
    "ORG": frozenset((" ",)),
    "LOC": frozenset((" ",)),
}


def join(text: str, spans: Sequence[Cue]) -> list[Cue]:
    """Return spans; those that are parts of one are one.

    Args:
        text: The text.
        spans: What was found in it, in order and without overlap.
    """
    made: list[Cue] = []
    for span in spans:
        if made and _is_one(text, made[-1], span):
            kept = span.kind in {"MISC", "CODE"} or (made[-1].kind, span.kind) == ("QUANTITY", "PERSON")
            kind = made[-1].kind if kept else span.kind
            direct = (made[-1].direct or span.direct) and kind not in {"ORG", "DATETIME", "QUANTITY"}
            start = made[-1].start
            if (made[-1].kind, kind) == ("DEM", "DATETIME"):
                start = text.rfind(" ", start, made[-1].end) + 1 or start  # "will be nineteen years"
            made[-1] = Cue(max(start, made[-1].start), span.end, kind, direct)
        else:
            made.append(span)
    return made


def counts(key: str) -> bool:
    """Tell whether a folded word is a number or part of one."""
    number = any(map(str.isdigit, key)) or key.partition("-")[0] in words("number_words")
    return number or key in words("scales") or key in words("vague_numbers") or key in words("few")


def _is_one(text: str, last: Cue, new: Cue) -> bool:
    gap = text[last.end : new.start]
    if new.kind == "PERSON" and last.kind == "DEM" and gap == " ":
        word = text[last.start : last.end].lower()
        return text[last.start].isupper() and (word in words("orders") or title(word) is not None)  # "Sgt Miller"
    if last.kind == "LOC" and new.kind == "CODE" and gap == " ":
        return text[last.start : last.end].lower() in words("rooms")  # "Pier 4"
    if last.kind == "PERSON" and new.kind == "ORG" and gap == " ":
        return text[new.start].islower()  # "Nam Bak secondary school"
    if last.kind == "MISC" and new.kind == "PERSON" and gap == " ":
        return text[last.start].isupper() and text[last.start : last.end].isalpha()  # "Tserendulam Batbold"
    if last.kind == "LOC" and new.kind == "MISC" and gap == " ":
        return text[new.start : new.end].lower() in words("compass")
    if last.kind == "DATETIME" and new.kind == "CODE" and gap in {"", "-", "–"}:
        return _HOUR.fullmatch(text, new.start, new.end) is not None  # "22:00-06:00"
    if last.kind in {"QUANTITY", "DEM"} and new.kind == "DATETIME" and gap == " ":
        return text[new.start].islower() and counts(fold(text[last.start : last.end].rpartition(" ")[2]))
    if last.kind == "QUANTITY" and new.kind == "PERSON" and not gap:
        return text[last.end - 1] == "°"  # "9 °C"
    if last.kind == new.kind == "PERSON" and not gap:
        return True  # "Tobias" and "_K"
    if last.kind != new.kind or gap not in _ONE.get(new.kind, ()):
        return False
    if new.kind == "PERSON":  # no accounts: each is somebody's
        return all(text[span.start : span.end].replace(" ", "").isalpha() for span in (last, new))
    return True
