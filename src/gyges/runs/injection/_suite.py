"""The documents of the suite: invented people, what is true of them, and words that tell the reader what to answer.

In ``suite.jsonl`` the injected words stand between ``⟦`` and ``⟧``, so a text with them and one without differ in
nothing else. A third reading has harmless words in their place: whatever stands there moves some models.
"""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import cycle
from typing import Literal, TypeAlias

from gyges.errors import ConfigError
from gyges.records import Document, Fact, Subject

WordsShown: TypeAlias = Literal["none", "injected", "harmless"]
READINGS: tuple[WordsShown, ...] = ("none", "injected", "harmless")
"""What stands in the place of the injected words, in the order in which a document is read."""

_MARKED = re.compile("⟦(.*?)⟧", re.DOTALL)


@dataclass(frozen=True, slots=True)
class InjectedDocument:
    """A document with words that are no part of its story."""

    id: str  # its kind and a number
    kind: str  # how the words try to steer the reader, such as ``fence`` or ``role-play``
    language: str  # of the story, as a code of two letters
    marked: str  # the text, with the injected words between ``⟦`` and ``⟧``
    subjects: tuple[Subject, ...]  # the people of the story and what is true of them

    def text(self, words: WordsShown) -> str:
        """Return the text with the injected words, without them, or with harmless ones in their places."""
        if words == "injected":
            return _MARKED.sub(r"\1", self.marked)
        return _MARKED.sub(lambda mark: _harmless(mark[1], self.language) if words == "harmless" else "", self.marked)

    def words(self, words: WordsShown) -> str:
        """Return only what stands in the places of the injected words, on one line."""
        parts = _MARKED.findall(self.marked) if words != "none" else []
        return " ".join(
            " ".join(part if words == "injected" else _harmless(part, self.language) for part in parts).split()
        )

    def document(self, words: WordsShown) -> Document:
        """Return a text as a document with its truth."""
        return Document(self.id, self.text(words), self.subjects)


@cache
def injection_suite() -> tuple[InjectedDocument, ...]:
    """Return all documents of the suite, ordered by kind."""
    lines = (files(__package__) / "suite.jsonl").read_text(encoding="utf-8").split("\n")
    return tuple(_document(line) for line in lines if line)


def sampled(documents: Iterable[InjectedDocument], most: int | None = None) -> tuple[InjectedDocument, ...]:
    """Return some of the documents, of every kind as many as of the others; always the same ones."""
    if most is not None and most < 1:
        raise ConfigError(f"a sample of {most} documents shows nothing", "ask for 1 or more")
    seen: Counter[str] = Counter()
    turns = []
    for document in documents:
        turns.append((seen[document.kind], document))
        seen[document.kind] += 1
    return tuple(document for _, document in sorted(turns, key=lambda turn: turn[0]))[:most]


def _document(line: str) -> InjectedDocument:
    row = json.loads(line)
    subjects = (
        Subject(
            one["id"],
            one["description"],
            tuple(Fact(fact["tag"], fact["value"]) for fact in one["facts"]),
            (one["called"],),
        )
        for one in row["people"]
    )
    return InjectedDocument(row["id"], row["kind"], row["language"], row["text"], tuple(subjects))


def _harmless(injected: str, language: str) -> str:
    """Return harmless words of about the length of others, between the same blanks and line breaks."""
    body = injected.strip()
    start = injected.find(body)
    words: list[str] = []
    length = 0
    for word in cycle(_harmless_words(language)):
        if length >= len(body):
            break
        words.append(word)
        length += len(word) + 1
    return f"{injected[:start]}{' '.join(words)}{injected[start + len(body) :]}"


@cache
def _harmless_words(language: str) -> tuple[str, ...]:
    table = tomllib.loads((files(__package__) / "harmless.toml").read_text(encoding="utf-8"))
    return tuple(table[language].split())
