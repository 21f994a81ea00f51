"""The estimate of one document, quick enough to be asked for every edit."""

import pytest

from gyges.attacks import RulesAttack
from gyges.corpus import bundled_corpus
from gyges.records import Document, Release
from gyges.scoring import estimate_strong, score_document
from gyges.scoring.estimate import Expected, expect_document

DOCUMENTS = bundled_corpus()[:4]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda one: one.id)
def test_it_says_of_a_document_what_the_estimate_of_an_audit_says(document: Document) -> None:
    rules = RulesAttack()
    release = Release(document.id, document.text[: len(document.text) // 2], "test")
    found, before = rules.find(release.text, document.id), rules.find(document.text, document.id)
    scored = score_document(document, found, release=release)
    told = estimate_strong(
        [scored], {document.id: document}, {document.id: release}, {document.id: found}, {document.id: before}
    )
    made = expect_document(document, release, found, before)
    assert isinstance(made, Expected)
    assert made.document == pytest.approx(told.cpr.value)
    assert made.people == {person: pytest.approx(kept) for (_, person), kept in told.people.items()}


def test_nothing_leaks_from_no_text_and_nothing_is_told_of_nobody_or_of_a_text_that_is_too_long() -> None:
    document = DOCUMENTS[0]
    found = RulesAttack().find(document.text, document.id)
    gone = expect_document(document, Release("a", " ", "test"), found, found)
    assert isinstance(gone, Expected)
    assert gone.document == 1.0
    nobody = Document("a", document.text, ())
    assert "nothing is known" in str(expect_document(nobody, Release("a", document.text, "test"), found, found))
    assert "longer than" in str(expect_document(document, Release("a", "word " * 5000, "test"), found, found))
