"""Releases of which it is known which direct identifiers still stand in them, and how the guard does on them.

Two sets. *Read* are releases that a strong language model read for direct identifiers that still stand. *Thinned*
are originals of other documents from which a random part of the annotated names and codes was taken, so that what
stands is known exactly; once as written and once in lower case, as people chat. From *emptied* ones all of them were.
"""

import json
import lzma
import random
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from training.written import written_documents

from gyges.corpus import bundled_corpus
from gyges.reading.lookups import fold, is_english_word, kin, months, title
from gyges.records import Document, Edit, Release, apply_edits, edits_to_json
from gyges.scoring import residual_identifiers

READINGS = Path(__file__).parent / "guard" / "readings.jsonl.xz"
_SEED = 20261115
_FEWEST, _MOST = 0.6, 0.9  # of the identifiers of a document that are taken away
_SHORTEST = 3  # letters of a word that names somebody; shorter ones are titles, particles and initials
_LINK = re.compile(r"[\s\"“”'’.,()-]{0,3}(?:(?:[a-z]{1,3}|[A-Z]\.?)[\s\"“”]{1,2})?")
_HANDLE = re.compile(r"[_@\d]")
_CODES = frozenset(
    ("IDENTIFICATION_NUMBER", "PHONE_NUMBER", "EMAIL_ADDRESS", "DRIVER_LICENSE_NUMBER", "PASSPORT_NUMBER")
)


@dataclass(frozen=True, slots=True)
class Case:
    """A release and the identifiers that stand in it: their places, and words judged to be one as well."""

    original: str
    release: Release
    standing: tuple[tuple[int, int], ...]
    judged: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Tally:
    """How the guard did on some releases; an alarm is what it names and no identifier stands there."""

    releases: int = 0
    identifiers: int = 0
    missed: int = 0
    releases_missed: int = 0
    alarms: int = 0
    releases_alarmed: int = 0


def _documents() -> list[Document]:
    return [*written_documents("people*.txt"), *bundled_corpus()]


def _rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in lzma.decompress(READINGS.read_bytes()).decode("utf-8").splitlines()]


def read_by_hand(*sets: str) -> Iterator[Case]:
    """Yield the releases that were read by hand, of all sets unless some are named."""
    texts = {document.id: document.text for document in _documents()}
    for row in _rows():
        if not sets or row["set"] in sets:
            text, words = str(row["text"]), row["direct"]
            places = [m.span() for w in words for m in re.finditer(rf"(?<!\w){re.escape(w)}(?!\w)", text)]
            yield Case(texts[row["id"]], Release(row["key"], text, row["method"]), tuple(places))


def _others(half: int | None) -> list[Document]:
    """Return the documents no release of which was read by hand; of two halves one, if it is named."""
    read = {row["id"] for row in _rows()}
    others = [document for document in _documents() if document.id not in read]
    return [document for place, document in enumerate(others) if half is None or place % 2 == half]


def thinned(*, lower: bool = False, half: int | None = None) -> Iterator[Case]:
    """Yield documents from which most of the annotated identifiers were taken."""
    for document in _others(half):
        dice = random.Random(f"{_SEED} {document.id}")
        share, whole = dice.uniform(_FEWEST, _MOST), dice.random() < 0.5
        places = _identifiers(document)
        words = sorted({document.text[slice(*place[:2])] for place in places})
        gone = {word for word in words if dice.random() < share}  # a mask misses a name everywhere
        kept = [
            place
            for place in places
            if (document.text[slice(*place[:2])] not in gone if whole else dice.random() >= share)
        ]
        yield _case(document, places, kept, lower=lower)


def emptied(*, lower: bool = False, half: int | None = None) -> Iterator[Case]:
    """Yield documents from which all annotated identifiers were taken."""
    for document in _others(half):
        yield _case(document, _identifiers(document), [], lower=lower)


def _case(
    document: Document, places: list[tuple[int, int, str]], kept: list[tuple[int, int, str]], *, lower: bool
) -> Case:
    text = document.text.lower() if lower and len(document.text.lower()) == len(document.text) else document.text
    edits = [
        Edit(start, end, label, label[1:-1], direct=True)
        for start, end, label in places
        if (start, end, label) not in kept
    ]
    standing: list[tuple[int, int]] = []
    for start, end, _ in kept:
        moved = sum(len(edit.text) - (edit.end - edit.start) for edit in edits if edit.end <= start)
        standing.append((start + moved, end + moved))
    release = Release(document.id, apply_edits(text, edits), "thinned", {"edits": edits_to_json(edits)})
    return Case(text, release, tuple(standing), _judged().get(document.id, frozenset()))


