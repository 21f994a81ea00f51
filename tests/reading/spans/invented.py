"""Invented documents of many genres with the spans a careful masker hides, written as ``{P!|Ana Reis}``.

The letter is the entity type (PERSON, CODE, LOC, ORG, DEM, T for DATETIME, QUANTITY, MISC), ``!`` marks what identifies
by itself. A number after it names the entity (``{P!2|Ana}`` is the same person as ``{P!2|Mrs Reis}``); without one,
mentions of one type with the same words are one entity.
"""

import re
from pathlib import Path

from gyges.records import Document, IdentifierType, Mention

TYPES = {
    "P": "PERSON", "C": "CODE", "L": "LOC", "O": "ORG", "D": "DEM", "T": "DATETIME", "Q": "QUANTITY", "M": "MISC",
}  # fmt: skip
_MARKED = re.compile(r"\{(?P<type>[PCLODTQM])(?P<direct>!?)(?P<entity>\d*)\|(?P<words>[^{}]*)\}")


def invented_documents(files: str = "*.txt") -> list[Document]:
    """Return all of them, or those in the files of this folder whose names match."""
    blocks = [block for path in sorted(Path(__file__).parent.glob(files)) for block in path.read_text().split("### ")]
    return [_document(block) for block in blocks if block.strip()]


def _document(block: str) -> Document:
    head, _, body = block.partition("\n")
    body = body.strip("\n")
    parts: list[str] = []
    mentions: list[Mention] = []
    size = last = 0
    for match in _MARKED.finditer(body):
        before, words = body[last : match.start()], match["words"]
        start = size + len(before)
        size, last = start + len(words), match.end()
        parts += [before, words]
        identifier = IdentifierType.DIRECT if match["direct"] else IdentifierType.QUASI
        kind = TYPES[match["type"]]
        mentions.append(Mention(start, size, words, kind, identifier, f"{kind} {match['entity'] or words.casefold()}"))
    return Document(head.strip(), "".join([*parts, body[last:]]), mentions=tuple(mentions))
