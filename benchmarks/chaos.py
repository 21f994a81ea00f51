"""Random faults over real processes, and what is left of each run when it is run again. Exit status 1 if one broke it.

Run it with ``python benchmarks/chaos.py --faults 200 --seed 7``; the same seed draws the same faults, though moments
in seconds fall where the machine is at that time.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1] / "tests")  # in place of this folder, which holds a file of that name

from chaos.campaign import campaign, table  # noqa: E402


def main(arguments: list[str] | None = None) -> int:
    """Commit faults, print a table by kind, and say whether all held."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--keep", type=Path, help="folder for what is left of runs that broke (a temporary one)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        place = options.keep or Path(folder) / "chaos"
        outcomes = campaign(place, options.faults, options.seed, lambda line: print(line, flush=True))
    print(f"\n{table(outcomes)}")
    return int(any(one.problems for one in outcomes))


if __name__ == "__main__":
    sys.exit(main())
