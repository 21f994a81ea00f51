"""How much of what a strong reader got from releases the embedded attackers get: ``python -m training.strong FILE``.

Takes the predictions of ``training.train --measure`` on the releases for measuring only. Of the facts that the strong
reader got right (at least half), people matched by hand, it counts those that `rules`, `tiny` and `rules+tiny` get
too, people matched by the rules; and how many people each one names are real.
"""

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path

from gyges.attacks.tiny._certainty import Calibration
from gyges.attacks.tiny._combined import combined
from gyges.records import Finding
from gyges.scoring import score_document
from training.asked import by_rules
from training.predictions import Predicted, read_predictions
from training.readings import Reading, readings
from training.releases import OPEN, release_id, told

ATTACKERS = ("rules", "tiny", "rules+tiny")
ALL, ORIGINAL = "all releases", "none"


class Tally:
    """What one attacker got in the releases of one method."""

    def __init__(self) -> None:
        self.right = self.got = self.named = self.real = 0

    def add(self, other: "Tally") -> None:
        """Count what another one counted too."""
        self.right, self.got = self.right + other.right, self.got + other.got
        self.named, self.real = self.named + other.named, self.real + other.real

    def to_json(self) -> dict[str, float]:
        """Return shares with what they are of."""
        return {
            "facts": self.right,
            "share": round(self.got / max(1, self.right), 4),
            "people": self.named,
            "precision": round(self.real / max(1, self.named), 4),
        }


def measured(
    predicted: dict[str, Predicted], calibration: Calibration, source: str = "measured"
) -> dict[str, dict[str, Tally]]:
    """Return what each attacker got, by method."""
    tallies: dict[str, dict[str, Tally]] = defaultdict(lambda: {name: Tally() for name in ATTACKERS})
    for reading in readings():
        one = predicted.get(f"{source}/{release_id(reading)}")
        if one is None:
            continue
        rules, tiny = by_rules(reading.release.text), one.finding(calibration)
        method = reading.release.method.split()[0]
        both = combined(rules, tiny, asked=one.about(rules.subjects, calibration))
        for name, finding in zip(ATTACKERS, (rules, tiny, both), strict=True):
            _count(tallies[method][name], reading, finding)
    for method in [method for method in tallies if method != ORIGINAL]:
        for name in ATTACKERS:
            tallies[ALL][name].add(tallies[method][name])
    return tallies


def _count(tally: Tally, reading: Reading, finding: Finding) -> None:
    _, leaks = told(reading)
    scored = score_document(reading.document, finding, release=reading.release)
    scores = [verdict.score or 0.0 for subject in scored.subjects for verdict in subject.verdicts]
    for leak, score in zip(leaks, scores, strict=True):
        tally.right += leak >= OPEN
        tally.got += leak >= OPEN and score >= OPEN
    tally.named += len(finding.subjects)
    tally.real += sum((subject.matched_to is not None) + len(subject.again) for subject in scored.subjects)


def main() -> int:
    """Print a line for each method and attacker."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("predictions", type=Path)
    parser.add_argument("--tests", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--calibration", type=Path, required=True)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    row = json.loads(given.calibration.read_text(encoding="utf-8"))
    predicted = {one.document.id: one for one in read_predictions([given.predictions], given.tests, given.base)}
    tallies = measured(predicted, Calibration(tuple(row["edges"]), row["shares"]))
    whole = {m: {name: tally.to_json() for name, tally in sorted(tallies[m].items())} for m in sorted(tallies)}
    for method, by_attacker in whole.items():
        for name in ATTACKERS:
            told_of = by_attacker[name]
            sys.stdout.write(
                f"{method:14} {name:11} {told_of['share']:.3f} of {told_of['facts']} facts; "
                f"{told_of['precision']:.3f} of {told_of['people']} people are real\n"
            )
    if given.json:
        given.json.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
