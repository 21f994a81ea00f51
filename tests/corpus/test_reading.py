"""Reading every format, and the words a reader uses when something is wrong."""

import gzip
import io
import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pyarrow as arrow
import pyarrow.parquet as parquet
import pytest

from gyges.corpus import Format, SkippedRows, read_documents, read_releases
from gyges.errors import BadRowError, DuplicateIdError, InputError
from gyges.records import Document, Fact, IdentifierType, Mention, Release, Subject


def _jsonl(path: Path, *rows: Mapping[str, object]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


ANNOTATED = {
    "id": "a",
    "text": "Ana is 40.",
    "subjects": [
        {"id": "0", "description": "Ana", "facts": [{"tag": "AGE", "value": "40", "certainty": 5, "evidence": ["40"]}]}
    ],
    "mentions": [{"start": 0, "end": 3, "text": "Ana", "type": "PERSON", "identifier": "DIRECT", "entity_id": "e1"}],
    "meta": {"genre": "note"},
}
DOCUMENT = Document(
    "a",
    "Ana is 40.",
    (Subject("0", "Ana", (Fact("AGE", "40", 5, 0, ("40",)),)),),
    (Mention(0, 3, "Ana", "PERSON", IdentifierType.DIRECT, "e1"),),
    {"genre": "note"},
)


def test_jsonl_gives_the_whole_annotation(tmp_path: Path) -> None:
    assert list(read_documents(_jsonl(tmp_path / "a.jsonl", ANNOTATED))) == [DOCUMENT]


def test_a_json_list_and_a_single_json_object_are_read(tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text(json.dumps([ANNOTATED]), encoding="utf-8")
    (tmp_path / "one.json").write_text(json.dumps(ANNOTATED), encoding="utf-8")
    assert list(read_documents(tmp_path / "list.json")) == [DOCUMENT]
    assert list(read_documents(tmp_path / "one.json")) == [DOCUMENT]


def test_csv_and_tsv_keep_unknown_columns_as_meta(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('id,text,ward\n7,"Hi, Ana",B2\n', encoding="utf-8")
    (tmp_path / "a.tsv").write_text("id\ttext\tward\n7\tHi, Ana\tB2\n", encoding="utf-8")
    expected = [Document("7", "Hi, Ana", meta={"ward": "B2"})]
    assert list(read_documents(tmp_path / "a.csv")) == expected
    assert list(read_documents(tmp_path / "a.tsv")) == expected


def test_csv_cells_with_json_become_annotations(tmp_path: Path) -> None:
    cell = json.dumps(ANNOTATED["subjects"]).replace('"', '""')
    (tmp_path / "a.csv").write_text(f'id,text,subjects\na,Ana is 40.,"{cell}"\n', encoding="utf-8")
    assert next(read_documents(tmp_path / "a.csv")).subjects == DOCUMENT.subjects


def test_parquet_with_nested_columns_is_read(tmp_path: Path) -> None:
    parquet.write_table(arrow.Table.from_pylist([ANNOTATED]), tmp_path / "a.parquet")
    assert list(read_documents(tmp_path / "a.parquet")) == [DOCUMENT]


def test_a_folder_gives_one_document_a_text_file_named_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "ward").mkdir()
    (tmp_path / "ward" / "b.txt").write_text("Ben", encoding="utf-8")
    (tmp_path / "a.md").write_text("Ana", encoding="utf-8")
    (tmp_path / "c.xlsx").write_bytes(b"PK")
    assert [(d.id, d.text) for d in read_documents(tmp_path)] == [("a.md", "Ana"), ("ward/b.txt", "Ben")]


@pytest.mark.parametrize(
    ("suffix", "content"), [(".jsonl.gz", b'{"id": "a", "text": "Ana"}\n'), (".csv.gz", b"id,text\na,Ana\n")]
)
def test_packed_files_are_read(tmp_path: Path, suffix: str, content: bytes) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(gzip.compress(content))
    assert [(d.id, d.text) for d in read_documents(path)] == [("a", "Ana")]


def test_a_cut_or_damaged_packed_file_is_named(tmp_path: Path) -> None:
    whole = gzip.compress(b'{"id": "a", "text": "Ana"}\n' * 50)
    damaged = whole[:10] + bytes(byte ^ 0xFF for byte in whole[10:20]) + whole[20:]
    for content in (whole[:-4], damaged, b"not gzip at all"):
        path = tmp_path / "a.jsonl.gz"
        path.write_bytes(content)
        with pytest.raises(InputError, match="not a whole gzip file"):
            list(read_documents(path, skipped=SkippedRows()))


@pytest.mark.parametrize(
    ("content", "format_", "texts"),
    [
        (b'{"text": "Ana"}\n{"text": "Ben"}\n', None, ["Ana", "Ben"]),
        (b'\xef\xbb\xbf  {"text": "Ana"}\n', None, ["Ana"]),
        (b"Ana and Ben\n", None, ["Ana and Ben\n"]),
        (b"id,text\n1,Ana\n", "csv", ["Ana"]),
    ],
)
def test_standard_input_tells_json_from_text(
    monkeypatch: pytest.MonkeyPatch, content: bytes, format_: Format | None, texts: list[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(content))))
    assert [document.text for document in read_documents("-", format=format_)] == texts


def test_memory_holds_texts_mappings_and_documents() -> None:
    found = list(read_documents(["Ana", {"id": 7, "text": "Ben"}, DOCUMENT]))
    assert [document.text for document in found] == ["Ana", "Ben", "Ana is 40."]
    assert found[1].id == "7"
    assert found[2] is DOCUMENT


def test_a_named_text_field_and_id_field_win(tmp_path: Path) -> None:
    path = _jsonl(tmp_path / "a.jsonl", {"id": "1", "text": "no", "case": "C9", "remark": "yes"})
    (document,) = read_documents(path, text_field="remark", id_field="case")
    assert (document.id, document.text) == ("C9", "yes")


def test_a_missing_column_is_answered_with_the_columns_there_are(tmp_path: Path) -> None:
    path = _jsonl(tmp_path / "a.jsonl", {"id": "1", "remark": "Ana"})
    with pytest.raises(
        BadRowError, match=r"a\.jsonl:1: no text field \(there are: id, remark\); name it with --text-field"
    ):
        list(read_documents(path))
    with pytest.raises(BadRowError, match=r"no field 'body' \(there are: id, remark\)"):
        list(read_documents(path, text_field="body"))
    with pytest.raises(BadRowError, match=r"no field 'key'"):
        list(read_documents(path, text_field="remark", id_field="key"))


def test_two_columns_that_may_be_the_text_are_not_guessed_between(tmp_path: Path) -> None:
    path = _jsonl(tmp_path / "a.jsonl", {"body": "Ana", "comment": "Ben"})
    with pytest.raises(BadRowError, match=r"several fields may be the text \(body, comment\)"):
        list(read_documents(path))


def test_two_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,text,text\n1,Ana,Ben\n", encoding="utf-8")
    with pytest.raises(InputError, match="two columns named 'text'"):
        list(read_documents(tmp_path / "a.csv"))


def test_duplicates_name_both_places(tmp_path: Path) -> None:
    path = _jsonl(
        tmp_path / "a.jsonl", {"id": "x", "text": "Ana"}, {"id": "y", "text": "Ben"}, {"id": "x", "text": "C"}
    )
    with pytest.raises(DuplicateIdError, match=r"'x' is at a\.jsonl:1 and again at a\.jsonl:3"):
        list(read_documents(path))


def test_the_same_text_without_an_id_becomes_two_documents() -> None:
    first, second, other = read_documents(["Ana", "Ana", "Ben"])
    assert first.id.startswith("doc-")
    assert second.id == f"{first.id}-2"
    assert other.id != first.id
    assert next(read_documents(["Ana"])).id == first.id, "the id of a text does not depend on its neighbours"


def test_skipping_counts_every_kind_of_bad_row(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(
        '{"id": 1, "text": "Ana"}\n{"id": 2\n[]\n{"id": 1, "text": "again"}\n{"id": 5, "text": 5}\n', "utf-8"
    )
    skipped = SkippedRows()
    assert [document.id for document in read_documents(path, skipped=skipped)] == ["1"]
    assert skipped.count == 4
    assert [example.split(": ")[0] for example in skipped.examples[:2]] == ["a.jsonl:2", "a.jsonl:3"]


@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_an_empty_table_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"")
    with pytest.raises(InputError, match="is empty"):
        list(read_documents(tmp_path / name))


@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n"])
def test_a_jsonl_file_without_rows_has_no_documents(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.jsonl").write_bytes(content)
    assert list(read_documents(tmp_path / "a.jsonl")) == []


def test_a_folder_without_texts_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("{}", encoding="utf-8")
    with pytest.raises(InputError, match=r"holds no file of texts \(\.txt, \.md, .*\); name the file you mean"):
        list(read_documents(tmp_path))


def test_what_is_not_there_or_not_a_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no file or folder"):
        list(read_documents(tmp_path / "none.jsonl"))
    with pytest.raises(InputError, match="cannot be read"):
        list(read_documents(tmp_path, format="jsonl"))
    with pytest.raises(InputError, match="cannot be read"):
        list(read_documents("A whole text that somebody took for a path. " * 200))


def test_a_file_without_a_telling_suffix_needs_a_format(tmp_path: Path) -> None:
    (tmp_path / "data").write_text('{"text": "Ana"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="pass --format"):
        list(read_documents(tmp_path / "data"))
    assert [document.text for document in read_documents(tmp_path / "data", format="jsonl")] == ["Ana"]


def test_releases_prefer_the_released_text_beside_the_original(tmp_path: Path) -> None:
    row = {"id": 1, "text": "Ana", "anonymized_text": "A person", "method": "mask", "trace": {"rounds": 2}}
    assert list(read_releases(_jsonl(tmp_path / "r.jsonl", row))) == [Release("1", "A person", "mask", {"rounds": 2})]


def test_a_release_without_an_id_belongs_to_nobody() -> None:
    with pytest.raises(BadRowError, match="item 1: a release without an id"):
        list(read_releases([{"text": "A person"}]))
