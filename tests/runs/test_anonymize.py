"""Anonymizing a corpus, from one end to the other, with journal, guard and failures."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from gyges.anonymizers import Tools
from gyges.anonymizers.replacement import Secret
from gyges.corpus import bundled_corpus
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, Release
from gyges.runs import Anonymized, AnonymizeOptions, AuditOptions, anonymize_corpus, audit_corpus

pytestmark = pytest.mark.anyio

DOCUMENTS = [
    Document("a", "Ms Maria Kowalska, a nurse, lives in Porto."),
    Document("b", "Mr Tom Berger was born on 4 May 1971."),
]


async def _anonymize(folder: Path, options: AnonymizeOptions, documents: Sequence[Document] = DOCUMENTS) -> Anonymized:
    async with ModelPool(cache=ReplyCache()) as pool:
        return await anonymize_corpus(documents, folder, Tools(pool), options)


async def test_every_document_gets_a_release_in_order(tmp_path: Path) -> None:
    made = await _anonymize(tmp_path, AnonymizeOptions("mask"))
    assert list(made.releases) == ["a", "b"]
    assert "Kowalska" not in made.releases["a"].text
    assert made.failures == {}


async def test_a_failed_release_never_counts_as_privacy_in_an_audit(tmp_path: Path) -> None:
    document = bundled_corpus()[0]
    failed = {document.id: Release(document.id, "", "test", {"failed": "GY501 the model declined"})}
    async with ModelPool(cache=ReplyCache()) as pool:
        (audit,) = await audit_corpus([document], {"test": failed}, tmp_path, pool, options=AuditOptions())
    assert audit.results.coverage.attacked == 0
    assert audit.results.metrics["cpr"].value == 0.0
    assert "the model declined" in audit.results.coverage.failed[0].reason


async def test_a_method_is_not_shown_what_annotators_marked(tmp_path: Path) -> None:
    annotated = bundled_corpus()[:2]
    bare = [Document(document.id, document.text) for document in annotated]
    one = await _anonymize(tmp_path / "1", AnonymizeOptions("mask"), annotated)
    two = await _anonymize(tmp_path / "2", AnonymizeOptions("mask"), bare)
    assert {i: r.text for i, r in one.releases.items()} == {i: r.text for i, r in two.releases.items()}


async def test_methods_that_need_annotations_get_them(tmp_path: Path) -> None:
    made = await _anonymize(tmp_path, AnonymizeOptions("annotated"), bundled_corpus()[:1])
    assert made.failures == {}
    unmarked = [replace(bundled_corpus()[0], mentions=None)]
    assert (await _anonymize(tmp_path / "2", AnonymizeOptions("annotated"), unmarked)).failures


async def test_what_is_written_about_a_key_takes_as_long_to_guess_as_the_key_itself(tmp_path: Path) -> None:
    key = b"correct horse battery"
    async with ModelPool(cache=ReplyCache()) as pool:
        await anonymize_corpus(DOCUMENTS, tmp_path, Tools(pool, key=key), AnonymizeOptions("none"))
    plan = (tmp_path / "plan.json").read_text()
    assert Secret(key).check in plan
    plain = [function(prefix + key).hexdigest()[:8] for function in (sha256,) for prefix in (b"", b"gyges key mark")]
    assert not [mark for mark in plain if mark in plan]
