"""Reading the data sets of a plan."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.corpus import write_documents
from gyges.errors import BadRowError, InputError
from gyges.records import Document
from gyges.runs import are_about_authors
from gyges.runs.benchmark import DatasetChoice
from gyges.runs.benchmark._prepare import _spread, read_dataset
from runs.benchmark.world import PEOPLE, dataset, document


def test_the_mentions_of_a_second_file_are_joined_by_id(tmp_path: Path) -> None:
    whole = [document(person) for person in PEOPLE]
    write_documents([replace(one, mentions=None) for one in whole], tmp_path / "people.jsonl")
    write_documents([replace(one, subjects=None) for one in whole[:2]], tmp_path / "spans.jsonl")
    choice = DatasetChoice("own", str(tmp_path / "people.jsonl"), str(tmp_path / "spans.jsonl"))
    joined = read_dataset(choice)
    assert [one.mentions is None for one in joined] == [False, False, True, True]
    assert joined[0] == whole[0]
    assert read_dataset(replace(choice, marked_only=True)) == whole[:2]


def test_mentions_of_another_text_are_refused(tmp_path: Path) -> None:
    choice = dataset(tmp_path)
    write_documents([Document("ana", "Another text.", mentions=())], tmp_path / "spans.jsonl")
    with pytest.raises(BadRowError, match="another text"):
        read_dataset(replace(choice, mentions=str(tmp_path / "spans.jsonl")))


def test_a_file_of_mentions_without_a_common_id_is_refused(tmp_path: Path) -> None:
    choice = dataset(tmp_path)
    write_documents([Document("z", "Another text.", mentions=())], tmp_path / "spans.jsonl")
    with pytest.raises(InputError, match="no document has mentions"):
        read_dataset(replace(choice, mentions=str(tmp_path / "spans.jsonl")))


def test_a_data_set_that_is_not_there_is_said_with_those_that_are() -> None:
    with pytest.raises(InputError, match=r"there is no data set 'nowhere.jsonl'.*bundled.*spia-tab"):
        read_dataset(DatasetChoice("nowhere.jsonl"))


def test_a_part_that_holds_nothing_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="check 'split'"):
        read_dataset(replace(dataset(tmp_path), split="moon"))


def test_the_bundled_corpus_has_parts() -> None:
    found = read_dataset(DatasetChoice("bundled", split="dev", limit=12))
    assert len(found) == 12
    assert {one.meta["split"] for one in found} == {"dev"}
    assert len({one.meta["genre"] for one in found}) > 1


@given(st.integers(1, 60), st.integers(1, 80))
def test_a_limit_takes_so_many_different_documents_in_their_order(count: int, limit: int) -> None:
    documents = [Document(str(number), "text") for number in range(count)]
    found = _spread(documents, limit)
    places = [int(one.id) for one in found]
    assert len(found) == min(count, limit)
    assert places == sorted(set(places))


def test_documents_labelled_for_their_author_only_are_told_apart(tmp_path: Path) -> None:
    one = document("Ana Gil")
    assert one.subjects is not None
    author = replace(one, subjects=(replace(one.subjects[0], id="author"),))
    assert are_about_authors([author])
    assert not are_about_authors([author, one])
