"""Fits the table of cues: how many right facts strong readers quote from words like these.

python -m training.cues fit       fits on the readings that are not for measuring, and writes cues.json
python -m training.cues check     folds over those documents: how well leaks of sentences nobody fitted are told
"""

import argparse
import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import gyges.anonymizers.subjectwise as room
from gyges.anonymizers.subjectwise._cues import features_of, tokens_of
from gyges.scoring import MIN_CERTAINTY, Alignment
from gyges.scoring._judge import Opinions
from gyges.scoring._score import _scored
from training.estimate import say
from training.readings import Reading, readings

Floats = NDArray[np.float64]

TABLE = Path(room.__file__).parent / "tables" / "cues.json"
VERSION = "cues-1"
LEAST_DOCUMENTS = 5
"""Documents a word must stand in to get a weight of its own."""
RIDGE = 12.0
STEPS = 600
FOLDS = 5
RIGHT = 0.5
"""The score from which on a fact counts as told."""
SEGMENT = re.compile(r"[^.!?;:,()\n|]+[.!?;:,()\n|]*")
SENTENCE = re.compile(r"[^.!?\n|]+[.!?\n|]*")
SMALLEST = 0.0005
"""Weights below this are left out of the table."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a release: its words by feature, and the right facts that were read from it."""

    document: str
    sentence: tuple[int, int]
    counts: Counter[str]
    leak: float


def right_facts(reading: Reading) -> list[tuple[str, tuple[str, ...], float]]:
    """Return every fact a reader got right: who was said to, the quotes, and how right it is."""
    scored = _scored(
        reading.document.id,
        reading.document.subjects or (),
        reading.finding,
        Alignment(reading.who),
        Opinions("strict"),
        MIN_CERTAINTY,
    ).subjects
    return [
        (subject.matched_to or "", verdict.guess.evidence, verdict.score)
        for subject in scored
        for verdict in subject.verdicts
        if verdict.guess is not None and verdict.score is not None and verdict.score >= RIGHT
    ]


def leak_of_words(reading: Reading) -> Floats:
    """Return how much of right facts was read from each code point of a release.

    Each fact is shared out evenly over the places of its quotes; one without a quote over all places from which
    anything was told of the same person.
    """
    text = reading.release.text
    leak = np.zeros(len(text))
    places: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for subject in reading.finding.subjects:
        for fact in subject.facts:
            places[subject.id] += found(fact.evidence, text)
    for person, quotes, score in right_facts(reading):
        spans = found(quotes, text) or places[person]
        for start, end in spans:
            leak[start:end] += score / len(spans) / (end - start)
    return leak


def found(quotes: Sequence[str], text: str) -> list[tuple[int, int]]:
    """Return where quotes stand, the first place of each."""
    places = [(text.find(quote), len(quote)) for quote in quotes if quote]
    return [(start, start + length) for start, length in places if start >= 0]


def parts_of(reading: Reading) -> list[Part]:
    """Return the stretches of a release."""
    text = reading.release.text
    leak = leak_of_words(reading)
    words = list(tokens_of(text))
    sentences = [match.span() for match in SENTENCE.finditer(text)]
    parts = []
    for match in SEGMENT.finditer(text):
        counts = Counter(
            feature
            for at, word, opens in words
            if match.start() <= at < match.end()
            for feature in features_of(word, opens=opens)
        )
        if counts:
            sentence = next((one for one in sentences if one[0] <= match.start() < one[1]), match.span())
            parts.append(Part(reading.document.id, sentence, counts, float(leak[slice(*match.span())].sum())))
    return parts


def vocabulary(parts: Sequence[Part]) -> list[str]:
    """Return the features that stand in enough documents."""
    seen: defaultdict[str, set[str]] = defaultdict(set)
    for part in parts:
        for feature in part.counts:
            seen[feature].add(part.document)
    return sorted(feature for feature, where in seen.items() if len(where) >= LEAST_DOCUMENTS)


def matrix(parts: Sequence[Part], features: Sequence[str]) -> Floats:
    """Return how often each feature stands in each part."""
    place = {feature: number for number, feature in enumerate(features)}
    x = np.zeros((len(parts), len(features)))
    for row, part in enumerate(parts):
        for feature, count in part.counts.items():
            if feature in place:
                x[row, place[feature]] = count
    return x


def fitted(x: Floats, y: Floats) -> Floats:
    """Return weights, none below zero, of a ridge regression (accelerated projected gradients)."""
    gram, target = x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y
    step = 1 / float(np.linalg.norm(gram, 2))
    weights = ahead = np.zeros(x.shape[1])
    speed = 1.0
    for _ in range(STEPS):
        new = np.maximum(0.0, ahead - step * (gram @ ahead - target))
        faster = (1 + np.sqrt(1 + 4 * speed**2)) / 2
        ahead = new + (speed - 1) / faster * (new - weights)
        weights, speed = new, faster
    return weights


def training_parts() -> tuple[list[list[Part]], int]:
    """Return the parts of every reading that is not for measuring, and of how many documents they are."""
    chosen = [one for one in readings() if not one.measured]
    return [parts_of(one) for one in chosen], len({one.document.id for one in chosen})


def fit() -> None:
    """Fit on everything that is not for measuring, and write the table."""
    by_reading, documents = training_parts()
    parts = [part for own in by_reading for part in own]
    features = vocabulary(parts)
    weights = fitted(matrix(parts, features), np.array([part.leak for part in parts]))
    model = {
        "version": VERSION,
        "trained_on": f"{len(by_reading)} releases of {documents} invented documents read by a strong language model, "
        f"{date.today().isoformat()}",
        "weights": {
            name: round(weight, 4)
            for name, weight in zip(features, weights.tolist(), strict=True)
            if weight >= SMALLEST
        },
    }
    TABLE.write_text(json.dumps(model, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    say(f"{len(parts)} parts, {len(features)} features, {model['trained_on']}")


def check() -> None:
    """Print how well leaks are told of documents that were not fitted, by part and by sentence."""
    by_reading, _ = training_parts()
    ids = sorted({own[0].document for own in by_reading if own})
    random.Random(2).shuffle(ids)  # noqa: S311
    told: list[tuple[float, float, float]] = []
    for fold in range(FOLDS):
        held = set(ids[fold::FOLDS])
        parts = [part for own in by_reading if own and own[0].document not in held for part in own]
        features = vocabulary(parts)
        weights = fitted(matrix(parts, features), np.array([part.leak for part in parts]))
        for own in (own for own in by_reading if own and own[0].document in held):
            guesses = matrix(own, features) @ weights
            sentences: defaultdict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
            for part, guess in zip(own, guesses.tolist(), strict=True):
                row = sentences[part.sentence]
                row[0] += part.leak
                row[1] += guess
                row[2] += part.counts["#word"]
            told += [(leak, guess, words) for leak, guess, words in sentences.values()]
    leaks, guesses, words = np.array(told).T
    say(f"{len(told)} sentences: correlation {np.corrcoef(leaks, guesses)[0, 1]:.3f}")
    say(f"number of words alone {np.corrcoef(leaks, words)[0, 1]:.3f}")
    rate = leaks / np.maximum(words, 1), guesses / np.maximum(words, 1)
    say(f"per word, sentences of 4 words or more: {np.corrcoef(*[one[words >= 4] for one in rate])[0, 1]:.3f}")


def main() -> int:
    """Fit or check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=("fit", "check"))
    {"fit": fit, "check": check}[parser.parse_args().what]()
    return 0


if __name__ == "__main__":
    sys.exit(main())
