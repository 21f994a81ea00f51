"""Hashtags and emoji that tell something about somebody: a hashtag goes, an emoji with a sex becomes one without."""

import re
from collections.abc import Iterator

from gyges.anonymizers.subjectwise._ladders import word_ladders
from gyges.anonymizers.subjectwise._pieces import TAGS, Piece
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.wording import tells_tie
from gyges.reading import find_occupations, find_places

__all__ = ["find_hashtags"]

_HASHTAG = re.compile(r"#(?P<words>\w+)")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z])|_")
_SEXED = re.compile(r"[👨👩👦👧👴👵👱]|\u200d[♀♂]\ufe0f?")
_SHORT = 3  # letters: "nz", "uk"
_CHILD = frozenset("👦👧")


def find_hashtags(text: str) -> Iterator[Piece]:
    """Yield the hashtags and emoji of a text that tell about a family, a sex or a job."""
    for match in _HASHTAG.finditer(text) if "#" in text else ():
        if _tells(_HUMP.sub(" ", match["words"]).lower()):
            key = f"hashtag {match[0].casefold()}"
            yield Piece(*match.span(), "hashtag", ("",), key, TAGS["hashtag"], "MISC")
    for match in _SEXED.finditer(text):
        new = "" if match[0][0] == "\u200d" else "🧒" if match[0] in _CHILD else "🧑"
        yield Piece(*match.span(), "pronoun", (new,), "emoji", TAGS["pronoun"], "DEM")


def _tells(words: str) -> bool:
    parts = words.split()
    told = (*word_ladders("EDUCATION"), *words_in("grammar", "work"))
    if any(part in told or tells_tie(part) for part in parts):
        return True
    if find_occupations(words) or any(find_occupations(f"a {part}") for part in parts):
        return True
    return bool(find_places(" ".join(part.upper() if len(part) < _SHORT else part.capitalize() for part in parts)))
