"""Spans that are parts of one: ``Sgt`` and ``Miller``, ``five hundred`` and ``years``."""

import re
from collections.abc import Callable, Sequence

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._people_words import title
from gyges.reading.page._spans import Cue

__all__ = ["counts", "join"]

_HOUR = re.compile(r"[-–]?\d{1,2}[:.]\d\d")
_ONE = {"DATETIME": (" ", ", ", ","), "CODE": (" ", "-"), "QUANTITY": (" ",), "ORG": (" ",), "LOC": (" ",)}


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
    if last.kind == new.kind == "PERSON" and not gap:
        return True  # "Tobias" and "_K"
    if (last.kind, new.kind) in _PARTS:
        gaps, fits = _PARTS[last.kind, new.kind]
        return gap in gaps and fits(text[last.start : last.end], text[new.start : new.end])
    return last.kind == new.kind and gap in _ONE.get(new.kind, ())


def _is_title(word: str) -> bool:
    return word[0].isupper() and (word.lower() in words("orders") or title(word) is not None)


def _is_name(last: str, new: str) -> bool:
    return all(part.replace(" ", "").isalpha() for part in (last, new))  # no accounts: each is somebody's


def _is_time(last: str, new: str) -> bool:
    return new[0].islower() and counts(fold(last.rpartition(" ")[2]))


_Fits = Callable[[str, str], bool]
_SPACE = frozenset((" ",))
_PARTS: dict[tuple[str, str], tuple[frozenset[str], _Fits]] = {
    ("DEM", "PERSON"): (_SPACE, lambda last, new: _is_title(last)),  # "Sgt Miller"
    ("LOC", "CODE"): (_SPACE, lambda last, new: last.lower() in words("rooms")),  # "Pier 4"
    ("PERSON", "ORG"): (_SPACE, lambda last, new: new[0].islower()),  # "Nam Bak secondary school"
    ("MISC", "PERSON"): (_SPACE, lambda last, new: last[0].isupper() and last.isalpha()),  # "Tserendulam Batbold"
    ("LOC", "MISC"): (_SPACE, lambda last, new: new.lower() in words("compass")),
    ("DATETIME", "CODE"): (frozenset(("", "-", "–")), lambda last, new: bool(_HOUR.fullmatch(new))),  # "22:00-06:00"
    ("QUANTITY", "DATETIME"): (_SPACE, _is_time),
    ("DEM", "DATETIME"): (_SPACE, _is_time),
    ("QUANTITY", "PERSON"): (frozenset(("",)), lambda last, new: last[-1] == "°"),  # "9 °C"
    ("PERSON", "PERSON"): (_SPACE, _is_name),
}
"""What two spans of different kinds are one, by what stands between them and what they are."""