@cache
def _judged() -> dict[str, frozenset[str]]:
    rows = (READINGS.parent / "unannotated.tsv").read_text(encoding="utf-8").splitlines()
    told = (row.split("\t") for row in rows if not row.startswith("#"))
    return {id_: frozenset(words.split("|")) for id_, words in told}


def _identifiers(document: Document) -> list[tuple[int, int, str]]:
    """Return start, end and label of every place where an annotated name, part of a name or code stands."""
    text = document.text
    spans: set[tuple[int, int, str]] = set()
    for fact in (fact for subject in document.subjects or () for fact in subject.facts):
        if fact.tag in _CODES:
            spans |= {(*m.span(), "[CODE]") for m in re.finditer(rf"(?<!\w){re.escape(fact.value)}(?!\w)", text)}
        elif fact.tag == "NAME" and _HANDLE.search(fact.value):
            spans |= {(*m.span(), "[PERSON]") for m in re.finditer(rf"(?<!\w){re.escape(fact.value)}(?!\w)", text)}
        elif fact.tag == "NAME":
            for word in filter(_names, re.findall(r"[^\W\d_]+", fact.value)):
                spans |= {(*m.span(), "[PERSON]") for m in _written(word).finditer(text)}
    return _merged(text, sorted(spans))


def names_in(document: Document) -> list[tuple[int, int]]:
    """Return every place where an annotated name or a part of one stands."""
    return [(start, end) for start, end, label in _identifiers(document) if label == "[PERSON]"]


def _written(word: str) -> re.Pattern[str]:
    """Return what finds a word of a name: in capitals too, and unless it is a word, in lower case and in an account."""
    if is_english_word(fold(word)) or len(word) <= _SHORTEST:
        return re.compile(rf"(?<![\w@.])(?:{word}|{word.upper()})(?![\w@])")
    return re.compile(rf"(?<![\w@.])@?(?:{word}|\w*_{word}\w*|{word}[_\d]\w*)(?![\w@])", re.IGNORECASE)


def _names(word: str) -> bool:
    known = title(word) is not None or kin(fold(word)) is not None or (fold(word) in months())
    return len(word) >= _SHORTEST and word[0].isupper() and not known


def _merged(text: str, spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    merged: list[tuple[int, int, str]] = []
    for start, end, label in spans:
        if merged and start < merged[-1][1]:
            merged[-1] = (
                merged[-1][0],
                max(end, merged[-1][1]),
                "[CODE]" if "[CODE]" in {label, merged[-1][2]} else label,
            )
        elif merged and label == merged[-1][2] == "[PERSON]" and _LINK.fullmatch(text, merged[-1][1], start):
            merged[-1] = (merged[-1][0], end, label)
        else:
            merged.append((start, end, label))
    return merged


def measured(cases: Iterable[Case], *, show: bool = False) -> Tally:
    """Return how the guard does on some releases."""
    tally = Tally()
    for case in cases:
        found = residual_identifiers(case.original, case.release)
        missed = [p for p in case.standing if not any(one.start < p[1] and p[0] < one.end for one in found)]
        alarms = [
            one
            for one in found
            if fold(one.words) not in case.judged
            and not any(one.start < end and start < one.end for start, end in case.standing)
        ]
        tally = Tally(
            tally.releases + 1,
            tally.identifiers + len(case.standing),
            tally.missed + len(missed),
            tally.releases_missed + bool(missed),
            tally.alarms + len(alarms),
            tally.releases_alarmed + bool(alarms),
        )
        if show:
            for mark, places in (("missed", missed), ("alarm", [(one.start, one.end) for one in alarms])):
                for start, end in places:
                    _show(case.release, mark, start, end)
    return tally


def _show(release: Release, mark: str, start: int, end: int) -> None:
    text = release.text
    around = f"{text[max(0, start - 40) : start]}<<{text[start:end]}>>{text[end : end + 30]}".replace("\n", "|")
    sys.stdout.write(f"  {mark:7}{release.id:10}{release.method:12}{around}\n")
