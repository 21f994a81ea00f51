"""How fast the two makes of the estimate of a strong reader are, on the bundled court decisions, masked.

Run: python benchmarks/estimate_speed.py [light] [verified]
Exit 1 unless light makes at least 50 documents a second of one core and verified at least 5 a minute on two cores. Time
is what the processor worked, so that others on the machine count less; of several passes of the light make the best
counts. The verified make needs `gyges models get tiny` and the extra local. Texts are read by the rules before the
clock starts: every audit has done that.
"""

import sys
import time
from collections.abc import Sequence

import anyio

from gyges.anonymizers import Mask
from gyges.attacks import RulesAttack
from gyges.attacks.tiny import TinyVerifier, open_tiny
from gyges.corpus import bundled_corpus
from gyges.records import Document, Release
from gyges.scoring import estimate_strong, score_document, verifier_odds

LIGHT, VERIFIED = 50.0, 5 / 60
PASSES = 5
CORES = {"light": 1, "verified": 2}
MOST = {"light": 60, "verified": 6}


async def corpus(count: int) -> list[tuple[Document, Release]]:
    """Return bundled court decisions with their masked releases."""
    made = [one for one in bundled_corpus() if one.id.startswith("court")][:count]
    return [(one, await Mask().anonymize(one)) for one in made]


async def per_second(pairs: Sequence[tuple[Document, Release]], *, ask: bool) -> float:
    """Estimate all, and return how many documents a second of one core."""
    documents = {one.id: one for one, _ in pairs}
    releases = {one.id: release for one, release in pairs}
    rules = RulesAttack()
    findings = {id: rules.find(release.text, id) for id, release in releases.items()}
    before = {id: rules.find(one.text, id) for id, one in documents.items()}
    scored = [score_document(one, findings[one.id], release=release) for one, release in pairs]
    verifier = TinyVerifier(open_tiny()) if ask else None
    estimate_strong(scored[:1], documents, releases, findings, before)  # loads the tables
    if verifier:
        await verifier.odds("A nurse in Porto wrote.", ["who: A nurse\ntold: -\nsex: Female"])
    passes = []
    for _ in range(1 if ask else PASSES):
        started, worked = time.perf_counter(), time.process_time()
        odds = await verifier_odds(verifier, scored, documents, releases) if verifier else None
        made = estimate_strong(scored, documents, releases, findings, before, odds=odds)
        passes.append((time.process_time() - worked, time.perf_counter() - started))
    busy, seconds = min(passes)
    facts = sum(len(subject.verdicts) for one in scored for subject in one.subjects)
    size = sum(len(release.text) for release in releases.values()) / len(releases)
    print(
        f"{made.by['make']}: {len(pairs)} texts of {size:,.0f} characters, {facts} facts, CPR {made.cpr}; "
        f"{busy / len(pairs):.3f} seconds of a core each, {seconds / len(pairs):.3f} by the clock"
    )
    return len(pairs) / busy


async def main(makes: Sequence[str]) -> int:
    """Measure and report."""
    good = True
    for make, least in (("light", LIGHT), ("verified", VERIFIED)):
        if make in makes:
            rate = CORES[make] * await per_second(await corpus(MOST[make]), ask=make == "verified")
            print(f"{make}, cores {CORES[make]}: {rate:.2f} documents a second, {rate * 60:.0f} a minute")
            good &= rate >= least
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(anyio.run(main, sys.argv[1:] or ["light", "verified"]))
