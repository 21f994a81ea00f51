"""Compare the rules for values with recorded verdicts of humans and judge models.

Usage: python benchmarks/verdicts.py FILE.jsonl [--profile strict|paper]

Every row has attribute, truth, guess and a recorded verdict. Exits with 1 when the rules, where they are sure, agree
with the record less often than the goal.
"""

import argparse
import json
import sys
import time
from pathlib import Path

from gyges.scoring import PROFILES, validate_verdicts

GOAL = 0.97


def main() -> int:
    """Read the rows, compare, print a table."""
    parser = argparse.ArgumentParser(description="Compare the rules with recorded verdicts.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--profile", choices=PROFILES, default="strict")
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.file.read_text(encoding="utf-8").splitlines() if line.strip()]
    start = time.perf_counter()
    report = validate_verdicts(rows, options.profile)
    seconds = time.perf_counter() - start
    print(f"{'attribute':12} {'rows':>6} {'settled':>8} {'precision':>10} {'agreement':>10}")
    for name, figures in {**report["by_attribute"], "all": report}.items():
        shares = [figures[key] for key in ("settled_share", "precision", "agreement")]
        settled, precision, agreement = ("–" if share is None else f"{share:.3f}" for share in shares)
        print(f"{name:12} {figures['rows']:>6} {settled:>8} {precision:>10} {agreement:>10}")
    print(f"{len(rows) / seconds:,.0f} pairs a second; the goal is a precision of {GOAL}")
    return 0 if report["precision"] is not None and report["precision"] >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
