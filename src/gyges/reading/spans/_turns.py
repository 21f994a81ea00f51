"""Speakers of a chat whose names the reader of layouts does not take for names: ``rowdy m: lets go``."""

import re
from collections.abc import Iterator

from gyges.reading._layout import is_machine
from gyges.reading._names import is_role_label
from gyges.reading.spans._scan import Span, phrases, words

__all__ = ["find_turns"]

_TURN = re.compile(
    r"^[ \t>*_-]*(?:[\[(][^\])\n]{4,30}[\])][ \t-]*|[\d:./ ,apmAPM-]{4,24}[ \t-]*)?"
    r"[*_<]?(?P<who>[^\W\d_~@][^:\n*>|]{0,28}?)[*_>]?[ \t]?:[*_]?[ \t]"
)
_SHARE, _LEAST = 0.6, 3
_LONGEST = 3  # words of a speaker's name


def find_turns(text: str) -> Iterator[Span]:
    """Yield the names of the speakers if most lines are turns and somebody speaks twice."""
    if text.count(":") < _LEAST or "\n" not in text:
        return
    at, lines, heads = 0, 0, []
    for line in text.split("\n"):
        lines += bool(line.strip())
        match = _TURN.match(line)
        if match and len(match["who"].split()) <= _LONGEST:
            heads.append((at + match.start("who"), at + match.end("who"), match["who"].strip().lower()))
        at += len(line) + 1
    names = [head[2] for head in heads]
    if len(heads) < max(_LEAST, _SHARE * lines) or len(set(names)) == len(names):
        return
    for start, end, name in heads:
        if not (is_machine(name) or is_role_label(name) or name in words("who_labels") or name in _labels()):
            yield Span(start, end, "PERSON", True)


def _labels() -> dict[str, str]:
    return phrases("field_dem", "field_org", "field_loc", "field_datetime")
