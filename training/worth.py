"""Fits what a statement is worth: how likely a careful editor would never drop it.

python -m training.worth fit       fits on all marked documents, and writes worth.json
python -m training.worth check     fits on one half of them and tells how well the other half is told apart

The marks (``worth_marks.json``) are numbers of statements, by document, which a reader marked as what the document is
for: the request, the decision, the outcome, the event, its reason, what an answer answers.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import gyges.anonymizers.subjectwise as room
from gyges.anonymizers.subjectwise._layout import lay_out
from gyges.anonymizers.subjectwise._weights import FEATURES, Worth
from training.estimate import say
from training.readings import documents

Floats = NDArray[np.float64]
Marks = Mapping[str, Sequence[int]]

TABLE = Path(room.__file__).parent / "tables" / "worth.json"
MARKS = Path(__file__).parent / "worth_marks.json"
VERSION = "worth-1"
RIDGE = 3.0
STEPS = 30


def rows_of(marks: Marks) -> tuple[Floats, Floats]:
    """Return the features of all statements, and which of them are marked."""
    known = documents()
    features: list[tuple[float, ...]] = []
    marked: list[bool] = []
    for id, own in marks.items():
        layout = lay_out(known[id].text)
        worth = Worth(layout)
        features += [worth.features(number) for number in range(len(layout.statements))]
        marked += [number in own for number in range(len(layout.statements))]
    return np.array(features), np.array(marked, dtype=np.float64)


def fitted(features: Floats, marked: Floats) -> Floats:
    """Return the weights of a ridge logistic regression; the constant is free."""
    weights = np.zeros(features.shape[1])
    ridge = np.eye(len(weights)) * RIDGE
    ridge[0, 0] = 1e-6
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (chances - marked) + ridge @ weights
        weights -= np.linalg.solve(features.T @ (features * (chances * (1 - chances))[:, None]) + ridge, slope)
    return weights


def told_apart(scores: Floats, marked: Floats) -> float:
    """Return how often a marked statement has the higher score of a pair."""
    yes, no = scores[marked > 0], scores[marked == 0]
    return float(np.mean((yes[:, None] > no) + 0.5 * (yes[:, None] == no)))


def main() -> None:
    """Fit or check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("verb", choices=["fit", "check"])
    parser.add_argument("--half", action="store_true", help="fit on the half that is not for checking")
    chosen = parser.parse_args()
    marks: dict[str, Marks] = json.loads(MARKS.read_text(encoding="utf-8"))
    if chosen.verb == "check":
        weights = fitted(*rows_of(marks["fit"]))
        features, marked = rows_of(marks["check"])
        say(f"told apart in {told_apart(features @ weights, marked):.3f} of pairs, {len(marked)} statements")
        return
    used = marks["fit"] if chosen.half else {**marks["fit"], **marks["check"]}
    features, marked = rows_of(used)
    row = {
        "version": VERSION,
        "trained_on": f"{len(marked)} statements of {len(used)} invented documents, "
        f"{int(marked.sum())} of them marked, {date.today().isoformat()}",
        "weights": {name: round(float(one), 4) for name, one in zip(FEATURES, fitted(features, marked), strict=True)},
    }
    TABLE.write_text(json.dumps(row, indent=1) + "\n", encoding="utf-8")
    say(f"wrote {TABLE.name}: {row['trained_on']}")


if __name__ == "__main__":
    main()
