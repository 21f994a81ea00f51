"""How good the tiny attacker is on text it never saw: ``python -m training.evaluate PREDICTIONS... --tests FILE``.

Compares rules, tiny and rules+tiny on the predictions of folds: corpora document by document, factory genres that were
left out, plain and masked. The table says subject match, fact accuracy (of people found, and of all), precision, CPR,
and what a guesser gets that reads nothing.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import anyio

from gyges.attacks import RulesAttack
from gyges.attacks.tiny._certainty import Calibration
from gyges.attacks.tiny._combined import combined
from gyges.records import Finding
from gyges.scoring import ScoredDocument, prior_scored, protection, score_document, validate
from training.calibrate import EDGES, observations, table
from training.predictions import Predicted, read_predictions

FIGURES = ("subject_match", "fact_accuracy", "fact_accuracy_all", "subject_precision")


def with_tables(files: list[Path], tests: Path, base: Path) -> Iterator[tuple[Predicted, Calibration]]:
    """Yield what each fold predicted, with the table of certainties that the other folds give."""
    folds = [read_predictions([file], tests, base) for file in files]
    seen = [observations(predicted) for predicted in folds]
    for number, predicted in enumerate(folds):
        others = [row for other, rows in enumerate(seen) if other != number or len(seen) == 1 for row in rows]
        calibration = Calibration(EDGES, table(others))
        yield from ((one, calibration) for one in predicted)


def scored(predicted: list[tuple[Predicted, Calibration]]) -> dict[str, list[ScoredDocument]]:
    """Return the documents scored for each attacker."""
    by_attacker: dict[str, list[ScoredDocument]] = defaultdict(list)
    for one, calibration in predicted:
        rules = _rules(one)
        tiny = one.finding(calibration)
        asked = one.about(rules.subjects, calibration)
        for finding in (rules, tiny, combined(rules, tiny, asked=asked)):
            by_attacker[finding.attacker].append(score_document(one.truth, finding, release=one.release))
    by_attacker["blind prior"] = prior_scored(by_attacker["rules"])
    return by_attacker


def _rules(one: Predicted) -> Finding:
    async def attack() -> Finding:
        return await RulesAttack().attack(one.document.text, id=one.document.id)

    return anyio.run(attack)


def main() -> int:
    """Print a table for each source, and one for all factory genres."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("predictions", type=Path, nargs="+")
    parser.add_argument("--tests", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--by-genre", action="store_true")
    given = parser.parse_args()
    groups: dict[str, list[tuple[Predicted, Calibration]]] = defaultdict(list)
    for one, calibration in with_tables(given.predictions, given.tests, given.base):
        corpus = one.source.startswith(("spia", "written", "releases")) or one.source.endswith("masked")
        name = one.source if corpus or given.by_genre else "factory, genre left out"
        groups[f"{name}{', masked' if one.masked else ''}"].append((one, calibration))
    results: dict[str, dict[str, dict[str, object]]] = {}
    for name, predicted in sorted(groups.items()):
        sys.stdout.write(f"\n{name}: {len(predicted)} documents\n")
        results[name] = {}
        for attacker, documents in scored(predicted).items():
            result = validate(documents)
            cpr = protection(documents)["cpr"]
            results[name][attacker] = {**result.to_json(), "cpr": cpr.to_json()}
            rates = "  ".join(f"{figure} {getattr(result, figure)}" for figure in FIGURES)
            sys.stdout.write(f"  {attacker:12} {rates}  cpr {cpr}\n")
    if given.json:
        given.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
