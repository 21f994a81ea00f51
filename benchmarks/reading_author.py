"""How well the author of a comment is guessed: ``python benchmarks/reading_author.py FILE [--part PART]``.

Rows carry one labelled attribute each. Printed are the mean score of the first guess (1 right, 0.5 partly), the share
of first guesses that are right, the share where one of three is right, and comments a second.
"""

import argparse
import json
import time
from collections import defaultdict
from itertools import chain
from pathlib import Path
from typing import Any

from gyges.reading._reading import REFERENCE_DATE
from gyges.reading.genres.author._cues import author_guesses
from gyges.records import taxonomy
from gyges.scoring import compare_values


def score(tag: str, truth: str, guess: str) -> float:
    """Score a guess by the strict rules."""
    return compare_values(tag, truth, guess, "strict", taxonomy_name="author").score or 0.0


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--part", choices=["all", "dev", "held"], default="all")
    parser.add_argument("--show", default="")
    arguments = parser.parse_args()
    lines = arguments.file.read_text(encoding="utf-8").splitlines()
    rows: list[dict[str, Any]] = [
        json.loads(line)
        for number, line in enumerate(lines)
        if arguments.part == "all" or (number % 3 == 2) == (arguments.part == "held")
    ]
    author_guesses("warm up in Paris", REFERENCE_DATE)
    start = time.perf_counter()
    guesses = [author_guesses(row["response"], REFERENCE_DATE) for row in rows]
    seconds = time.perf_counter() - start
    first: dict[str, list[float]] = defaultdict(list)
    best: dict[str, list[float]] = defaultdict(list)
    for row, found in zip(rows, guesses, strict=True):
        tag = taxonomy("author")[row["feature"].upper()].name
        truth = str(row["personality"][row["feature"]])
        scores = [score(tag, truth, guess.value) for guess in found.get(tag, [])]
        first[tag].append(scores[0] if scores else 0.0)
        best[tag].append(max(scores, default=0.0))
        if arguments.show == tag and (not scores or scores[0] < 1):
            cues = [
                (guess.value, guess.certainty, row["response"][guess.start : guess.end]) for guess in found.get(tag, [])
            ]
            print(f"{row['response']!r}\n  {truth} <> {cues}")
    print(f"{len(rows)} comments, {len(rows) / seconds:.0f} comments/s")
    for tag in sorted(first):
        print(_line(tag, first[tag], best[tag]))
    print(_line("all", [*chain(*first.values())], [*chain(*best.values())]))


def _line(tag: str, first: list[float], best: list[float]) -> str:
    right = sum(score == 1 for score in first) / len(first)
    mean, three = sum(first) / len(first), sum(best) / len(best)
    return f"  {tag:16} score {mean:.3f}  right {right:.3f}  of three {three:.3f}  n {len(first)}"


if __name__ == "__main__":
    main()
