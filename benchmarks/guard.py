"""What the guard for direct identifiers misses, and what it wrongly takes for one.

``PYTHONPATH=.:tests python benchmarks/guard.py [--show]``; ``tests/anonymizers/guard_sets.py`` says what the sets are.
"""

import sys

from anonymizers.guard_sets import emptied, measured, read_by_hand, thinned


def main() -> int:
    """Print the figures."""
    show = "--show" in sys.argv
    sets = {
        "read by hand": read_by_hand(),
        "thinned": thinned(),
        "thinned, lower case": thinned(lower=True),
        "emptied": emptied(),
        "emptied, lower case": emptied(lower=True),
    }
    head = ("", "releases", "identifiers", "missed", "in", "alarms", "in")
    sys.stdout.write("{:<22}{:>9}{:>12}{:>8}{:>6}{:>8}{:>6}\n".format(*head))
    for name, cases in sets.items():
        told = measured(cases, show=show)
        sys.stdout.write(
            f"{name:<22}{told.releases:>9}{told.identifiers:>12}{told.missed:>8}{told.releases_missed:>6}"
            f"{told.alarms:>8}{told.releases_alarmed:>6}\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
