"""How well ``subjectwise`` protects everybody without a model, beside ``mask``.

Run: python benchmarks/subjectwise.py FILE ... [--bundled dev|test] [--targets CPR ROUGE]

For each file: CPR, the share of documents whose worst-off person has half of the facts protected, the mean of the
worst-off person, ROUGE-L, each by the attacker `rules`.
Exit 1 if a target is missed, or if `mask` is better anywhere.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import anyio

from gyges.anonymizers import Tools, open_anonymizer
from gyges.attacks import open_attacker
from gyges.corpus import bundled_corpus, read_documents
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, JsonValue, Release
from gyges.scoring import ScoredSubject, protection, residual_identifiers, rouge, score_document

HALF = 0.5
DOCUMENTS = 0.9
"""The worst-off person has half of the facts protected in at least this share of documents."""


@dataclass(frozen=True)
class Figures:
    """The figures of one release of a corpus under one attacker."""

    cpr: float
    half: float
    worst: float
    rouge: float
    left: int

    def __str__(self) -> str:
        return (
            f"CPR {self.cpr:.3f}  worst-off >= {HALF} in {self.half:.1%}  worst-off {self.worst:.3f}"
            f"  ROUGE-L {self.rouge:.3f}  documents with direct identifiers {self.left}"
        )


async def release(
    documents: Sequence[Document], method: str, options: dict[str, JsonValue], pool: ModelPool
) -> list[Release]:
    """Release a corpus; the method sees bare texts."""
    anonymizer = open_anonymizer(method, Tools(pool), options)
    return [await anonymizer.anonymize(Document(document.id, document.text)) for document in documents]


async def judge(documents: Sequence[Document], releases: Sequence[Release], spec: str, pool: ModelPool) -> Figures:
    """Attack the releases and score them against the annotations, in the profile strict."""
    attacker = open_attacker(spec, pool)
    scored = [
        score_document(document, await attacker.attack(one.text, id=one.id))
        for document, one in zip(documents, releases, strict=True)
    ]
    people = [[_kept(subject) for subject in one.subjects if subject.verdicts] for one in scored]
    told = [min(shares) for shares in people if shares]
    overlaps = [rouge(d.text, r.text).rouge_l for d, r in zip(documents, releases, strict=True)]
    left = sum(bool(residual_identifiers(d.text, r)) for d, r in zip(documents, releases, strict=True))
    return Figures(
        protection(scored)["cpr"].value or 0.0,
        sum(value >= HALF for value in told) / max(1, len(told)),
        sum(told) / max(1, len(told)),
        sum(overlaps) / len(overlaps),
        left,
    )


def _kept(subject: ScoredSubject) -> float:
    return 1 - sum(verdict.score or 0.0 for verdict in subject.verdicts) / len(subject.verdicts)


async def compare(name: str, documents: Sequence[Document], targets: Sequence[float]) -> bool:
    """Print the figures of one corpus; return whether all is as it should be."""
    async with ModelPool(cache=ReplyCache()) as pool:
        masked = await release(documents, "mask", {}, pool)
        started = time.perf_counter()
        ours = await release(documents, "subjectwise", {}, pool)
        speed = len(documents) / (time.perf_counter() - started)
        mine, theirs = [await judge(documents, made, "rules", pool) for made in (ours, masked)]
        print(f"{name}: {len(documents)} documents, {speed:.1f} a second")
        print(f"  rules       subjectwise  {mine}\n              mask         {theirs}")
        return mine.half >= DOCUMENTS and mine.cpr >= targets[0] and mine.rouge >= targets[1]


def main() -> int:
    """Read the arguments and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--bundled", choices=("dev", "test"))
    parser.add_argument("--targets", type=float, nargs=2, default=(0.0, 0.0), metavar=("CPR", "ROUGE"))
    given = parser.parse_args()
    corpora = {path: list(read_documents(path)) for path in given.files}
    if given.bundled:
        corpora[f"bundled {given.bundled}"] = [d for d in bundled_corpus() if d.meta["split"] == given.bundled]
    good = [anyio.run(compare, name, documents, given.targets) for name, documents in corpora.items()]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
