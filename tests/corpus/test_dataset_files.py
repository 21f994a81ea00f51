"""Where the files of a dataset are found, and how they are put together; all rows here are invented."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from gyges.corpus import SkippedRows, load_dataset
from gyges.errors import BadRowError, DatasetUnavailableError, DuplicateIdError, InputError

SPIA_ROW = {
    "metadata": {"data_id": "TAB-00001", "annotator": "annotator1"},
    "text": "Hi, I am Ana 😀",
    "subjects": [{"id": 0, "description": "Ana", "PIIs": [{"tag": "NAME", "keyword": "Ana", "certainty": 5}]}],
}
BIO_ROW = {"text": "Ana Sol was a painter.", "people": "Ana Sol", "label": "Painter"}
TAB_ROW = {"doc_id": "001-1", "text": "Ms Ana Sol", "annotations": {"annotator1": {"entity_mentions": []}}}
ENTITY = {"span_text": "Ana", "entity_type": "PERSON", "start_offset": 9, "end_offset": 12, "entity_id": "1"}
SPANS = {
    "metadata": {"data_id": "TAB-00001", "annotator": "other", "provenance": {"year": 2001}},
    "text": SPIA_ROW["text"],
    "entities": [{**ENTITY, "identifier_type": "DIRECT"}],
}


def _spia_folder(folder: Path, spans: Mapping[str, object] | None = SPANS) -> Path:
    second = {**SPIA_ROW, "metadata": {"data_id": "TAB-00002"}}
    rows = [json.dumps(SPIA_ROW), json.dumps(second)]
    (folder / "spia_tab_144.jsonl").write_text("\n".join(rows), encoding="utf-8")
    if spans is not None:
        (folder / "entity_tab_144.jsonl").write_text(json.dumps(spans), encoding="utf-8")
    return folder


def test_mentions_beside_the_subjects_are_merged_by_id(tmp_path: Path) -> None:
    _spia_folder(tmp_path)
    for path in (tmp_path, tmp_path / "spia_tab_144.jsonl"):
        first, second = load_dataset("spia-tab", path)
        assert first.subjects is not None
        assert first.mentions is not None
        assert first.mentions[0].text == "Ana"
        assert first.meta == {"annotator": "annotator1", "provenance": {"year": 2001}}
        assert second.mentions is None


def test_a_text_of_a_dataset_meets_the_limit_too(tmp_path: Path) -> None:
    length = len(str(SPIA_ROW["text"]))
    _spia_folder(tmp_path)
    assert len(list(load_dataset("spia-tab", tmp_path, max_text=length))) == 2
    with pytest.raises(BadRowError, match=r"jsonl:1: a text of .*--max-text"):
        list(load_dataset("spia-tab", tmp_path, max_text=length - 1))
    skipped = SkippedRows()
    assert not list(load_dataset("spia-tab", tmp_path, max_text=5, skipped=skipped))
    assert skipped.count == 3  # two texts, and the mentions of one


def test_mentions_of_another_text_are_not_merged_in_silence(tmp_path: Path) -> None:
    _spia_folder(tmp_path, {**SPANS, "text": "Hey, I’m Ana"})
    with pytest.raises(BadRowError, match=r"spia_tab_144\.jsonl:1: the mentions of 'TAB-00001' are about another text"):
        list(load_dataset("spia-tab", tmp_path))


def test_a_folder_without_the_files_says_where_to_get_them(tmp_path: Path) -> None:
    (tmp_path / "echr_dev.json").write_text("[]", encoding="utf-8")
    with pytest.raises(DatasetUnavailableError) as caught:
        load_dataset("tab", tmp_path)
    assert "does not hold echr_train.json, echr_test.json of the dataset 'tab'" in caught.value.problem
    assert "/echr_train.json and https://" in caught.value.remedy
    with pytest.raises(InputError, match="there is no file or folder"):
        load_dataset("tab", tmp_path / "none")


def test_parts_of_a_dataset_are_read_in_order_and_named(tmp_path: Path) -> None:
    for split in ("train", "validation", "test"):
        (tmp_path / f"{split}.jsonl").write_text(json.dumps(BIO_ROW), encoding="utf-8")
    found = list(load_dataset("db-bio", tmp_path))
    assert [document.id for document in found] == ["db-bio-train-001", "db-bio-validation-001", "db-bio-test-001"]
    assert [document.meta["split"] for document in found] == ["train", "validation", "test"]
    (single,) = load_dataset("db-bio", tmp_path / "test.jsonl")
    assert single == found[2], "a file means the same alone and in its folder"


def test_bad_rows_and_duplicates_are_counted_when_told(tmp_path: Path) -> None:
    path = tmp_path / "tab.jsonl"
    good = json.dumps(TAB_ROW)
    path.write_text(f"{good}\n{{\n{good}\n{{}}\n", encoding="utf-8")
    skipped = SkippedRows()
    assert len(list(load_dataset("tab", path, skipped=skipped))) == 1
    assert skipped.count == 3
    with pytest.raises(BadRowError, match=r"tab\.jsonl:2"):
        list(load_dataset("tab", path))
    path.write_text(f"{good}\n{good}\n", encoding="utf-8")
    with pytest.raises(DuplicateIdError, match=r"at tab\.jsonl:1 and again at tab\.jsonl:2"):
        list(load_dataset("tab", path))
