"""How fast the estimate of a strong reader is, on the bundled court decisions, masked.

Run: python benchmarks/estimate_speed.py
Exit 1 unless it makes at least 50 documents a second of one core. Time is what the processor worked, so that others on
the machine count less; the best of several passes counts. Texts are read by the rules before the clock starts: every
audit has done that.
"""

import sys
import time
from collections.abc import Sequence

import anyio

from gyges.anonymizers import Mask
from gyges.attacks import RulesAttack
from gyges.corpus import bundled_corpus
from gyges.records import Document, Release
from gyges.scoring import estimate_strong, score_document

LEAST = 50.0
PASSES = 5
TEXTS = 60


async def corpus(count: int) -> list[tuple[Document, Release]]:
    """Return bundled court decisions with their masked releases."""
    made = [one for one in bundled_corpus() if one.id.startswith("court")][:count]
    return [(one, await Mask().anonymize(one)) for one in made]


def per_second(pairs: Sequence[tuple[Document, Release]]) -> float:
    """Estimate all, and return how many documents a second of one core."""
    documents = {one.id: one for one, _ in pairs}
    releases = {one.id: release for one, release in pairs}
    rules = RulesAttack()
    findings = {id: rules.find(release.text, id) for id, release in releases.items()}
    before = {id: rules.find(one.text, id) for id, one in documents.items()}
    scored = [score_document(one, findings[one.id], release=release) for one, release in pairs]
    estimate_strong(scored[:1], documents, releases, findings, before)  # loads the tables
    passes = []
    for _ in range(PASSES):
        started, worked = time.perf_counter(), time.process_time()
        made = estimate_strong(scored, documents, releases, findings, before)
        passes.append((time.process_time() - worked, time.perf_counter() - started))
    busy, seconds = min(passes)
    facts = sum(len(subject.verdicts) for one in scored for subject in one.subjects)
    size = sum(len(release.text) for release in releases.values()) / len(releases)
    print(
        f"{made.by['make']}: {len(pairs)} texts of {size:,.0f} characters, {facts} facts, CPR {made.cpr}; "
        f"{busy / len(pairs):.3f} seconds of a core each, {seconds / len(pairs):.3f} by the clock"
    )
    return len(pairs) / busy


async def main() -> int:
    """Measure and report."""
    rate = per_second(await corpus(TEXTS))
    print(f"{rate:.2f} documents a second of one core, {rate * 60:.0f} a minute")
    return 0 if rate >= LEAST else 1


if __name__ == "__main__":
    sys.exit(anyio.run(main))
