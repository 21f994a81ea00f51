"""How many identifiers does each method leave standing, and how much of what identifies nobody does it keep?

Run: python benchmarks/floor.py [--set open|kept] [--method NAME ...] [--floor] [--kinds] [--show]

260 short texts in ``benchmarks/floor``, written by a strong language model that saw neither code nor tables
(2026-11-18), with 625 identifiers of 42 kinds and 816 words that must stay. ``open.jsonl`` may be developed on;
``kept.jsonl``, 40 of its texts German and Spanish, is for measuring only, so its words are never shown.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import anyio

from gyges.anonymizers import Tools, open_anonymizer, release_of
from gyges.errors import GygesError
from gyges.models import ModelPool
from gyges.records import Document, JsonValue

FOLDER = Path(__file__).parent / "floor"
METHODS: dict[str, tuple[str, dict[str, JsonValue]]] = {
    "mask": ("mask", {}),
    "pseudonyms": ("mask:pseudonyms", {}),
    "general": ("mask:general", {}),
    **{level: ("subjectwise", {"level": level}) for level in ("light", "standard", "strong", "paranoid")},
}
MANY_NAMED = ("person", "family", "nickname")
"""Kinds of which one word tells as much as all of them."""
WORD = re.compile(r"\w{3,}")


@dataclass(frozen=True, slots=True)
class Case:
    """A text with the words that must go, each with its kind, and those that must stay."""

    id: str
    text: str
    identifiers: Sequence[tuple[str, str]]
    keep: Sequence[str]


@dataclass(slots=True)
class Count:
    """What one method did to all texts of a set."""

    left: list[tuple[str, str, str]]
    lost: list[tuple[str, str]]
    failed: int = 0


def cases(name: str) -> list[Case]:
    """Return the texts of a set."""
    rows = map(json.loads, (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    return [
        Case(row["id"], row["text"], [(one["words"], one["kind"]) for one in row["identifiers"]], row["keep"])
        for row in rows
    ]


def stands(words: str, text: str) -> bool:
    """Return True if words can be read in a text, in any letter case and over line ends."""
    pattern = r"\s+".join(map(re.escape, words.split()))
    return re.search(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE) is not None


def is_left(words: str, kind: str, text: str) -> bool:
    """Return True if an identifier stands in a release: all of it, or one word of a name."""
    parts = WORD.findall(words) if kind.startswith(MANY_NAMED) else []
    return any(stands(part, text) for part in parts or [words])


async def measure(every: Sequence[Case], floor: bool, spec: str, options: dict[str, JsonValue]) -> Count:
    """Release every text by a method and look at what stands."""
    count = Count([], [])
    async with ModelPool() as pool:
        method = open_anonymizer(spec, Tools(pool), options)
        for case in every:
            try:
                text = (await release_of(method, Document(case.id, case.text), floor=floor)).text
            except GygesError:  # no release: nothing stands, and nothing is kept
                count.failed += 1
                text = ""
            count.left += [(case.id, kind, words) for words, kind in case.identifiers if is_left(words, kind, text)]
            count.lost += [(case.id, words) for words in case.keep if not stands(words, text)]
    return count


def main() -> int:
    """Print a row for each method."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=("open", "kept"), default="open")
    parser.add_argument("--method", action="append", choices=METHODS)
    parser.add_argument("--kinds", action="store_true", help="what is left by kind")
    parser.add_argument("--floor", action="store_true", help="with the floor under every method")
    parser.add_argument("--show", action="store_true", help="the words, of the open set")
    asked = parser.parse_args()
    every = cases(asked.set)
    planted, keep = sum(len(one.identifiers) for one in every), sum(len(one.keep) for one in every)
    sys.stdout.write(f"{len(every)} texts, {planted} identifiers, {keep} things that must stay\n")
    for name in asked.method or METHODS:
        count = anyio.run(measure, every, asked.floor, *METHODS[name])
        share, kept = len(count.left) / planted, 1 - len(count.lost) / keep
        sys.stdout.write(
            f"{name:11} left {len(count.left):4} {share:6.1%}   kept {kept:6.1%}   no release {count.failed}\n"
        )
        if asked.kinds:
            kinds = Counter(kind for _, kind, _ in count.left)
            sys.stdout.write("            " + ", ".join(f"{kind} {n}" for kind, n in kinds.most_common()) + "\n")
        if asked.show and asked.set == "open":
            sys.stdout.writelines(f"   {' | '.join(row)}\n" for row in (*count.left, *count.lost))
    return 0


if __name__ == "__main__":
    sys.exit(main())
