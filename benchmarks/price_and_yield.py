"""What each mechanism of the embedded rewriter is worth: all figures of a level with one mechanism at a time left out.

Run: python benchmarks/price_and_yield.py [--level standard] [--documents 80] [--only NAME ...]

A mechanism is left out by putting a function that does nothing in its place, in this process only. Documents are those
kept for measuring (training.readings) and those of benchmarks/genres.jsonl; CPR and the estimate are of the former,
what the guard finds, ROUGE-L and the characters that were changed are of both. docs/design/price_and_yield.md keeps the
table with what the mechanisms cost.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest import mock

import anyio
from training.readings import documents as read_documents
from training.readings import is_measured

from gyges.anonymizers import Tools, open_anonymizer, release_of
from gyges.anonymizers.subjectwise._cues import CueTable
from gyges.attacks import open_attacker
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, Release, edits_from_json
from gyges.scoring import protection, residual_identifiers, rouge, score_document
from gyges.scoring.estimate import estimate_strong

_GENRES = Path(__file__).parent / "genres.jsonl"


def _nothing(*_: Any, **__: Any) -> Any:
    return ()


def _none(*_: Any, **__: Any) -> None:
    return None


MECHANISMS: dict[str, dict[str, Any]] = {
    "nothing left out": {},
    "letters for people": {"_masking._letters": lambda *_: {}},
    "broader words": {"_masking.broader_here": _none, "_masking._told": _nothing},
    "ages and jobs of the reader": {"_masking._told": _nothing},
    "units dropped": {"_work.Work._shortened": _none},
    "cues of units": {"_cues.PROMISED": {}, "_shorten.cue_table": lambda: CueTable("none", "nothing", {})},
    "worth of units": {"_weights.Worth.cost": lambda *_: 1.0},
    "estimate of units": {"_shorten._estimate": _none},
    "what points back": {"_units.needed_by": _nothing},
}


async def figures(level: str, kept: Sequence[Document], others: Sequence[Document]) -> str:
    """Return the figures of one level as a row of a table."""
    async with ModelPool(cache=ReplyCache()) as pool:
        method = open_anonymizer("subjectwise", Tools(pool), {"level": level})
        attacker = open_attacker("rules", pool)
        texts, started = [*kept, *others], time.perf_counter()
        made: dict[str, Release] = {}
        for one in texts:
            made[one.id] = await release_of(method, Document(one.id, one.text))
        seconds = time.perf_counter() - started
        after = {one.id: await attacker.attack(made[one.id].text, id=one.id) for one in kept}
        before = {one.id: await attacker.attack(one.text, id=one.id) for one in kept}
    scored = [score_document(one, after[one.id], release=made[one.id]) for one in kept]
    strong = estimate_strong(scored, {one.id: one for one in kept}, made, after, before)
    left = sum(len(residual_identifiers(one.text, made[one.id])) for one in texts)
    same = sum(rouge(one.text, made[one.id].text).rouge_l for one in texts) / len(texts)
    edits = [edit for one in made.values() for edit in edits_from_json(one.trace["edits"])]
    changed = sum(edit.end - edit.start + len(edit.text) for edit in edits)
    return (
        f"{left} | {protection(scored)['cpr'].value or 0:.3f} | {strong.cpr.value or 0:.3f} | {same:.3f} | "
        f"{changed / sum(len(one.text) for one in texts):.3f} | {seconds:.0f}"
    )


def main() -> int:
    """Read the arguments and print one row a mechanism."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="standard")
    parser.add_argument("--documents", type=int, default=80)
    parser.add_argument("--only", nargs="*", default=list(MECHANISMS))
    given = parser.parse_args()
    kept = [one for one in read_documents().values() if is_measured(one.id) and one.subjects]
    kept = kept[:: -(-len(kept) // given.documents)][: given.documents]
    rows = [json.loads(line) for line in _GENRES.read_text(encoding="utf-8").splitlines()]
    others = [Document(row["id"], row["text"]) for row in rows]
    print(f"{given.level}: {len(kept)} documents kept for measuring, {len(others)} of many genres")
    print("left out | identifiers left | rules CPR | estimate | ROUGE-L | changed | seconds\n--|--|--|--|--|--|--")
    for name in given.only:
        with ExitStack() as patched:
            for place, put in (one for part in name.split(" + ") for one in MECHANISMS[part].items()):
                patched.enter_context(mock.patch(f"gyges.anonymizers.subjectwise.{place}", put))
            print(name, "|", anyio.run(figures, given.level, kept, others), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
