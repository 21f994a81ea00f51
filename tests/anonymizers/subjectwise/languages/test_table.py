"""The table of writing: what nothing reads is refused, and what it lacks gets a label."""

from typing import Any

import pytest

from anonymizers.subjectwise.languages.first_rungs import on_first_rungs
from gyges.anonymizers.subjectwise.languages import _table
from gyges.anonymizers.subjectwise.languages._people import job_group

TEXT = (
    "Frau Weber, 43 Jahre alt, wohnt mit ihrem Mann in Graz und arbeitet als Lehrerin bei der Ruhrlager GmbH. "
    "Sie ist unter 0664 555 01 38 zu erreichen und kommt aus der Slowakei, sie ist Slowakin."
)


@pytest.mark.parametrize(
    "told",
    [
        {"lables": {}},
        {"labels": {"nmae": "[Name]"}},
        {"determiners": {"definite": {"froms": []}}},
        {"nouns": {"city": {"word": "Stadt", "gender": "f", "plurel": "Städte"}}},
        {"jobs": {"health": {"male": "Heilberufler"}}},
        {"organisations": [{"pattern": "x", "noun": "company"}]},
        {"ages": {"bands": [{"bellow": 3}]}},
        {"told": [{"pattern": "x", "knew": "y"}]},
        {"places": {"city": "town"}},
    ],
)
def test_a_key_that_nothing_reads_and_a_noun_that_is_not_there_are_refused(
    told: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_table, "read_toml", lambda *_: told)
    with pytest.raises(ValueError, match="nothing reads"):
        _table.writing_in.__wrapped__("de")


@pytest.mark.parametrize("iso", ["de", "es"])
def test_every_table_that_ships_loads_with_a_word_for_every_group_of_jobs_or_for_any(iso: str) -> None:
    writing = _table.writing_in(iso)
    assert {"m", "f", "mp", "fp"} <= set(writing.jobs["other"])


def test_an_empty_table_leaves_labels_and_letters_and_none_of_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_table, "read_toml", lambda *_: {})
    empty = _table.writing_in.__wrapped__("de")
    monkeypatch.setattr("anonymizers.subjectwise.languages.first_rungs.writing_in", lambda _: empty)
    written = on_first_rungs(TEXT)
    for word in ("Weber", "43", "Graz", "Lehrerin", "Ruhrlager", "0664"):
        assert word not in written
    for label in ("[DEM]", "[ORG]", "[CODE]"):
        assert label in written


@pytest.mark.parametrize(
    ("job", "group"),
    [
        ("Forklift Driver", "industry"),
        ("Bus Driver", "driving"),
        ("Head Nurse", "managing"),
        ("Primary School Teacher", "teaching"),
        ("Wizard", "other"),
    ],
)
def test_a_job_belongs_to_the_group_of_its_longest_known_end(job: str, group: str) -> None:
    assert job_group(job) == group
