"""The rules and linkers on real pairs of originals and anonymised texts."""

import json
from pathlib import Path

import pytest

from gyges.attacks.linkage import Draw, RulesClaimer, draw_auxiliary, open_linker, tally_links
from gyges.records import Document

pytestmark = pytest.mark.anyio

SETS = {
    "db_bio/db_bio_dev120.jsonl": ("text", "anonymized_text"),
    "reddit_synthetic/anonymised_pairs_dev104.jsonl": ("response", "anonymized_response"),
}


@pytest.mark.parametrize("how", ["random", "first", "last"])
@pytest.mark.parametrize("name", SETS)
async def test_originals_are_found_again_and_anonymised_texts_mostly(
    development_data: Path, name: str, how: Draw
) -> None:
    rows = [json.loads(line) for line in (development_data / name).read_text(encoding="utf-8").splitlines()]
    found = {}
    for field in SETS[name]:
        records = {str(number): row[field] for number, row in enumerate(rows)}
        linker = open_linker("bm25")
        linker.index(records)
        documents = [Document(str(number), row[SETS[name][0]]) for number, row in enumerate(rows)]
        known = [draw_auxiliary(d.id, await RulesClaimer().claims(d), how=how).texts for d in documents]
        truths = [document.id for document in documents]
        tally = tally_links(linker.link(known, truths=truths), truths, records)
        found[field] = tally.correct / tally.records
        assert tally.records == len(rows)
    original, anonymised = (found[field] for field in SETS[name])
    assert original >= 0.99
    assert 0.75 <= anonymised <= original
