"""Texts in which the spans a careful masker hides are written as ``{P!2|Ana Reis}``.

The letter is the entity type (PERSON, CODE, LOC, ORG, DEM, T for DATETIME, QUANTITY, MISC), ``!`` marks what identifies
by itself. A number after it names the entity (``{P!2|Ana}`` is the same person as ``{P!2|Mrs Reis}``); without one,
mentions of one type with the same words are one entity.
"""

import re

from gyges.records import IdentifierType, Mention

__all__ = ["TYPES", "read_marks"]

TYPES = {
    "P": "PERSON", "C": "CODE", "L": "LOC", "O": "ORG", "D": "DEM", "T": "DATETIME", "Q": "QUANTITY", "M": "MISC",
}  # fmt: skip
_MARKED = re.compile(r"\{(?P<type>[PCLODTQM])(?P<direct>!?)(?P<entity>\d*)\|(?P<words>[^{}]*)\}")


def read_marks(marked: str) -> tuple[str, tuple[Mention, ...]]:
    """Return the text without the marks, and what they mark in it."""
    parts: list[str] = []
    mentions: list[Mention] = []
    size = last = 0
    for match in _MARKED.finditer(marked):
        before, words = marked[last : match.start()], match["words"]
        start = size + len(before)
        size, last = start + len(words), match.end()
        parts += [before, words]
        identifier = IdentifierType.DIRECT if match["direct"] else IdentifierType.QUASI
        kind = TYPES[match["type"]]
        mentions.append(Mention(start, size, words, kind, identifier, f"{kind} {match['entity'] or words.casefold()}"))
    return "".join([*parts, marked[last:]]), tuple(mentions)
