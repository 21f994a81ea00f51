"""How well people are matched: recorded readings of releases, whose matches a second reader made by hand.

    PYTHONPATH=. python benchmarks/matching.py          recall and precision by method, on documents kept for measuring
    PYTHONPATH=. python benchmarks/matching.py --fit    the weights of the evidence, fitted on the other documents

Strangers: people listed in another document's release, held against this one; nobody of them should be matched.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from training.readings import Reading, readings

from gyges.records import Subject
from gyges.scoring import who_is_who
from gyges.scoring.alignment._evidence import CandidatePairs, PairEvidence

STEP = 7
"""How far away in the list the document is whose people are held against this one."""
FIXED = {
    True: {"named": 3.0, "coded": 3.0, "misnamed": -12.0},
    False: {"named": 4.0, "coded": 4.0, "misnamed": -12.0, "near": 0.0, "near_back": 0.0, "adrift": -5.32},
}
"""Weights that are set, not fitted, where people have places and where they have none."""
RIDGE = {True: 1.0, False: 3.0}
NAMES = PairEvidence._fields


def without_evidence(people: Sequence[Subject]) -> list[Subject]:
    """Return people as data sets have them whose annotators quoted nothing."""
    return [replace(one, facts=tuple(replace(f, evidence=()) for f in one.facts), called=()) for one in people]


def figures(chosen: Sequence[Reading], *, evidence: bool) -> dict[str, Counter[str]]:
    """Count true matches, matches made, right ones, and strangers matched, by method."""
    counts: dict[str, Counter[str]] = {}
    for number, one in enumerate(chosen):
        truth = list(one.document.subjects or ())
        truth = truth if evidence else without_evidence(truth)
        text, release = one.document.text, one.release
        who = who_is_who(truth, one.finding.subjects, text, release.text, release.trace)
        other = chosen[(number + STEP) % len(chosen)]
        strange = who_is_who(truth, other.finding.subjects, text, release.text, release.trace)
        for name in ("all", release.method):
            count = counts.setdefault(name, Counter())
            count["releases"] += 1
            count["people"] += len(truth)
            count["true"] += len(one.who)
            count["made"] += len(who.matches)
            count["right"] += sum(one.who.get(id) == found for id, found in who.matches.items())
            count["undecided"] += len(who.undecided)
            count["strangers"] += 0 if other.document.id == one.document.id else len(strange.matches)
    return counts


def show(counts: dict[str, Counter[str]]) -> None:
    """Print a line for each method."""
    for name, count in counts.items():
        print(
            f"{name:14} releases {count['releases']:4}  recall {count['right'] / count['true']:.3f}  precision "
            f"{count['right'] / count['made']:.3f}  undecided {count['undecided']:3}  strangers matched "
            f"{count['strangers'] / count['people']:.3f}"
        )


def pairs(chosen: Sequence[Reading], *, placed: bool) -> Iterator[tuple[list[float], float]]:
    """Yield the evidence of every pair and whether it is a match, people of another document included."""
    for number, one in enumerate(chosen):
        other = chosen[(number + STEP) % len(chosen)]
        for evidence in (True, False) if placed else (False,):
            truth = list(one.document.subjects or ())
            truth = truth if evidence else without_evidence(truth)
            for reading in (one, other):
                if reading is other and other.document.id == one.document.id:
                    continue
                found = list(reading.finding.subjects)
                texts = (one.document.text, one.release.text, one.release.trace) if placed else (None, None, None)
                scene = CandidatePairs(truth, found if placed else without_evidence(found), *texts)
                for row, person in enumerate(truth):
                    for column, two in enumerate(found):
                        right = reading is one and one.who.get(person.id) == two.id
                        yield list(scene.evidence(row, column)), float(right)


def fitted(rows: list[tuple[list[float], float]], *, placed: bool) -> dict[str, float]:
    """Return the weights of a ridge-regularised logistic regression, some of them set beforehand (Newton's method)."""
    x = np.array([[*row, 1.0] for row, _ in rows])
    y = np.array([right for _, right in rows])
    weights = np.zeros(x.shape[1])
    free = np.ones(x.shape[1], dtype=bool)
    for name, value in FIXED[placed].items():
        weights[NAMES.index(name)], free[NAMES.index(name)] = value, False
    ridge = RIDGE[placed] * np.eye(x.shape[1])
    ridge[-1, -1] = 0.0
    for _ in range(100):
        chance = 1 / (1 + np.exp(-(x @ weights)))
        slope = (x.T @ (chance - y) + ridge @ weights)[free]
        bend = ((x * (chance * (1 - chance))[:, None]).T @ x + ridge)[np.ix_(free, free)]
        step = np.linalg.solve(bend, slope)
        weights[free] -= step
        if float(np.abs(step).max()) < 1e-8:
            break
    return dict(zip([*NAMES, "bias"], weights.round(2).tolist(), strict=True))


def main() -> int:
    """Print figures or weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--fit", action="store_true")
    asked = parser.parse_args()
    everything = list(readings())
    if asked.fit:
        chosen = [one for one in everything if not one.measured]
        for placed in (True, False):
            print("[placed]" if placed else "[unplaced]", fitted(list(pairs(chosen, placed=placed)), placed=placed))
        return 0
    chosen = [one for one in everything if one.measured]
    for evidence in (True, False):
        print("with the annotators' evidence" if evidence else "without it")
        show(figures(chosen, evidence=evidence))
    return 0


if __name__ == "__main__":
    sys.exit(main())
