"""Speakers of a chat whose names the reader of layouts does not take for names: ``rowdy m: lets go``."""

import re
from collections import Counter
from collections.abc import Iterator

from gyges.reading.english import usual_tag
from gyges.reading.lexicon._load import phrases, words
from gyges.reading.names._find import is_role_label
from gyges.reading.page._cue import Cue
from gyges.reading.page._layout import is_machine
from gyges.reading.page._page import Page

__all__ = ["find_turns"]

_TURN = re.compile(
    r"^[ \t>*_~-]*(?:[\[(][^\])\n]{4,30}[\])][ \t-]*|[\d:./ ,apmAPM-]{4,24}[ \t-]*)?"
    r"[*_<]?(?P<who>[^\W\d_~@][^:\n*>|]{0,28}?)[*_>]?[ \t]?(?:\(\d{1,2}[:.]\d\d(?:[ ]?[ap]m)?\)[ \t]?)?"
    r"(?::[*_]?|(?<=[ \t])[–—])[ \t]"
)
_DASHES = frozenset("–—")
_SHARE, _LEAST = 0.6, 3
_LONGEST = 3  # words of a speaker's name


def find_turns(page: Page) -> Iterator[Cue]:
    """Yield the names of the speakers if most lines are turns and somebody speaks twice."""
    text = page.text
    if max(map(text.count, ":–—")) < _LEAST or "\n" not in text:
        return
    at, lines, heads = 0, 0, []
    for line in text.split("\n"):
        lines += bool(line.strip())
        match = _TURN.match(line)
        if match and len(match["who"].split()) <= _LONGEST:
            last = match.end("who") + (line.startswith("_", match.end("who")) and "_" not in line[: match.start("who")])
            heads.append((at + match.start("who"), at + last, match["who"].strip().lower()))
        at += len(line) + 1
    spoken = Counter(head[2] for head in heads)
    if len(heads) < max(_LEAST, _SHARE * lines) or len(spoken) == len(heads):
        return
    for start, end, name in heads:
        if spoken[name] == 1 and text[end : end + 3].strip()[:1] in _DASHES:
            continue  # a heading: "Chat transcript – page 1"
        once = spoken[name] == 1 and usual_tag(name) in {"NNS", "NN"}  # "Assets: laptop"
        if once or name.partition(" ")[0] in words("before_nouns"):
            continue  # "From home: he slept well"
        if not (is_machine(name) or is_role_label(name) or name in words("who_labels") or name in _labels()):
            yield Cue(start, end, "PERSON", True)


def _labels() -> dict[str, str]:
    return phrases("field_dem", "field_org", "field_loc", "field_datetime")
