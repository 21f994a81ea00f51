"""Fits and measures the light estimate of the strong reader on the recorded readings.

python -m training.estimate fit        fits on the readings that are not for measuring, and writes light.json
python -m training.estimate measure    holds the estimate against the readings that are for measuring only
python -m training.estimate measure --documents rg- rh-    against all readings of these, before they are fitted
"""

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import gyges.scoring.estimate as room
from gyges.attacks import RulesAttack
from gyges.attacks._rules import finding_of
from gyges.records import Finding
from gyges.scoring import MIN_CERTAINTY, Alignment
from gyges.scoring._judge import Opinions
from gyges.scoring._score import _scored
from gyges.scoring.estimate._clues import Clues, clues_of
from gyges.scoring.estimate._light import LightModel, design, light_model
from gyges.scoring.estimate._reading import ReadingModel
from training.readings import MEASURED_METHOD, Reading, is_measured, readings

Floats = NDArray[np.float64]

WEIGHTS = Path(room.__file__).parent / "light.json"
VERSION = "light-1"
RIDGE = 3.0
FOLDS = 5
OPEN = 0.5
"""What a pair of values counts that the rules could not settle."""


@dataclass(frozen=True, slots=True)
class Row:
    """One true fact in one release: clues, and what the strong reader made of it."""

    document: str
    method: str
    tag: str
    clues: Clues
    leaked: float


@cache
def by_rules(text: str) -> Finding:
    """Return what the embedded reader finds in a text."""
    return finding_of(RulesAttack().read(text), text, "", "rules")


