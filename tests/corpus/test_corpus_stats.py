"""Counting, against a corpus small enough to count by hand."""

from dataclasses import replace

import pytest

from gyges.corpus import corpus_stats
from gyges.records import Document, Fact, IdentifierType, Mention, Subject

CORPUS = (
    Document(
        "a",
        "Ana Sol, 40, and Ben",
        (
            Subject("0", "Ana", (Fact("NAME", "Ana Sol", 5, 1), Fact("AGE", "40", 3, 2), Fact("SEX", "Female", 2, 2))),
            Subject("1", "Ben", (Fact("NAME", "Ben", 4, 1),)),
        ),
        (
            Mention(0, 7, "Ana Sol", "PERSON", IdentifierType.DIRECT, "ana"),
            Mention(0, 3, "Ana", "PERSON", IdentifierType.QUASI, "ana"),
            Mention(9, 11, "40", "DEM", IdentifierType.QUASI),
            Mention(17, 20, "Ben", "PERSON", IdentifierType.NO_MASK),
        ),
    ),
    Document("b", "My son", (Subject("0", "son", (Fact("SEX", "Male", 2, 3),)), Subject("1", "I"))),
    Document("c", "Nothing", ()),
    Document("d", "Never annotated 😀"),
)


def test_the_counts_are_those_made_by_hand() -> None:
    stats = corpus_stats(CORPUS)
    assert (stats.documents, stats.with_subjects, stats.with_mentions) == (4, 3, 1)
    assert (stats.length.total, stats.length.shortest, stats.length.longest) == (50, 6, 20)
    assert stats.length.mean == pytest.approx(12.5)
    assert (stats.subjects.count, stats.subjects.without_sure_fact) == (4, 2)
    assert stats.subjects.per_document == pytest.approx(4 / 3)
    assert stats.subjects.distribution == {0: 1, 2: 2}
    assert (stats.facts.count, stats.facts.sure) == (5, 3)
    assert stats.facts.per_subject == pytest.approx(5 / 4)
    assert stats.facts.distribution == {0: 1, 1: 2, 3: 1}
    assert stats.length.distribution == {0: 4}
    assert stats.facts.by_tag == {"AGE": 1, "NAME": 2, "SEX": 2}
    assert stats.facts.sure_by_tag == {"AGE": 1, "NAME": 2}
    assert stats.facts.by_certainty == {2: 2, 3: 1, 4: 1, 5: 1}
    assert stats.facts.by_hardness == {1: 2, 2: 2, 3: 1}
    assert (stats.mentions.count, stats.mentions.entities) == (4, 3)
    assert stats.mentions.by_type == {"DEM": 1, "PERSON": 3}
    assert stats.mentions.by_identifier == {"DIRECT": 1, "NO_MASK": 1, "QUASI": 2}


def test_the_same_entity_id_in_two_documents_is_two_entities() -> None:
    twice = [CORPUS[0], replace(CORPUS[0], id="e")]
    assert corpus_stats(twice).mentions.entities == 6


def test_an_empty_corpus_has_no_averages() -> None:
    stats = corpus_stats([])
    assert stats.documents == 0
    assert (stats.length.mean, stats.length.shortest, stats.length.longest) == (None, None, None)
    assert (stats.subjects.per_document, stats.facts.per_subject) == (None, None)
