"""How well the embedded reader finds special categories (GDPR, articles 9 and 10): recall and precision.

Run: python benchmarks/special.py [--half kept|open] [--show]

120 sentences and 20 documents in benchmarks/special, written before the table of words, with what holds of whom, and
many words that only look like it. Half of them, those with the smallest SHA-256 of ``special:`` and the id, are kept:
nothing was fitted on them. A pair of person and category counts once; a second row asks only what is said of anybody.
"""

import argparse
import hashlib
import sys
from pathlib import Path

from gyges.attacks._rules import finding_of
from gyges.corpus import read_documents
from gyges.reading import read_text
from gyges.records import Document
from gyges.scoring import who_is_who

_FOLDER = Path(__file__).parent / "special"


def half(name: str, *, kept: bool) -> list[Document]:
    """Return the kept or the open half of a file."""
    documents = list(read_documents(_FOLDER / f"{name}.jsonl"))
    ordered = sorted(documents, key=lambda one: hashlib.sha256(f"special:{one.id}".encode()).hexdigest())
    middle = len(ordered) // 2
    return ordered[:middle] if kept else ordered[middle:]


def pairs(document: Document, *, show: bool) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Return who is of which category, in truth and as found, people by the ids of the truth."""
    finding = finding_of(read_text(document.text), document.text, document.id, "rules")
    people = document.subjects or ()
    who = who_is_who(people, finding.subjects, document.text)
    truly = {
        other: one.id for one in people for other in (who.matches.get(one.id), *who.again.get(one.id, ())) if other
    }
    true = {(one.id, fact.tag) for one in people for fact in one.special}
    found = {(truly.get(one.id, f"found {one.id}"), fact.tag) for one in finding.subjects for fact in one.special}
    if show and true != found:
        said = [(one.description, fact.tag, fact.value) for one in finding.subjects for fact in one.special]
        print(
            f"{document.id}: {document.text[:300]!r}\n  missed {true - found}\n  too much {found - true}\n  said {said}"
        )
    return true, found


def line(name: str, counts: list[tuple[int, int, int]]) -> str:
    """Return recall and precision of counts of true, found and rightly found pairs."""
    true, found, right = (sum(column) for column in zip(*counts, strict=True))
    return f"{name} | {right} of {true} = {right / true:.3f} | {right} of {found} = {right / max(found, 1):.3f}"


def main() -> int:
    """Read the arguments and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("kept", "open"), default="kept")
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    print(f"{given.half} half | recall | precision\n--|--|--")
    for name in ("sentences", "documents"):
        looked = [pairs(one, show=given.show) for one in half(name, kept=given.half == "kept")]
        print(line(f"{name}, by person", [(len(t), len(f), len(t & f)) for t, f in looked]))
        told = [({tag for _, tag in t}, {tag for _, tag in f}) for t, f in looked]
        print(line(f"{name}, of anybody", [(len(t), len(f), len(t & f)) for t, f in told]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
