"""The corpus that ships keeps what its README promises."""

from collections import Counter

import pytest

from gyges.corpus import bundled_corpus
from gyges.records import Document

MOST_PEOPLE = 7


@pytest.fixture(scope="module")
def corpus() -> tuple[Document, ...]:
    return bundled_corpus()


def test_there_are_enough_documents_of_three_genres_in_both_splits(corpus: tuple[Document, ...]) -> None:
    assert len(corpus) >= 30
    assert {document.meta["genre"] for document in corpus} == {"court", "notes", "posts"}
    splits = Counter(document.meta["split"] for document in corpus)
    assert set(splits) == {"dev", "test"}
    assert min(splits.values()) >= len(corpus) // 3


def test_every_document_has_people_with_facts_and_marked_mentions(corpus: tuple[Document, ...]) -> None:
    for document in corpus:
        assert document.subjects is not None
        assert 1 <= len(document.subjects) <= MOST_PEOPLE, document.id
        assert all(subject.facts for subject in document.subjects), document.id
        assert document.mentions, document.id


def test_every_quote_of_evidence_is_in_its_text(corpus: tuple[Document, ...]) -> None:
    for document in corpus:
        for subject in document.subjects or ():
            for fact in subject.facts:
                assert fact.evidence, (document.id, subject.id, fact.tag)
                assert all(quote in document.text for quote in fact.evidence), (document.id, fact)


def test_no_mark_of_the_source_format_is_left_in_a_text(corpus: tuple[Document, ...]) -> None:
    assert not [document.id for document in corpus if "[[" in document.text or "]]" in document.text]
