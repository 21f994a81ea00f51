"""Train, validation and test documents: no text twice, no person on two sides, the same for the same seed."""

import random
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from gyges.errors import InputError
from gyges.records import Document

TRAIN = 111
VALIDATION = 111
"""Sizes as published (section 4); the rest is for the test."""

_FEWEST = 3  # one document on each side


@dataclass(frozen=True, slots=True)
class Splits:
    """The three sides."""

    train: tuple[Document, ...]  # documents the proposer may learn from
    validation: tuple[Document, ...]  # documents candidates are compared on
    test: tuple[Document, ...]  # documents that only the instructions of the menu ever meet
    duplicates: int = 0  # how many documents were left out because another one has the same text
    notes: tuple[str, ...] = ()  # what was done otherwise than asked, in sentences


def split_documents(
    documents: Iterable[Document],
    *,
    seed: int,
    train: int = TRAIN,
    validation: int = VALIDATION,
    test: int | None = None,
    group: Callable[[Document], Hashable] | None = None,
) -> Splits:
    """Split documents.

    Documents with the same text, whatever case and spaces, are one. Documents of one group (a person, a query) stay on
    one side, so sizes are met as nearly as groups allow. With fewer documents than asked for, the sizes shrink in
    proportion.
    """
    kept, duplicates = _distinct(documents)
    groups: dict[Hashable, list[Document]] = {}
    key = group or group_of
    for document in sorted(kept, key=lambda one: one.id):
        groups.setdefault(key(document), []).append(document)
    if len(groups) < _FEWEST:
        raise InputError(
            f"{len(kept)} different documents of {len(groups)} people cannot be split in three",
            "give documents about more people",
        )
    sizes, notes = _sizes(len(kept), train, validation, test)
    order = sorted(groups, key=str)
    random.Random(seed).shuffle(order)  # noqa: S311  # who goes where is no secret
    sides = _dealt([groups[name] for name in order], sizes)
    if duplicates:
        notes.append(f"{duplicates} documents have the text of another one and were left out")
    return Splits(tuple(sides[0]), tuple(sides[1]), tuple(sides[2]), duplicates, tuple(notes))


def group_of(document: Document) -> Hashable:
    """Return what ties documents together: the key of their meta data, their one name, or nothing.

    Looked at in this order: ``group``, ``author``, ``conversation`` of the meta data; the name of the first person of
    the truth; the document itself.
    """
    for name in ("group", "author", "conversation"):
        value = document.meta.get(name)
        if isinstance(value, str | int):
            return f"{name}:{value}"
    names = sorted(f.value.casefold() for s in (document.subjects or ())[:1] for f in s.facts if f.tag == "NAME")
    return f"name:{names[0]}" if names else f"document:{document.id}"


def text_digest(document: Document) -> str:
    """Return a hash of a text, whatever its case and spaces: what says that two documents are one."""
    return sha256(_plain(document.text).encode("utf-8", "surrogatepass")).hexdigest()[:24]


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _distinct(documents: Iterable[Document]) -> tuple[list[Document], int]:
    kept: dict[str, Document] = {}
    duplicates = 0
    for document in documents:
        text = _plain(document.text)
        duplicates += text in kept
        kept.setdefault(text, document)
    return list(kept.values()), duplicates


def _sizes(count: int, train: int, validation: int, test: int | None) -> tuple[tuple[int, int, int], list[str]]:
    wanted_test = test if test is not None else max(1, min(train, validation))
    asked = train + validation + wanted_test
    if count >= asked:
        rest = count - train - validation
        return (train, validation, rest if test is None else test), []
    few_train = max(1, train * count // asked)
    few_validation = max(1, validation * count // asked)
    few_test = max(1, count - few_train - few_validation)
    note = (
        f"there are {count} different documents, fewer than {asked}: "
        f"{few_train} to learn from, {few_validation} for validation, {few_test} for the test"
    )
    return (few_train, few_validation, few_test), [note]


def _dealt(groups: Sequence[Sequence[Document]], sizes: tuple[int, int, int]) -> list[list[Document]]:
    """Give every group to the side that still lacks most in proportion; none stays empty."""
    sides: list[list[Document]] = [[], [], []]
    for number, group in enumerate(groups):
        empty = [side for side in range(3) if not sides[side]]
        if len(empty) >= len(groups) - number:
            chosen = empty[0]
        else:
            lacks = [(sizes[side] - len(sides[side])) / max(1, sizes[side]) for side in range(3)]
            chosen = max(range(3), key=lambda side: (lacks[side], -side))
            if lacks[chosen] <= 0:
                break
        sides[chosen] += group
    return sides
