"""What nobody can mean is never held in memory: endless lines, files that unpack without end, nesting without end."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from gyges.corpus import SkippedRows, read_documents, read_releases
from gyges.errors import BadRowError, InputError

SMALL = 100  # characters of the longest text; a line may have 65,536 bytes, as with any short one


def _no_note(place: str, sentence: str) -> None:
    del place, sentence


def test_a_text_that_is_too_long_is_a_bad_row_that_names_the_option(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "a", "text": "x" * 101}) + "\n" + json.dumps({"id": "b", "text": "x" * 100}))
    with pytest.raises(BadRowError, match=r"a text of 101 characters, and the most .* 100; .*--max-text"):
        list(read_documents(path, max_text=SMALL))
    skipped = SkippedRows()
    assert [one.id for one in read_documents(path, max_text=SMALL, skipped=skipped)] == ["b"]
    assert skipped.count == 1


def test_a_release_may_be_four_times_as_long_as_an_original_for_marks_are_longer_than_words(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "a", "text": "x" * 400, "trace": {"edits": ["y" * 50] * 200}}))
    assert [one.id for one in read_releases(path, max_text=SMALL)] == ["a"]
    path.write_text(json.dumps({"id": "a", "text": "x" * 401}))
    with pytest.raises(BadRowError, match=r"a text of 401 characters, and the most .* 400; .*--max-text"):
        list(read_releases(path, max_text=SMALL))
    assert len(list(read_releases([{"id": "a", "text": "x" * 5_000_001}]))) == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_line_without_end_is_a_bad_row_and_the_next_ones_are_read(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.jsonl"
    rows = [{"id": "a", "text": "x"}, {"id": "b", "text": "y" * 70_000}, {"id": "c", "text": "z"}]
    path.write_bytes("".join(json.dumps(row) + "\n" for row in rows).encode(encoding))
    skipped = SkippedRows()
    found = [one.id for one in read_documents(path, max_text=SMALL, skipped=skipped, note=_no_note)]
    assert found == ["a", "c"]
    assert "a.jsonl:2: a line of more than 66 kB" in skipped.examples[0]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.csv", b"text\n" + b"x" * 70_000 + b"\n", "a.csv:2: a line of more than"),
        ("a.csv", b'text\n"' + b"x\n" * 35_000 + b'"\n', "a.csv:2: a field of more than 65,536 characters"),
        ("a.csv", b"x" * 70_000, "a.csv:1"),
    ],
)
def test_a_table_without_end_is_refused(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=words):
        list(read_documents(tmp_path / name, max_text=SMALL))


def _nested(depth: int) -> bytes:
    return b'{"id": "a", "text": "x", "meta": {"a": ' + b"[" * depth + b"]" * depth + b"}}\n"


def _deep_object(depth: int) -> bytes:
    return b'{"id": "a", "text": "x", "trace": ' + b'{"a":' * depth + b"1" + b"}" * depth + b"}\n"


@pytest.mark.parametrize("depth", [70, 200, 330, 500, 990, 5_000, 100_000])
@pytest.mark.parametrize("nested", [_nested, _deep_object])
def test_nesting_without_end_is_a_bad_row(tmp_path: Path, nested: Callable[[int], bytes], depth: int) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(nested(depth))
    for read in (read_documents, read_releases):
        with pytest.raises(BadRowError):
            list(read(path))


@pytest.mark.parametrize("name", ["a.txt.gz", "a.json.gz", "a.html.gz", "a.eml.gz"])
def test_a_file_that_unpacks_without_end_is_refused(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gyges.corpus._row._LEAST_FILE", 10_000)
    with gzip.open(tmp_path / name, "wb") as stream:
        stream.write(b" " * 100_000)
    with pytest.raises(InputError, match="read as a whole"):
        list(read_documents(tmp_path / name, max_text=SMALL))


@pytest.mark.parametrize(
    ("annotation", "words"),
    [
        ({"subjects": [{}] * 1_000_000}, "1,000,000 people in one text"),
        ({"subjects": [{"facts": [{}] * 100_001}]}, "100,001 facts in one text"),
        ({"subjects": [{"PIIs": [{}] * 60_000}] * 2}, "120,000 facts in one text"),
        ({"mentions": [{}] * 200_001}, "200,001 mentions in one text"),
        ({"entities": [{}] * 200_001}, "200,001 mentions in one text"),
    ],
)
def test_a_million_annotations_of_one_text_are_refused_before_they_are_looked_at(
    annotation: dict[str, object], words: str
) -> None:
    with pytest.raises(BadRowError, match=words):
        list(read_documents([{"id": "a", "text": "x", **annotation}]))


def test_an_id_that_is_a_text_is_a_bad_row(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps({"id": "x" * length, "text": "Ana"}) + "\n" for length in (2_001, 2_000)))
    with pytest.raises(BadRowError, match=r"a\.jsonl:1: an id has 2,001 characters, and the most .* 2,000"):
        list(read_documents(path))
    assert [len(one.id) for one in read_documents(path, skipped=SkippedRows())] == [2_000]
    with pytest.raises(BadRowError, match="an id has 2,001"):
        list(read_releases([{"metadata": {"data_id": "x" * 2_001}, "text": "Ana"}]))


@pytest.mark.parametrize("field", ["description", "value"])
def test_what_is_said_of_a_person_without_end_is_a_bad_row(field: str) -> None:
    fact = {"tag": "AGE", "value": "43", "certainty": 5, "hardness": 1}
    person = {"id": 1, "description": "Ana", "facts": [fact]}
    (fact if field == "value" else person)[field] = "x" * 20_001
    with pytest.raises(BadRowError, match="has 20,001 characters, and the most that are read are 20,000"):
        list(read_documents([{"id": "a", "text": "Ana", "subjects": [person]}]))
