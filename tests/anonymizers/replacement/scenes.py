"""Texts with their spans for tests: written with the spans marked, or put together by chance."""

import re

from hypothesis import strategies as st

from gyges.anonymizers.replacement import SpansToReplace
from gyges.reading import ReadMention

TYPES = ("PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC")
_MARK = re.compile(r"\{(\w+)(?:/(\w+))?\|([^}]*)\}")
_DIRECT = {"PERSON", "CODE"}


def marked(source: str, document: str = "a") -> SpansToReplace:
    """Return the scene of a text whose spans stand as ``{TYPE|words}`` or ``{TYPE/person|words}``."""
    text, last = "", 0
    mentions: list[ReadMention] = []
    for match in _MARK.finditer(source):
        text += source[last : match.start()]
        type_, person, words = match.groups()
        mentions.append(ReadMention(len(text), len(text) + len(words), type_, type_ in _DIRECT, person))
        text += words
        last = match.end()
    return SpansToReplace(document, text + source[last:], tuple(mentions))


@st.composite
def scenes(draw: st.DrawFn) -> SpansToReplace:
    """Return any text with any spans."""
    text = draw(st.text(max_size=120))
    borders = sorted(draw(st.sets(st.integers(0, len(text)), max_size=12)))
    spans = list(zip(borders[::2], borders[1::2], strict=False))
    person = st.none() | st.sampled_from("pq")
    types = st.sampled_from(TYPES)
    return SpansToReplace(
        "a", text, tuple(ReadMention(a, b, draw(types), draw(st.booleans()), draw(person)) for a, b in spans)
    )


WORDS = (
    "{PERSON|Ana Reis}", "{PERSON|Ms Reis}", "{PERSON|REIS, Ana}", "{PERSON|K.L.}", "{PERSON|@night_owl7}",
    "{PERSON|Tormod Hegglund}", "{CODE|ana.reis@firm.pt}", "{CODE|+351 912 345 678}", "{CODE|X1234567}", "{LOC|Porto}",
    "{LOC|the Netherlands}", "{LOC|14 Seapoint Rise, Galway}", "{ORG|Oak Siding School}", "{ORG|Lannigan Quill LLP}",
    "{DEM|nurse}", "{DEM|43}", "{DEM|Lithuanian}", "{DATETIME|4 November 2024}", "{DATETIME|2006}", "{DATETIME|22:40}",
    "{DATETIME|Friday}", "{DATETIME|eleven years}", "{QUANTITY|€4,200}", "{QUANTITY|two metres}", "{MISC|scooter}",
    "on", "in", "the", "a", "and", "She said", ".\n", "Dr.", "on the", "his",
)  # fmt: skip


def sentences() -> st.SearchStrategy[SpansToReplace]:
    """Return texts like real ones, made of marked words in any order."""
    return st.lists(st.sampled_from(WORDS), max_size=14).map(lambda words: marked(" ".join(words)))
