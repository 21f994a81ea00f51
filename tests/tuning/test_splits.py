"""No text twice, nobody on two sides, the same for the same seed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import InputError
from gyges.records import Document, Fact, Subject
from gyges.tuning import Splits, split_documents
from gyges.tuning._splits import group_of


def _documents(groups: list[int]) -> list[Document]:
    return [Document(f"d{n}", f"text number {n}", meta={"group": f"g{group}"}) for n, group in enumerate(groups)]


def _sides(splits: Splits) -> list[tuple[Document, ...]]:
    return [splits.train, splits.validation, splits.test]


many = st.lists(st.integers(0, 30), min_size=3, max_size=120).filter(lambda groups: len(set(groups)) >= 3)


@given(many, st.integers(0, 5))
def test_no_group_and_no_document_is_on_two_sides(groups: list[int], seed: int) -> None:
    splits = split_documents(_documents(groups), seed=seed, train=10, validation=10)
    names = [{document.meta["group"] for document in side} for side in _sides(splits)]
    assert not names[0] & names[1]
    assert not names[0] & names[2]
    assert not names[1] & names[2]
    ids = [document.id for side in _sides(splits) for document in side]
    assert len(ids) == len(set(ids))
    assert all(_sides(splits))


@given(many, st.integers(0, 5), st.randoms())
def test_the_split_depends_on_the_seed_and_not_on_the_order(groups: list[int], seed: int, draw: object) -> None:
    documents = _documents(groups)
    mixed = list(documents)
    draw.shuffle(mixed)  # type: ignore[attr-defined]
    first = split_documents(documents, seed=seed, train=10, validation=10)
    second = split_documents(mixed, seed=seed, train=10, validation=10)
    assert [{d.id for d in side} for side in _sides(first)] == [{d.id for d in side} for side in _sides(second)]


@given(st.integers(3, 400))
def test_without_groups_sizes_are_met_and_the_rest_is_for_the_test(count: int) -> None:
    splits = split_documents(_documents(list(range(count))), seed=1)
    train, validation, test = (len(side) for side in _sides(splits))
    assert train + validation + test == count
    if count >= 333:
        assert (train, validation) == (111, 111)
        assert splits.notes == ()
    else:
        assert abs(train - count / 3) <= 2
        assert abs(validation - count / 3) <= 2
        assert "fewer than 333" in splits.notes[0]


def test_the_same_text_counts_once_whatever_case_and_spaces() -> None:
    documents = [Document(f"d{n}", f"text {n}") for n in range(9)]
    documents.append(Document("again", "TEXT \n 3"))
    splits = split_documents(documents, seed=0)
    assert splits.duplicates == 1
    assert sum(len(side) for side in _sides(splits)) == 9
    assert "1 documents have the text of another one" in splits.notes[-1]


def test_documents_about_one_person_belong_together() -> None:
    ana = Subject("1", "", (Fact("NAME", "Ana Reis"),))
    one, two = Document("a", "x", (ana,)), Document("b", "y", (Subject("9", "", (Fact("NAME", "ANA REIS"),)),))
    assert group_of(one) == group_of(two)
    assert group_of(Document("c", "z")) != group_of(Document("d", "z"))
    assert group_of(Document("c", "z", meta={"author": "u1"})) == group_of(Document("d", "w", meta={"author": "u1"}))


def test_too_few_people_cannot_be_split() -> None:
    with pytest.raises(InputError, match="cannot be split in three"):
        split_documents(_documents([1, 1, 2, 2]), seed=0)
