"""The readers on real benchmark files, where they are beside the checkout; only counts are compared."""

from pathlib import Path

import pytest

from gyges.corpus import corpus_stats, load_dataset, read_documents
from gyges.records import taxonomy


@pytest.mark.parametrize(
    ("file", "name", "documents", "subjects", "facts", "sure", "unsure_people"),
    [
        ("spia/spia_tab_dev72.jsonl", "spia-tab", 72, 290, 1659, 1509, 5),
        ("spia/spia_panorama_dev430.jsonl", "spia-panorama", 430, 889, 2907, 2363, 97),
    ],
)
def test_spia_counts_add_up(
    development_data: Path,
    file: str,
    name: str,
    documents: int,
    subjects: int,
    facts: int,
    sure: int,
    unsure_people: int,
) -> None:
    stats = corpus_stats(load_dataset(name, development_data / file))
    assert (stats.documents, stats.subjects.count, stats.facts.count) == (documents, subjects, facts)
    assert (stats.facts.sure, stats.subjects.without_sure_fact) == (sure, unsure_people)
    assert sum(stats.facts.by_tag.values()) == sum(stats.facts.by_certainty.values()) == facts
    assert sum(stats.facts.sure_by_tag.values()) == sure
    assert sum(n for level, n in stats.facts.by_certainty.items() if level >= 3) == sure
    assert sum(people * n for people, n in stats.subjects.distribution.items()) == subjects
    assert 0 not in stats.facts.by_hardness, "every fact that is not blank was rated"
    assert set(stats.facts.by_tag) <= set(taxonomy("spia").names)


@pytest.mark.parametrize(
    ("file", "mentions", "entities"),
    [("entity_tab_dev72.jsonl", 3287, 2364), ("entity_panorama_dev50.jsonl", 204, 204)],
)
def test_mentions_are_where_they_say_although_counted_in_utf16(
    development_data: Path, file: str, mentions: int, entities: int
) -> None:
    stats = corpus_stats(read_documents(development_data / "spia" / file))
    assert (stats.mentions.count, stats.mentions.entities) == (mentions, entities)
    assert sum(stats.mentions.by_type.values()) == sum(stats.mentions.by_identifier.values()) == mentions
