"""Are releases of `subjectwise` harder to find again than those of `mask`? The answer is printed, whatever it is.

Run: python benchmarks/linkage_methods.py [DOCUMENTS]   (the bundled corpus without a file)
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import anyio

from gyges.anonymizers import Tools
from gyges.corpus import bundled_corpus, read_documents
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document
from gyges.runs import AnonymizeOptions, anonymize_corpus
from gyges.runs.linkage import LinkOptions, link_corpus

METHODS = ("none", "mask", "mask:general", "subjectwise")


async def main(documents: Sequence[Document]) -> None:
    """Anonymize, link, report."""
    correct: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        async with ModelPool(cache=ReplyCache()) as pool:
            for method in METHODS:
                place = Path(folder) / method.replace(":", "-")
                made = await anonymize_corpus(documents, place, Tools(pool), AnonymizeOptions(method))
                results = await link_corpus(
                    documents, made.releases.values(), place / "link", pool, options=LinkOptions(controls=False)
                )
                found, distance = results.linkage.correct, results.semantic.distance
                assert found is not None
                correct[method] = found.value or 0.0
                print(
                    f"{method}: found again {found.value:.3f} [{found.low:.3f}, {found.high:.3f}] of "
                    f"{found.denominator:.0f}, unlinked {results.linkage.unlinked}, semantic distance "
                    f"{distance.value:.3f} [{distance.low:.3f}, {distance.high:.3f}], failed {len(made.failures)}"
                )
    harder = "harder" if correct["subjectwise"] < correct["mask"] else "NOT harder"
    print(f"subjectwise is {harder} to link than mask (three random claims known, BM25, claims and distance by rules)")


if __name__ == "__main__":
    chosen = list(read_documents(sys.argv[1])) if len(sys.argv) > 1 else list(bundled_corpus())
    anyio.run(main, chosen)