def most_frequent(chosen: Iterable[Reading]) -> dict[str, str]:
    """Return the most frequent value of each kind of fact in the documents."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in {reading.document.id: reading.document for reading in chosen}.values():
        for subject in one.subjects or ():
            for fact in subject.facts:
                counts[fact.tag][fact.value] += fact.certainty >= MIN_CERTAINTY
    return {tag: min(count, key=lambda value: (-count[value], value)) for tag, count in sorted(counts.items())}


def rows_of(reading: Reading, guesses: dict[str, str]) -> list[Row]:
    """Return a row for every fact that counts, people matched as they were by hand."""
    document, release = reading.document, reading.release
    people = document.subjects or ()
    scored = _scored(
        document.id, people, reading.finding, Alignment(reading.who), Opinions("strict"), MIN_CERTAINTY
    ).subjects
    leaks = [OPEN if v.score is None else v.score for subject in scored for v in subject.verdicts]
    facts = {subject.truth.id: [v.truth for v in subject.verdicts] for subject in scored}
    told = clues_of(document, release, by_rules(release.text), by_rules(document.text), guesses, facts)
    method = release.method.split()[0]
    return [Row(document.id, method, fact.tag, clues, leak) for (_, fact, clues), leak in zip(told, leaks, strict=True)]


def fitted(rows: Sequence[Row], tags: Sequence[str]) -> Floats:
    """Return the weights of the light make."""
    return regressed(design([(row.tag, row.clues) for row in rows], tags), np.array([row.leaked for row in rows]))


def regressed(x: Floats, y: Floats, ridge: float = RIDGE) -> Floats:
    """Return the weights of a ridge-regularised logistic regression on shares (Newton's method)."""
    weights = np.zeros(x.shape[1])
    penalty = ridge * np.eye(x.shape[1])
    penalty[0, 0] = 1e-6
    for _ in range(100):
        chance = 1 / (1 + np.exp(-(x @ weights)))
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + penalty
        step = np.linalg.solve(bend, x.T @ (chance - y) + penalty @ weights)
        weights -= step
        if float(np.abs(step).max()) < 1e-8:
            break
    return weights


def predicted(rows: Sequence[Row], weights: Floats, tags: Sequence[str]) -> Floats:
    """Return the chances that a model gives to rows."""
    chances: Floats = 1 / (1 + np.exp(-(design([(row.tag, row.clues) for row in rows], tags) @ weights)))
    return chances


def errors(rows: Sequence[Row], tags: Sequence[str]) -> tuple[float, float]:
    """Return the error of a release of a method never seen, and of a single document, each one standard deviation.

    Both come from models that saw neither the documents nor the method: for every method, folds over documents.
    """
    ids = sorted({row.document for row in rows})
    random.Random(1).shuffle(ids)  # noqa: S311
    by_method, residuals = [], []
    for method in sorted({row.method for row in rows}):
        off: list[float] = []
        for fold in range(FOLDS):
            held = set(ids[fold::FOLDS])
            weights = fitted([row for row in rows if row.method != method and row.document not in held], tags)
            for id in held:
                own = [row for row in rows if row.document == id and row.method == method]
                if own:
                    off.append(float(np.mean(predicted(own, weights, tags) - [row.leaked for row in own])))
        by_method.append(float(np.mean(off)))
        residuals += [one - by_method[-1] for one in off]
    return float(np.sqrt(np.mean(np.square(by_method)))), float(np.std(residuals))


def fit() -> None:
    """Fit on everything that is not for measuring, and write the weights."""
    chosen = [one for one in readings() if not one.measured]
    guesses = most_frequent(chosen)
    rows = [row for one in chosen for row in rows_of(one, guesses)]
    tags = sorted({row.tag for row in rows})
    by_method, by_document = errors(rows, tags)
    documents = len({one.document.id for one in chosen})
    model = {
        "version": VERSION,
        "trained_on": f"{len(chosen)} releases of {documents} invented documents read by a strong language model, "
        f"{date.today().isoformat()}",
        "tags": tags,
        "guesses": guesses,
        "weights": [round(weight, 5) for weight in fitted(rows, tags).tolist()],
        "method_error": round(by_method, 4),
        "document_error": round(by_document, 4),
        "longest": max(len(one.release.text) for one in chosen),
    }
    WEIGHTS.write_text(json.dumps(model, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    say(f"{len(rows)} facts; {model['trained_on']}; error by method {by_method:.3f}, by document {by_document:.3f}")


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")


def auc(leaked: Floats, chances: Floats) -> float:
    """Return how often a fact that leaked, at least in part, has the greater chance (Mann and Whitney)."""
    hits, misses = chances[leaked >= OPEN], chances[leaked < OPEN]
    order = np.argsort(np.argsort(np.concatenate([hits, misses]), kind="stable"), kind="stable")
    return float((order[: len(hits)].sum() - len(hits) * (len(hits) - 1) / 2) / (len(hits) * len(misses)))


def measure(prefixes: Sequence[str] = ()) -> None:
    """Print the figures on what is for measuring only, or on the documents whose ids begin so."""
    model = light_model()
    everything = list(readings())
    train = [row for one in everything if not one.measured for row in rows_of(one, dict(model.guesses))]
    rates = {tag: float(np.mean([row.leaked for row in train if row.tag == tag])) for tag in model.tags}
    kept = [
        one
        for one in everything
        if (one.document.id.startswith(tuple(prefixes)) if prefixes else is_measured(one.document.id))
    ]
    rows = [row for one in kept for row in rows_of(one, dict(model.guesses))]
    kinds = np.array([rates.get(row.tag, 0.0) for row in rows])
    say(f"{len(kept)} releases; AUC of the kind alone {auc(np.array([row.leaked for row in rows]), kinds):.3f}")
    figures(rows, predicted(rows, np.array(model.weights), model.tags), model)


def figures(rows: Sequence[Row], chances: Floats, model: LightModel | ReadingModel) -> None:
    """Print how a make of the estimate did on facts."""
    leaked = np.array([row.leaked for row in rows])
    say(f"{len(rows)} facts; AUC {auc(leaked, chances):.3f}")
    pairs = []
    for method in sorted({row.method for row in rows}):
        chosen = np.array([row.method == method for row in rows])
        documents = len({row.document for row in rows if row.method == method})
        read, told = 1 - leaked[chosen].mean(), 1 - chances[chosen].mean()
        pairs.append((read, told))
        note = " (never fitted)" if method == MEASURED_METHOD else ""
        say(f"{method:12} {documents:3} documents  CPR read {read:.3f}  told {told:.3f}  {told - read:+.3f}{note}")
    say(f"Kendall's tau of methods {kendall(pairs):.2f}")
    coverage(rows, chances, model)
    for low in np.arange(0, 1, 0.1):
        inside = (chances >= low) & (chances < low + 0.1)
        if inside.any():
            say(f"chance {low:.1f}-{low + 0.1:.1f}: {int(inside.sum()):5} facts, leaked {leaked[inside].mean():.2f}")


def kendall(pairs: Sequence[tuple[float, float]]) -> float:
    """Return Kendall's tau."""
    signs = [np.sign((a - c) * (b - d)) for n, (a, b) in enumerate(pairs) for c, d in pairs[:n]]
    return float(np.mean(signs))


def coverage(
    rows: Sequence[Row],
    chances: Floats,
    model: LightModel | ReadingModel,
    *,
    level: float = 1.6448536,
    draws: int = 2000,
) -> None:
    """Print how often a 90 % interval of a drawn corpus of one method holds the figure that was read."""
    dice, held, size = random.Random(5), 0, 40  # noqa: S311
    table: dict[tuple[str, str], list[int]] = {}
    for number, row in enumerate(rows):
        table.setdefault((row.method, row.document), []).append(number)
    methods = sorted({method for method, _ in table})
    widths = []
    for _ in range(draws):
        method = dice.choice(methods)
        drawn = dice.choices([key for key in table if key[0] == method], k=size)
        counts = np.array(
            [[len(table[k]), sum(chances[table[k]]), sum(rows[n].leaked for n in table[k])] for k in drawn]
        )
        told, read = counts[:, 1].sum() / counts[:, 0].sum(), counts[:, 2].sum() / counts[:, 0].sum()
        reach = level * float(np.hypot(model.method_error, model.document_error / np.sqrt(size)))
        held += abs(told - read) <= reach
        widths.append(2 * reach)
    say(f"90 % intervals of {size} documents hold {held / draws:.3f}; width {np.mean(widths):.3f}")


def main() -> int:
    """Fit or measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=("fit", "measure"))
    parser.add_argument("--documents", nargs="*", default=[], help="measure on documents whose ids begin so")
    told = parser.parse_args()
    if told.what == "fit":
        fit()
    else:
        measure(told.documents)
    return 0


if __name__ == "__main__":
    sys.exit(main())
