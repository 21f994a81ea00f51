"""What the guard for direct identifiers misses, and what it wrongly takes for one.

``PYTHONPATH=.:tests python benchmarks/guard.py [--show] [--languages] [--lower-case]``; ``guard_sets.py`` and
``guard_languages.py`` in ``tests/anonymizers`` say what the sets are. With ``--languages`` only German and Spanish
ones are measured, with ``--lower-case`` only how many names of the bundled corpus ``mask`` and the guard miss, as
written and in lower case.
"""

import sys
from collections.abc import Iterable, Mapping
from functools import partial

import anyio
from training.languages import FOLDER, language_documents

from anonymizers.guard_languages import masked, taken, words
from anonymizers.guard_sets import Case, emptied, measured, names_in, read_by_hand, thinned
from gyges.anonymizers import Mask
from gyges.corpus import bundled_corpus
from gyges.records import Document, edits_from_json
from gyges.scoring import residual_identifiers

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


async def names_left(*, lower: bool) -> str:
    """Return how many names of the bundled corpus stand after ``mask``, and how many of them the guard lists."""
    names = left = listed = documents = read = 0
    for document in bundled_corpus():
        text = document.text.lower() if lower else document.text
        if len(text) != len(document.text):
            continue  # offsets are those of the text as written
        release = await Mask().anonymize(Document(document.id, text))
        edits = edits_from_json(release.trace["edits"])
        found = residual_identifiers(text, release)
        standing = []
        for start, end in names_in(document):
            if not any(edit.start < end and start < edit.end for edit in edits):
                moved = sum(len(edit.text) - (edit.end - edit.start) for edit in edits if edit.end <= start)
                standing.append((start + moved, end + moved))
        read += 1
        names += len(names_in(document))
        left += len(standing)
        documents += bool(standing)
        listed += sum(any(one.start < end and start < one.end for one in found) for start, end in standing)
    return f"{names} names in {read} documents; mask leaves {left} in {documents}, the guard lists {listed} of them"


def main() -> int:
    """Print the figures."""
    if "--lower-case" in sys.argv:
        for lower in (False, True):
            counted = anyio.run(partial(names_left, lower=lower))
            sys.stdout.write(f"{'lower case' if lower else 'as written':<12}{counted}\n")
        return 0
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
