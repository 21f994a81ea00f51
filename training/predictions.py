"""Reads what the training predicted for questions that it was not trained on, as findings of the tiny attacker."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gyges.attacks.tiny._about import facts_about
from gyges.attacks.tiny._attack import finding_of_windows, tiny_windows
from gyges.attacks.tiny._certainty import Calibration
from gyges.attacks.tiny._people import people_of
from gyges.attacks.tiny._runtime import Answer
from gyges.corpus import read_documents
from gyges.records import Document, Fact, Finding, Release, Subject
from training.gguf import Gguf
from training.readings import readings
from training.releases import release_id
from training.tokens import Tokens

__all__ = ["Predicted", "read_author_predictions", "read_predictions"]


@dataclass(frozen=True)
class Predicted:
    """A document that was tested on.

    Attributes:
        document: With the text that was read.
        truth: With the text that people are aligned in: the original of a masked one.
        source: Where it is from.
        masked: Whether the text that was read is masked.
        answers: What the model wrote, window by window.
        asked: What it wrote about each person whom the embedded reader found, if it was asked.
        release: Which release was read, where it is one that a strong reader read.
    """

    document: Document
    truth: Document
    source: str
    masked: bool
    answers: tuple[Answer, ...]
    asked: tuple[Answer, ...] = ()
    release: Release | None = None

    def about(self, people: Sequence[Subject], calibration: Calibration) -> dict[str, tuple[Fact, ...]]:
        """Return what the model said of people whom the embedded reader found."""
        return {
            subject.id: facts_about(answer, self.document.text, calibration, Counter())
            for subject, answer in zip(people, self.asked, strict=bool(self.asked))
        }

    def finding(self, calibration: Calibration) -> Finding:
        """Return what the tiny attacker finds with this table of certainties."""
        tally: Counter[str] = Counter()
        windows = tiny_windows(self.document.text)
        read = [
            people_of(answer, window.text, calibration, tally)
            for answer, window in zip(self.answers, windows, strict=True)
        ]
        return finding_of_windows(self.document.id, read, tally)


def read_predictions(files: Iterable[Path], tests: Path, base: Path) -> list[Predicted]:
    """Return the documents all of whose windows were predicted."""
    documents = {document.id: document for document in read_documents(tests)}
    originals = {id.split("/", 1)[1]: d for id, d in documents.items() if "masked" not in id.split("/", 1)[0]}
    files = list(files)
    released = {release_id(reading): reading for reading in readings()}
    answers: dict[str, dict[int, Answer]] = defaultdict(dict)
    asked: dict[str, dict[tuple[int, int], Answer]] = defaultdict(dict)
    rows = {}
    for row, answer in _rows(files, base, "person"):
        asked[row["id"]][row["window"], row["part"]] = answer
    for row, answer in _rows(files, base, "people"):
        rows[row["id"]] = row
        answers[row["id"]][row["window"]] = answer
    predicted = []
    for id, row in rows.items():
        document = documents[id]
        found = answers[id]
        if len(found) == len(tiny_windows(document.text)):
            truth = originals[id.split("/", 1)[1]] if row["use"] == "fold-test" else document
            reading = released.get(id.split("/", 1)[1])
            truth, release = (truth, None) if reading is None else (reading.document, reading.release)
            ordered = tuple(found[number] for number in sorted(found))
            single = tuple(asked[id][place] for place in sorted(asked[id]))
            predicted.append(Predicted(document, truth, row["source"], row["masked"], ordered, single, release))
    return predicted


def read_author_predictions(files: Iterable[Path], tests: Path, base: Path) -> list[tuple[Document, Answer]]:
    """Return documents whose author was guessed, with `meta.author` as the truth."""
    documents = {document.id: document for document in read_documents(tests)}
    return [(documents[row["id"]], answer) for row, answer in _rows(files, base, "author")]


def _rows(files: Iterable[Path], base: Path, task: str) -> Iterator[tuple[dict[str, Any], Answer]]:
    tokens = Tokens(Gguf(base))
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if row["task"] == task:
                yield row, _answer(row, tokens)


def _answer(row: dict[str, list[int]], tokens: Tokens) -> Answer:
    ids = row["tokens"]
    text = tokens.decode(ids)
    ends = tuple(end for _, end in tokens.spans(ids))
    whole = len(row["log_chances"]) > len(ids)  # the chance of the mark of the end stands after the others
    return Answer(text, ends, tuple(row["log_chances"][: len(ids)]), whole)
