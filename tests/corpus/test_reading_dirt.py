"""Files as they are found in the wild."""

import json
from pathlib import Path

import pytest

from gyges.corpus import SkippedRows, read_documents, read_releases
from gyges.errors import BadRowError, InputError
from gyges.records import Document


def _read(path: Path, content: bytes) -> list[Document]:
    path.write_bytes(content)
    return list(read_documents(path))


def _problem(path: Path, content: bytes) -> str:
    with pytest.raises(BadRowError) as caught:
        _read(path, content)
    return caught.value.problem


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", b'\xef\xbb\xbf{"id": "1", "text": "Ana"}\r\n\r\n{"id": "2", "text": "Ben"}\r\n'),
        ("a.json", b'\xef\xbb\xbf[{"id": "1", "text": "Ana"},\r\n{"id": "2", "text": "Ben"}]'),
        ("a.csv", b"\xef\xbb\xbfid,text\r\n1,Ana\r\n\r\n2,Ben\r\n"),
    ],
)
def test_a_byte_order_mark_and_windows_line_ends_do_not_matter(tmp_path: Path, name: str, content: bytes) -> None:
    assert [(d.id, d.text) for d in _read(tmp_path / name, content)] == [("1", "Ana"), ("2", "Ben")]


def test_line_ends_inside_a_text_stay_as_they_are(tmp_path: Path) -> None:
    assert _read(tmp_path / "a.txt", b"Ana\r\nBen\rCy\n")[0].text == "Ana\r\nBen\rCy\n"
    assert _read(tmp_path / "a.csv", b'id,text\n1,"Ana\r\nBen"\n')[0].text == "Ana\r\nBen"


def test_a_row_of_a_table_is_found_by_the_line_it_starts_on(tmp_path: Path) -> None:
    content = b'id,text\n1,"Ana\nBen\nCy"\n2,Dee,too many\n'
    assert _problem(tmp_path / "a.csv", content) == "a.csv:5: 3 fields where the header has 2"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"id": 1, "text": "Ana"', "a.jsonl:2: not valid JSON (Expecting ',' delimiter at column 24)"),
        (b'"Ana"', "a.jsonl:2: a str where an object belongs"),
        (b'{"text": "\xff"}', "a.jsonl:2: not UTF-8 (byte 11)"),
        (b'{"text": ' + b"9" * 5000 + b"}", "a.jsonl:2: JSON that no reader can hold"),
        (b"[" * 100_000, "a.jsonl:2: JSON that no reader can hold"),
        (b'{"text": null}', "a.jsonl:2: 'text' is a NoneType, not a text"),
        (b'{"text": "Ana", "id": [1]}', "a.jsonl:2: the id is a list"),
        (b'{"id": 1, "text": "Ana", "text": "She"}', "a.jsonl:2: a key stands in it more than once"),
        (b'{"id": 1, "text": "Ana", "i\\u0064": 2}', "a.jsonl:2: a key stands in it more than once"),
        (b'{"text": "Ana", "id": true}', "a.jsonl:2: the id is a bool"),
        (
            b'{"text": "Ana", "meta": ' + b'{"a": ' * 600 + b"1" + b"}" * 601,
            "a.jsonl:2: 'meta' is nested more than 64 deep",
        ),
    ],
)
def test_a_bad_line_is_named_with_its_number(tmp_path: Path, line: bytes, words: str) -> None:
    assert _problem(tmp_path / "a.jsonl", b'{"text": "fine"}\n' + line + b"\n") == words


@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_a_release_with_two_texts_is_skipped_as_a_bad_row_and_the_others_are_read(tmp_path: Path, name: str) -> None:
    rows = ['{"id": "1", "text": "Ana Sol", "text": "Somebody"}', '{"id": "2", "text": "Somebody"}']
    path = tmp_path / name
    path.write_text("\n".join(rows) if name == "a.jsonl" else f"[{','.join(rows)}]", encoding="utf-8")
    skipped = SkippedRows()
    assert [release.id for release in read_releases(path, skipped=skipped)] == ["2"]
    assert skipped.count == 1


@pytest.mark.parametrize(
    ("annotation", "words"),
    [
        ({"subjects": [{"facts": [{"tag": "SHOE", "value": "40"}]}]}, "0.facts.0.tag: unknown tag 'SHOE'"),
        ({"subjects": [{"facts": [{"tag": "AGE", "value": "40", "certainty": 6}]}]}, "0.facts.0.certainty"),
        ({"subjects": [{"facts": [{"tag": "AGE", "value": "40", "certainty": "sure"}]}]}, "0.facts.0.certainty"),
        ({"subjects": [{"id": 1}, {"id": 1}]}, "two subjects with one id"),
        ({"subjects": "nobody"}, "the column 'subjects' does not hold JSON"),
        ({"subjects": {"id": 1}}, "Input should be a valid tuple"),
        ({"mentions": [{"start": 0, "end": 3, "text": "Ben", "type": "PERSON"}]}, "is not at 0-3"),
        (
            {"mentions": [{"start": 0, "end": 99, "type": "PERSON", "text": "Ana"}]},
            "a mention at 0-99 ends after the text",
        ),
        ({"mentions": [{"start": 3, "end": 3, "type": "PERSON"}]}, "half-open"),
        ({"mentions": [{"start": 0, "end": 3, "type": "PET"}]}, "has no tag 'PET'"),
        ({"mentions": [{"start": 0, "end": 3, "type": "PERSON", "identifier": "MAYBE"}]}, "0.identifier"),
        ({"entities": [{"start_offset": 0, "end_offset": 99, "entity_type": "PERSON"}]}, "lies outside the text"),
    ],
)
def test_a_bad_annotation_is_named_with_its_place(annotation: dict[str, object], words: str) -> None:
    with pytest.raises(BadRowError, match="item 1: ") as caught:
        list(read_documents([{"text": "Ana", **annotation}]))
    assert words in str(caught.value)


