"""What the guard for direct identifiers misses, and what it wrongly takes for one.

``PYTHONPATH=.:tests python benchmarks/guard.py [--show] [--languages]``; ``tests/anonymizers/guard_sets.py`` and
``guard_languages.py`` say what the sets are. With ``--languages`` only German and Spanish ones are measured.
"""

import sys
from collections.abc import Iterable, Mapping

from training.languages import FOLDER, language_documents

from anonymizers.guard_languages import masked, taken, words
from anonymizers.guard_sets import Case, emptied, measured, read_by_hand, thinned

_HALF, _ALL = 0.5, 1.1  # of the identifiers that are taken away


def english() -> Mapping[str, Iterable[Case]]:
    """Return the sets in English."""
    return {
        "read by hand": read_by_hand(),
        "thinned": thinned(),
        "thinned, lower case": thinned(lower=True),
        "emptied": emptied(),
        "emptied, lower case": emptied(lower=True),
    }


def in_languages() -> Mapping[str, Iterable[Case]]:
    """Return the sets in German and Spanish: those whose names are words by half, those opened for development."""
    sets: dict[str, Iterable[Case]] = {}
    for language in ("german", "spanish"):
        for half in (0, 1):
            sets[f"{language} words {half}, whole"] = taken(words(language, half), 0.0)
            sets[f"{language} words {half}, masked"] = masked(words(language, half))
        opened = list(language_documents([FOLDER / f"{language}_opened.txt"]))
        sets[f"{language} opened, masked"] = masked(opened)
        sets[f"{language} opened, thinned"] = taken(opened, _HALF)
        sets[f"{language} opened, emptied"] = taken(opened, _ALL)
    return sets


def main() -> int:
    """Print the figures."""
    show = "--show" in sys.argv
    sets = in_languages() if "--languages" in sys.argv else {**english(), **in_languages()}
    head = ("", "releases", "identifiers", "missed", "in", "alarms", "in")
    sys.stdout.write("{:<26}{:>9}{:>12}{:>8}{:>6}{:>8}{:>6}\n".format(*head))
    for name, cases in sets.items():
        told = measured(cases, show=show)
        sys.stdout.write(
            f"{name:<26}{told.releases:>9}{told.identifiers:>12}{told.missed:>8}{told.releases_missed:>6}"
            f"{told.alarms:>8}{told.releases_alarmed:>6}\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
