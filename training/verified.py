"""Fits and measures the make of the estimate that asks the verifier, on answers about documents it was not trained on.

python -m training.verified fit PREDICTIONS...    weighs answers of folds and the light make, and writes verified.json
python -m training.verified measure PREDICTIONS   holds the make against the readings that are for measuring only
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import gyges.scoring.estimate as room
from gyges.attacks.tiny._weights import adapter_path
from gyges.scoring.estimate._light import light_model
from gyges.scoring.estimate._verified import columns, verified_model
from training.estimate import FOLDS, Row, figures, fitted, most_frequent, predicted, rows_of, say
from training.readings import Reading, is_measured, readings
from training.releases import kept_for_tests, release_id

Floats = NDArray[np.float64]

WEIGHTS = Path(room.__file__).parent / "verified.json"
VERSION = "verified-1"
RIDGE, TAG_RIDGE = 1e-3, 60.0
"""How much weights are drawn to nothing; those by kind much more, since each kind has few facts."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One true fact in one release: what the light make expects, what the verifier said, what the reader got."""

    row: Row
    light: float
    odds: float


def answers_of(files: Sequence[Path]) -> dict[str, list[float]]:
    """Return what the verifier said, by release, in the order of facts."""
    said: dict[str, dict[int, list[float]]] = {}
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if row["task"] == "check":
                said.setdefault(row["id"].split("/", 1)[1], {})[row["window"]] = row["odds"]
    return {id: [one for number in sorted(parts) for one in parts[number]] for id, parts in said.items()}


def light_apart(chosen: Sequence[Reading], guesses: dict[str, str]) -> dict[str, tuple[list[Row], Floats]]:
    """Return what the light make expects of releases, from weights that saw none of their documents."""
    rows = {release_id(one): rows_of(one, guesses) for one in chosen}
    flat = [row for some in rows.values() for row in some]
    tags = sorted({row.tag for row in flat})
    ids = sorted({row.document for row in flat})
    weights = [
        fitted([row for row in flat if row.document not in held], tags)
        for held in (set(ids[fold::FOLDS]) for fold in range(FOLDS))
    ]
    fold_of = {id: number % FOLDS for number, id in enumerate(ids)}
    return {id: (some, predicted(some, weights[fold_of[some[0].document]], tags)) for id, some in rows.items() if some}


def stacked(facts: Sequence[Answered], tags: Sequence[str]) -> Floats:
    """Return the weights of columns and kinds: a logistic regression on shares (Newton's method)."""
    x, y = _design(facts, tags), np.array([one.row.leaked for one in facts])
    ridge = np.diag([RIDGE] * (x.shape[1] - len(tags)) + [TAG_RIDGE] * len(tags))
    weights = np.zeros(x.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-(x @ weights)))
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + ridge
        weights -= np.linalg.solve(bend, x.T @ (chance - y) + ridge @ weights)
    return weights


def _design(facts: Sequence[Answered], tags: Sequence[str]) -> Floats:
    made = np.array([columns(one.light, one.odds) for one in facts])
    kinds = np.array([[float(one.row.tag == tag) for tag in tags] for one in facts])
    return np.hstack([made, kinds])


def errors(facts: Sequence[Answered], tags: Sequence[str]) -> tuple[float, float]:
    """Return the error of a release of a method the weights never saw, and of a single document besides.

    One standard deviation each. Only the weights of this make leave the method out: the verifier saw it in other
    documents.
    """
    ids = sorted({one.row.document for one in facts})
    by_method, residuals = [], []
    for method in sorted({one.row.method for one in facts}):
        off: list[float] = []
        for fold in range(FOLDS):
            held = set(ids[fold::FOLDS])
            rest = [one for one in facts if one.row.method != method and one.row.document not in held]
            weights = stacked(rest, tags)
            for id in held:
                own = [one for one in facts if one.row.document == id and one.row.method == method]
                if own:
                    chances = 1 / (1 + np.exp(-(_design(own, tags) @ weights)))
                    off.append(float(np.mean(chances - [one.row.leaked for one in own])))
        by_method.append(float(np.mean(off)))
        residuals += [one - by_method[-1] for one in off]
    return float(np.sqrt(np.mean(np.square(by_method)))), float(np.std(residuals))


def fit(files: Sequence[Path]) -> None:
    """Fit on answers of folds about releases that are not for measuring, and write the weights."""
    chosen = [one for one in readings() if not one.measured and not kept_for_tests(one.document)]
    said = answers_of(files)
    facts = []
    for id, (rows, light) in light_apart(chosen, most_frequent(chosen)).items():
        if id in said:
            facts += [Answered(*one) for one in zip(rows, light.tolist(), said[id], strict=True)]
    tags = sorted({one.row.tag for one in facts})
    weights = stacked(facts, tags)
    by_method, by_document = errors(facts, tags)
    count = len(weights) - len(tags)
    documents = len({one.row.document for one in facts})
    model = {
        "version": VERSION,
        "trained_on": f"{light_model().trained_on}; weighed on {len(facts)} facts of {documents} of these documents, "
        f"{date.today().isoformat()}",
        "adapter": hashlib.sha256(adapter_path().read_bytes()).hexdigest(),
        "weights": [round(one, 5) for one in weights[:count].tolist()],
        "by_tag": {tag: round(one, 5) for tag, one in zip(tags, weights[count:].tolist(), strict=True)},
        "method_error": round(by_method, 4),
        "document_error": round(by_document, 4),
    }
    WEIGHTS.write_text(json.dumps(model, indent=1) + "\n", encoding="utf-8")
    say(
        f"{len(facts)} facts; weights {model['weights']}; "
        f"error by method {by_method:.3f}, by document {by_document:.3f}"
    )


def measure(files: Sequence[Path]) -> None:
    """Print the figures on what is for measuring only."""
    light, model, said = light_model(), verified_model(), answers_of(files)
    rows: list[Row] = []
    chances: list[float] = []
    for one in readings():
        if is_measured(one.document.id) and release_id(one) in said:
            own = rows_of(one, dict(light.guesses))
            expected = predicted(own, np.array(light.weights), light.tags).tolist()
            rows += own
            chances += model.chances([row.tag for row in own], expected, said[release_id(one)])
    figures(rows, np.array(chances), model)


def main() -> int:
    """Fit or measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("fit", "measure"))
    parser.add_argument("predictions", type=Path, nargs="+")
    given = parser.parse_args()
    {"fit": fit, "measure": measure}[given.what](given.predictions)
    return 0


if __name__ == "__main__":
    sys.exit(main())
