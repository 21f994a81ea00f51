"""Does the ranker ``tiny`` choose senses and wordings better than the rules alone, and how long does it take?

Run: python benchmarks/ranker.py [fit|measure]   (needs: gyges models get tiny; from the root of the repository)
The places are marked in ``benchmarks/ranker_places``. Margins were fitted on the half ``fit`` only. Places that the
rules do not ask about any more are counted apart.
"""

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import anyio
from training.readings import documents

from gyges.anonymizers.subjectwise._find import take_apart
from gyges.anonymizers.subjectwise._names import name_spans
from gyges.anonymizers.subjectwise._ranked import rank_wordings
from gyges.anonymizers.subjectwise._senses import judge_senses
from gyges.anonymizers.wording import TinyRanker
from gyges.attacks.tiny import open_likelihood
from gyges.reading import read_text

FOLDER = Path(__file__).parent / "ranker_places"


@dataclass(frozen=True)
class Place:
    """A marked place: where it stands, and what is right there."""

    source: str
    text: str
    start: int
    end: int
    right: str


def places(name: str, half: str) -> Iterator[Place]:
    """Yield the marked places of a half."""
    for line in (FOLDER / f"{name}.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        which, id, start, end, right, words = line.split("\t")
        if which != half:
            continue
        if id != "-":
            yield Place("documents", documents()[id].text, int(start), int(end), right)
            continue
        low = words.index("[[")
        text = words.replace("[[", "").replace("]]", "")
        yield Place("written", text, low, words.index("]]") - 2, right)


async def senses(half: str, ranker: TinyRanker) -> Counter[tuple[str, str]]:
    """Return how often rules alone, and rules with the ranker, are right about words in doubt."""
    counts: Counter[tuple[str, str]] = Counter()
    by_text: dict[str, list[Place]] = defaultdict(list)
    for place in places("senses", half):
        by_text[place.text].append(place)
    for text, marked in by_text.items():
        reading = read_text(text)
        names = set(name_spans(text, reading))
        judged = await judge_senses(text, reading, ranker)
        asked = {(one["start"], one["end"]) for one in judged.told if isinstance(one, dict)}
        for place in marked:
            span, person = (place.start, place.end), place.right == "person"
            if span not in asked:
                counts[f"senses, {place.source}", "not in doubt"] += 1
                continue
            counts[f"senses, {place.source}", "in doubt"] += 1
            counts[f"senses, {place.source}", "rules right"] += (span in names) == person
            counts[f"senses, {place.source}", "with ranker right"] += (span in judged.applied(names)) == person
    return counts


async def wordings(half: str, ranker: TinyRanker) -> Counter[tuple[str, str]]:
    """Return how often the rules' first wording is right, and the ranker's choice; and the time that took."""
    counts: Counter[tuple[str, str]] = Counter()
    by_text: dict[str, list[Place]] = defaultdict(list)
    for place in places("wordings", half):
        by_text[place.text].append(place)
    for text, marked in by_text.items():
        pieces, _ = take_apart(text, read_text(text))
        began = time.perf_counter()
        _, told = await rank_wordings(text, pieces, ranker)
        counts["wordings", "milliseconds"] += round(1000 * (time.perf_counter() - began))
        counts["wordings", "documents"] += 1
        found = {(one["start"], one["end"]): one for one in told if isinstance(one, dict)}
        for place in marked:
            one = found.get((place.start, place.end))
            if one is None:
                counts["wordings", "not asked"] += 1
                continue
            candidates = one["candidates"]
            assert isinstance(candidates, list)
            counts["wordings", "asked"] += 1
            counts["wordings", "rules right"] += place.right == "first"
            counts["wordings", "with ranker right"] += (one["chosen"] == candidates[0]) == (place.right == "first")
    return counts


async def main() -> None:
    """Print both counts."""
    half = sys.argv[1] if len(sys.argv) > 1 else "measure"
    ranker = TinyRanker(open_likelihood())
    for (group, what), count in {**await senses(half, ranker), **await wordings(half, ranker)}.items():
        print(f"{half}: {group}: {what} {count}")


if __name__ == "__main__":
    anyio.run(main)
