"""What levels and maskers keep of texts, and what a strong reader would leave protected of their people.

Run: python benchmarks/frontier.py FILE [--limit N] [--readings FOLDER] [--releases FOLDER]

FILE holds documents with their people; releases are made here, without a model. ROUGE-L and the share of words are to
the original; the estimate is that of audits. With --readings, findings by a strong reader in FOLDER/METHOD.jsonl (as
for ``--attacker recorded:FILE``) give the CPR that was read. --releases writes what was made, to be read by somebody.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import anyio

from gyges.anonymizers import Tools, open_anonymizer
from gyges.attacks import open_attacker
from gyges.corpus import read_documents, write_releases
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, Finding, JsonValue, Release
from gyges.scoring import protection, rouge, score_document
from gyges.scoring.estimate import estimate_strong

METHODS: dict[str, tuple[str, dict[str, JsonValue]]] = {
    "none": ("none", {}),
    "mask": ("mask", {}),
    "general": ("mask", {"style": "general"}),
    "pseudonyms": ("mask", {"style": "pseudonyms"}),
    "light": ("subjectwise", {"level": "light"}),
    "standard": ("subjectwise", {"level": "standard"}),
    "strong": ("subjectwise", {"level": "strong"}),
    "paranoid": ("subjectwise", {"level": "paranoid"}),
}
"""The points of the frontier, by label."""


HEADS = {"ROUGE-L": 8, "words": 8, "rules": 10, "estimate": 10, "read": 8, "docs/s": 10}


@dataclass(frozen=True)
class Point:
    """One method: what it keeps of the words, and what it protects by the embedded reader, by estimate, as read."""

    rouge: float
    words: float
    rules: float
    estimate: float
    read: float | None
    pace: float

    def __str__(self) -> str:
        read = "     -" if self.read is None else f"{self.read:6.3f}"
        return f"{self.rouge:8.3f}{self.words:8.3f}{self.rules:10.3f}{self.estimate:10.3f}  {read}{self.pace:10.1f}"


async def point(
    documents: Sequence[Document],
    label: str,
    before: dict[str, Finding],
    pool: ModelPool,
    readings: Path | None,
    out: Path | None,
) -> Point:
    """Release, attack by rules, estimate, and score what was read if somebody did."""
    method, options = METHODS[label]
    anonymizer = open_anonymizer(method, Tools(pool), options)
    begun = time.perf_counter()
    releases = {one.id: await anonymizer.anonymize(Document(one.id, one.text)) for one in documents}
    pace = len(documents) / (time.perf_counter() - begun)
    if out is not None:
        write_releases(releases.values(), out / f"{label}.jsonl", force=True)
    rules, found = await attacked(documents, releases, "rules", pool)
    scored = [score_document(one, found[one.id], release=releases[one.id]) for one in documents]
    told = estimate_strong(scored, {one.id: one for one in documents}, releases, found, before)
    file = readings / f"{label}.jsonl" if readings is not None else None
    read = (await attacked(documents, releases, f"recorded:{file}", pool))[0] if file and file.is_file() else None
    kept = [len(releases[one.id].text.split()) / max(1, len(one.text.split())) for one in documents]
    overlap = mean(rouge(one.text, releases[one.id].text).rouge_l for one in documents)
    return Point(overlap, mean(kept), rules, told.cpr.value or 0.0, read, pace)


async def attacked(
    documents: Sequence[Document], releases: dict[str, Release], spec: str, pool: ModelPool
) -> tuple[float, dict[str, Finding]]:
    """Return CPR under an attacker, and what it found."""
    attacker = open_attacker(spec, pool)
    found = {one.id: await attacker.attack(releases[one.id].text, id=one.id) for one in documents}
    scored = [score_document(one, found[one.id], release=releases[one.id]) for one in documents]
    return protection(scored)["cpr"].value or 0.0, found


async def draw(documents: Sequence[Document], readings: Path | None, out: Path | None) -> None:
    """Print every point."""
    heads = "".join(f"{head:>{width}}" for head, width in HEADS.items())
    print(f"{len(documents)} documents\n{'':12}{heads}")
    async with ModelPool(cache=ReplyCache()) as pool:
        reader = open_attacker("rules", pool)
        before = {one.id: await reader.attack(one.text, id=one.id) for one in documents}
        for label in METHODS:
            print(f"{label:12}{await point(documents, label, before, pool, readings, out)}", flush=True)


def main() -> int:
    """Read the arguments and draw the frontier."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("file")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--readings", type=Path)
    parser.add_argument("--releases", type=Path)
    given = parser.parse_args()
    documents = [one for one in read_documents(given.file) if one.subjects][: given.limit]
    if given.releases is not None:
        given.releases.mkdir(parents=True, exist_ok=True)
    anyio.run(draw, documents, given.readings, given.releases)
    return 0


if __name__ == "__main__":
    sys.exit(main())
