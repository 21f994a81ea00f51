"""Masked versions of annotated documents, so that the model also learns to read what others have anonymized."""

import random
from collections.abc import Callable
from dataclasses import replace

from gyges.reading import QuoteFinder, ReadMention, find_mentions
from gyges.records import Document, Fact, Subject

__all__ = ["veiled"]

STYLES: dict[str, Callable[[ReadMention, int], str]] = {
    "type": lambda mention, _: f"[{mention.type}]",
    "labels": lambda mention, number: f"[{mention.type}_{number}]",
    "stars": lambda mention, _: "*" * min(8, mention.end - mention.start),
    "blocks": lambda *_: "█████",
}
DIRECT_ONLY = 0.6
"""How often only names and codes are masked."""


def veiled(document: Document, seed: str) -> Document:
    """Return a document without what the embedded masker finds, and with the facts whose words are still there.

    Args:
        document: With subjects whose facts have evidence.
        seed: Decides on the style; the same seed gives the same document.
    """
    draw = random.Random(seed)  # noqa: S311
    style, direct_only = draw.choice(sorted(STYLES)), draw.random() < DIRECT_ONLY
    text = document.text
    parts: list[str] = []
    numbers: dict[object, int] = {}
    last = 0
    for mention in find_mentions(text):
        if mention.direct or not direct_only:
            entity = mention.person if mention.person is not None else text[mention.start : mention.end].casefold()
            number = numbers.setdefault((mention.type, entity), len(numbers) + 1)
            parts += [text[last : mention.start], STYLES[style](mention, number)]
            last = mention.end
    whole = "".join([*parts, text[last:]])
    finder = QuoteFinder(whole)
    subjects = tuple(_still_told(subject, finder) for subject in document.subjects or ())
    return replace(document, id=f"{document.id}-{style}", text=whole, subjects=subjects, mentions=None)


def _still_told(subject: Subject, finder: QuoteFinder) -> Subject:
    """Leave out what no word speaks for any more."""

    def stands(fact: Fact) -> bool:
        return any(finder.find(words) is not None for words in (*fact.evidence, *fact.value.split(" / ")))

    return replace(subject, facts=tuple(fact for fact in subject.facts if stands(fact)))
