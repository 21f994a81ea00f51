"""Annotations of the factory hold by the letter, however and wherever a document is made."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.corpus import read_documents, write_documents
from gyges.factory import GENRES, make_documents
from gyges.records import taxonomy

SEEDS = st.integers(min_value=0, max_value=10_000)
FIXED = settings(max_examples=15, deadline=None)
PRINT = """
import hashlib, json, sys
from gyges.factory import make_documents
rows = [repr(document) for document in make_documents(30, seed=5)]
sys.stdout.write(json.dumps([hashlib.sha256(row.encode()).hexdigest() for row in rows]))
"""


@FIXED
@given(SEEDS)
def test_offsets_point_at_the_words_they_mark(seed: int) -> None:
    for document in make_documents(6, seed=seed):
        for mention in document.mentions or ():
            assert 0 <= mention.start < mention.end <= len(document.text)
            assert document.text[mention.start : mention.end] == mention.text


@FIXED
@given(SEEDS)
def test_a_code_that_is_told_stands_in_the_text(seed: int) -> None:
    spia = taxonomy("spia")
    for document in make_documents(10, seed=seed):
        plain = "".join(filter(str.isalnum, document.text)).lower()
        for subject in document.subjects or ():
            for fact in subject.facts:
                if spia[fact.tag].kind == "CODE":
                    assert "".join(filter(str.isalnum, fact.value)).lower() in plain, (document.id, fact)


@FIXED
@given(SEEDS)
def test_who_has_a_name_is_called_by_a_part_of_it(seed: int) -> None:
    for document in make_documents(10, seed=seed):
        for subject in document.subjects or ():
            for fact in subject.facts:
                if fact.tag == "NAME":
                    quoted = " ".join(fact.evidence).lower()
                    assert any(part.strip(".").lower() in quoted for part in fact.value.split()), (document.id, fact)


@FIXED
@given(SEEDS)
def test_ids_of_documents_and_of_people_in_one_are_never_given_twice(seed: int) -> None:
    documents = list(make_documents(6, seed=seed))
    assert len({document.id for document in documents}) == len(documents)
    for document in documents:
        people = [subject.id for subject in document.subjects or ()]
        assert len(set(people)) == len(people)


def test_other_processes_write_the_same_documents() -> None:
    told = []
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", PRINT], env=environment, capture_output=True, text=True, check=True
        )
        told.append(json.loads(done.stdout))
    assert told[0] == told[1]
    assert len(set(told[0])) == 30


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_a_document_survives_its_file(tmp_path: Path, suffix: str) -> None:
    documents = list(make_documents(40, seed=3))
    write_documents(documents, tmp_path / f"made.{suffix}")
    assert list(read_documents(tmp_path / f"made.{suffix}")) == documents


@pytest.mark.parametrize("genre", GENRES)
def test_a_genre_that_is_asked_for_is_the_only_one(genre: str) -> None:
    assert {document.meta["genre"] for document in make_documents(5, seed=1, genres=[genre])} == {genre}