def test_blank_values_are_dropped_whatever_their_certainty() -> None:
    facts = [{"tag": "AGE", "keyword": blank, "certainty": 4, "hardness": 2} for blank in ("", " ", "\t\n")]
    (document,) = read_documents([{"text": "Ana", "subjects": [{"id": 0, "PIIs": facts}]}])
    assert document.subjects is not None
    assert document.subjects[0].facts == ()


def test_certainty_written_as_text_and_ids_with_gaps_are_understood() -> None:
    facts = [{"tag": "age", "keyword": 40, "certainty": "4", "hardness": "2"}]
    (document,) = read_documents([{"text": "Ana", "subjects": [{"id": 1, "PIIs": facts}, {"id": 7}]}])
    assert document.subjects is not None
    assert [subject.id for subject in document.subjects] == ["1", "7"]
    fact = document.subjects[0].facts[0]
    assert (fact.tag, fact.value, fact.certainty, fact.hardness) == ("AGE", "40", 4, 2)


@pytest.mark.parametrize(
    "text",
    [
        "אנה גרה בתל אביב", "آنا تعيش في \u202bعمان\u202c", "Zoe\u0308 und Ana\u0301", "a\x01b", "\u2028x\x85y", "﷽",
        "𝒜na",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.csv", "a.txt"])
def test_no_writing_system_and_no_control_character_is_changed(tmp_path: Path, name: str, text: str) -> None:
    row = json.dumps({"id": "1", "text": text}, ensure_ascii=False)
    content = {"a.jsonl": row, "a.json": f"[{row}]", "a.csv": f'id,text\n1,"{text}"\n', "a.txt": text}[name]
    assert _read(tmp_path / name, content.encode())[0].text == text


@pytest.mark.parametrize(
    "row",
    [
        r'{"id": "1", "text": "a\ud800b"}',
        r'{"id": "\udc00", "text": "a"}',
        r'{"metadata": {"data_id": "\udc00"}, "text": "a"}',
        r'{"id": "1", "text": "a", "note2": "\ud83d"}',
        r'{"id": "1", "text": "a", "meta": {"k": ["\ud83d"]}}',
        r'{"id": "1", "text": "a", "\ud83d": 1}',
        r'{"id": "1", "text": "a", "subjects": [{"id": 0, "description": "\ud83d"}]}',
        r'{"id": "1", "text": "a", "subjects": [{"id": 0, "facts": [{"tag": "NAME", "value": "\ud83d"}]}]}',
    ],
)
def test_half_a_character_anywhere_makes_a_bad_row(tmp_path: Path, row: str) -> None:
    assert "has half a character" in _problem(tmp_path / "a.jsonl", row.encode())
    with pytest.raises(BadRowError, match="has half a character"):
        list(read_releases(tmp_path / "a.jsonl"))


def test_bytes_of_no_encoding_are_bad_rows_of_a_table_and_of_a_folder(tmp_path: Path) -> None:
    slip = "id,text\n1,Zoë\n2,Bén\n3,B#n\n".encode().replace(b"#", b"\xe9")  # UTF-8, but for one letter
    assert _problem(tmp_path / "a.csv", slip).startswith("a.csv:4: 'text' has half a character")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_bytes(b"B\xe9n")
    (tmp_path / "texts" / "b.txt").write_bytes(b"Ana")
    skipped = SkippedRows()
    assert [document.id for document in read_documents(tmp_path / "texts", skipped=skipped)] == ["b.txt"]
    assert skipped.examples == ["a.txt: not UTF-8 (byte 2)"]


def test_a_quote_left_open_stops_even_who_skips_bad_rows_because_it_swallows_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b'id,text\n1,"Ana\n2,Ben\n3,Cem\n')
    with pytest.raises(InputError, match=r"a.csv:2: a quoted field never ends, up to line 4"):
        list(read_documents(path, skipped=SkippedRows()))


@pytest.mark.parametrize("name", ["Anonymized_Text", "redacted_text", "masked text", "sanitised_text", "released_text"])
def test_the_original_beside_a_release_is_never_taken_for_it(name: str) -> None:
    (release,) = read_releases([{"id": "a", "text": "Ana", name: "[PERSON]"}])
    assert release.text == "[PERSON]"


def test_two_released_texts_beside_one_original_must_be_told_apart() -> None:
    with pytest.raises(InputError, match="--text-field"):
        list(read_releases([{"id": "a", "text": "Ana", "masked_text": "x", "redacted_text": "y"}]))


def test_damaged_json_and_parquet_files_are_refused_whole(tmp_path: Path) -> None:
    for name, content in (("a.json", b"[{]"), ("a.json", b"\xff"), ("a.parquet", b"PAR1 no"), ("a.parquet", b"")):
        with pytest.raises(InputError, match=rf"{name} (is not|cannot be read)"):
            _read(tmp_path / name, content)


def test_an_id_that_is_nothing_is_made_from_the_text() -> None:
    rows: list[dict[str, object]] = [
        {"id": None, "text": "a"},
        {"id": "", "text": "b"},
        {"metadata": {"data_id": None}, "text": "c"},
    ]
    assert all(document.id.startswith("doc-") for document in read_documents(rows))
