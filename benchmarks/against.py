"""How many times as fast as what others use, all in one run on one machine: a table of ratios.

Run: python benchmarks/against.py [--python PYTHON] [--model en_core_web_lg] [--without Presidio] [--quick]

Each line is measured by a command of its own, named in the table, in a process of its own. `--python` and `--model` go
to benchmarks/presidio.py; `--quick` measures on less, in half a minute. Exit 1 below the bounds: they are generous, so
that a busy machine does not fail.
"""

import argparse
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SLOTS = 32
"""Calls that benchmarks/model_client.py has under way at once: so many times as fast is the ideal."""
_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is compared with what.

    Attributes:
        what: What Gyges does.
        other: What does the same.
        command: The script that measures it, and its arguments.
        says: Where the script prints the ratio.
        least: The smallest ratio that passes.
        of_ideal: The ratio of the ideal, where the script prints the share of it that is taken too long.
        quick: The arguments in place of those of the command where less is measured.
    """

    what: str
    other: str
    command: tuple[str, ...]
    says: str
    least: float
    of_ideal: int = 0
    quick: tuple[str, ...] = ()


COMPARISONS = (
    Comparison("ROUGE-1 and ROUGE-L", "rouge-score", ("rouge.py",), r"best: ([\d,]+) times", 30, quick=("6",)),
    Comparison("BM25", "rank-bm25", ("linkage_scale.py", "4000"), r"that is ([\d,]+) times", 10, quick=("1000",)),
    Comparison(
        "calls of a model", "one by one", ("model_client.py",), r"best: ([\d.]+) x ideal", 4, SLOTS, quick=("320",)
    ),
    Comparison("mask", "Presidio", ("presidio.py",), r"mask is ([\d.]+) times", 1),
)


def ratio(comparison: Comparison, *, quick: bool = False, more: tuple[str, ...] = ()) -> tuple[float, str]:
    """Return how many times as fast Gyges is, and all that was printed."""
    script, *arguments = comparison.command
    arguments = list(comparison.quick) if quick and comparison.quick else arguments
    command = [sys.executable, str(_FOLDER / script), *arguments, *more]
    told = subprocess.run(command, capture_output=True, text=True, check=False)  # exit 1 is a target of its own
    found = re.search(comparison.says, told.stdout)
    if found is None:
        sys.exit(f"{script} told no ratio: {(told.stderr or told.stdout).strip()[-300:]}")
    figure = float(found[1].replace(",", ""))
    return (comparison.of_ideal / figure if comparison.of_ideal else figure), told.stdout


def main() -> int:
    """Measure all and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable, help="a Python with Presidio, spaCy and its model")
    parser.add_argument("--model", default="en_core_web_lg", help="the spaCy model")
    parser.add_argument("--without", action="append", default=[], help="what not to compare with")
    parser.add_argument("--quick", action="store_true", help="measure on less")
    chosen = parser.parse_args()
    passed, lines, details = True, list[str](), list[str]()
    for comparison in COMPARISONS:
        if comparison.other in chosen.without:
            continue
        named = ("--python", chosen.python, "--model", chosen.model) if comparison.other == "Presidio" else ()
        times, told = ratio(comparison, quick=chosen.quick, more=named)
        passed &= times >= comparison.least
        command = " ".join(comparison.command)
        lines.append(
            f"{comparison.what:<22} {comparison.other:<12} {times:8,.1f} x  (at least {comparison.least})  {command}"
        )
        details.append(f"--- {command}\n{told}")
    print("\n".join([*lines, "", *details]))
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
