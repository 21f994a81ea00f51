"""Fit the weights of the finder's signals, and say how it does on documents that nothing was fitted on.

Run: python -m training.fit_finder [--data FOLDER] [--write]

The weights are fitted by logistic regression over the words of the documents that `training.spans.is_fitted` sets
apart from those the tagger learned from. Thresholds are where words that must go and stand, and words hidden for
nothing, cost least (`WORTH`).
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gyges.reading.finder import SIGNALS, signals
from training.finder import UNKNOWN, labelled
from training.readings import is_measured
from training.spans import is_fitted

WEIGHTS = Path(__file__).parents[1] / "src/gyges/reading/finder/weights/weights.json"
WORTH = {"direct": 6.0, "hides": 3.3}
"""How many words hidden for nothing weigh as much as one that must go and stands; thresholds keep that in balance."""
_RIDGE, _ROUNDS = 1e-5, 50
SOURCES = ("everyday", "spans", "planted", "floor", "genres", "bundled", "panorama", "tab")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of many texts: their signals with a one at the end, what they are, and where they are from."""

    rows: NDArray[np.float64]
    labels: dict[str, NDArray[np.int16]]
    sources: NDArray[np.str_]

    def known(self, name: str) -> NDArray[np.bool_]:
        """Return which words are known to be to hide, or not."""
        known: NDArray[np.bool_] = self.labels[name] != UNKNOWN
        return known


def words_of(data: Path | None, wanted: Callable[[str], bool]) -> Words:
    """Return the words of all wanted texts."""
    rows, sources = [], []
    labels: dict[str, list[NDArray[np.int16]]] = {"kind": [], "hides": [], "direct": []}
    for one in labelled(data):
        if one.source == "factory" or not wanted(one.id):
            continue
        read = signals(one.text)
        rows.append(np.concatenate([read.rows, np.ones((len(read.rows), 1))], axis=1))
        for name, values in labels.items():
            values.append(getattr(one, name)[read.tags.starts])
        sources += [one.source] * len(read.rows)
    return Words(np.concatenate(rows), {name: np.concatenate(v) for name, v in labels.items()}, np.array(sources))


def fit(rows: NDArray[np.float64], labels: NDArray[np.int16]) -> NDArray[np.float64]:
    """Return the weights of a logistic regression, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    ridge = _RIDGE * len(rows) * np.eye(len(weights))
    for _ in range(_ROUNDS):
        share = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (share - labels) + ridge @ weights
        curve = (rows * (share * (1 - share) + 1e-6)[:, None]).T @ rows + ridge
        weights -= np.linalg.solve(curve, slope)
    return weights


def cheapest(scores: NDArray[np.float64], labels: NDArray[np.int16], worth: float) -> float:
    """Return the threshold at which words that stand and words hidden for nothing cost least together."""
    order = np.argsort(scores)
    missed = np.cumsum(labels[order] == 1) * worth
    spared = np.cumsum(labels[order] == 0)
    return float(scores[order][int(np.argmin(missed - spared))])


def main() -> int:
    """Fit, print, and write with ``--write``."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the folder with the development files of SPIA")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    fitted = words_of(asked.data, lambda id: is_fitted(id) and not is_measured(id))
    kept = words_of(asked.data, is_measured)
    made: dict[str, object] = {}
    for name in WORTH:
        known = fitted.known(name)
        rows, labels = fitted.rows[known], fitted.labels[name][known]
        weights = fit(rows, labels)
        at = cheapest(rows @ weights, labels, WORTH[name])
        made[name] = {signal: round(float(w), 3) for signal, w in zip((*SIGNALS, "bias"), weights, strict=True)}
        made[f"{name}_at"] = round(at, 3)
        sys.stdout.write(f"{name}: {made[name]} at {at:.2f}\n")
        for source in SOURCES:
            here = kept.known(name) & (kept.sources == source)
            truth, passed = kept.labels[name][here] == 1, kept.rows[here] @ weights >= at
            found = (passed & truth).sum()
            sys.stdout.write(
                f"  {source:9} found {found / max(1, truth.sum()):.3f}, right {found / max(1, passed.sum()):.3f}, "
                f"others passed {(passed & ~truth).sum() / max(1, (~truth).sum()):.3f} of {len(truth)} words\n"
            )
    if asked.write:
        WEIGHTS.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
