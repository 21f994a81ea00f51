"""Looking at what was scored: a look that fails is counted as leaked everywhere."""

import sys
from functools import partial
from pathlib import Path

import pytest

from gyges.corpus import bundled_corpus
from gyges.models import ModelPool
from gyges.records import Release
from gyges.runs import Audit, AuditOptions, _examined, audit_corpus
from runs.mortal_look import mortal_look

pytestmark = pytest.mark.anyio

DOCUMENTS = bundled_corpus()[:4]


async def _audited(folder: Path) -> Audit:
    releases = {one.id: Release(one.id, f"{one.text} So it was.", "t") for one in DOCUMENTS}
    async with ModelPool() as pool:
        options = AuditOptions()
        (audit,) = await audit_corpus(DOCUMENTS, {"t": releases}, folder, pool, options=options, jobs=2)
    return audit


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
async def test_a_document_whose_look_kills_workers_is_named_and_counts_as_leaked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, deadly = await _audited(tmp_path / "whole"), DOCUMENTS[1].id

    monkeypatch.setattr(_examined, "look_at", partial(mortal_look, deadly))
    audit = await _audited(tmp_path / "mortal")
    assert [(row.id, row.stage) for row in audit.results.coverage.failed] == [(deadly, "match")]
    assert audit.results.coverage.facts == whole.results.coverage.facts
    facts = [fact for one in audit.results.subjects if one.document == deadly for fact in one.facts]
    assert facts
    assert {(fact.score, fact.leaked) for fact in facts} == {(None, 1.0)}
    assert {v.score for one in audit.scored if one.id == deadly for s in one.subjects for v in s.verdicts} == {None}
    for name in ("cpr", "ipr", "strong_cpr", "worst_subject"):
        now, before = audit.results.metrics[name].value, whole.results.metrics[name].value
        assert now is not None
        assert before is not None
        assert now <= before
    assert deadly not in audit.texts
    assert audit.texts.get(deadly) is None
    assert dict(audit.texts).keys() == {one.id for one in DOCUMENTS} - {deadly}
    everybody = [fact.leaked for one in audit.results.subjects for fact in one.facts]
    assert audit.results.metrics["cpr"].value == pytest.approx(1 - sum(everybody) / len(everybody))
