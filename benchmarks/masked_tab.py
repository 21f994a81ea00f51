"""SPIA's point on court judgments: every marked span masked, and what is still inferred about the people.

Run: python benchmarks/masked_tab.py SUBJECTS.jsonl ENTITIES.jsonl   (SPIA's subject file and span file)
Exit 1 unless span recall is at least 0.98 and CPR below 0.6.
"""

import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import anyio

from gyges.anonymizers import MaskAnnotated
from gyges.corpus import read_documents
from gyges.models import ModelPool, ReplyCache
from gyges.runs import AuditOptions, audit_corpus

RECALL, CPR = 0.98, 0.6


async def main(subjects: str, entities: str) -> int:
    """Mask, audit, report."""
    mentions = {document.id: document.mentions for document in read_documents(entities)}
    documents = [replace(d, mentions=mentions[d.id]) for d in read_documents(subjects) if d.id in mentions]
    masked = {document.id: await MaskAnnotated().anonymize(document) for document in documents}
    with tempfile.TemporaryDirectory() as folder:
        async with ModelPool(cache=ReplyCache()) as pool:
            (audit,) = await audit_corpus(documents, {"masked": masked}, Path(folder), pool, options=AuditOptions())
    results = audit.results
    assert results.spans is not None
    figures = {
        "span recall": results.spans["recall"],
        "CPR of the originals": results.controls["original_cpr"],
        "CPR of the masked texts": results.metrics["cpr"],
        "CPR of a blind guesser": results.metrics["prior_cpr"],
    }
    for name, rate in figures.items():
        print(f"{name}: {rate.value:.3f} [{rate.low:.3f}, {rate.high:.3f}] of {rate.denominator:,.0f}")
    print(f"{results.coverage.attacked} of {results.coverage.documents} documents attacked by rules")
    recall, cpr = results.spans["recall"].value, results.metrics["cpr"].value
    return 0 if recall is not None and cpr is not None and recall >= RECALL and cpr < CPR else 1


if __name__ == "__main__":
    sys.exit(anyio.run(main, sys.argv[1], sys.argv[2]))
