"""``gyges.anonymize``: one text or many, keys as people have them."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gyges
from gyges.anonymizers.replacement import key_bytes
from gyges.cli.anonymize import read_key
from gyges.corpus import is_file_name
from gyges.errors import ConfigError, InputError, ReleaseError

TEXT = "Tom Berger called Ana Reis from Porto."
RUSSIAN = "Меня зовут Иван Петров, я живу в Москве и работаю врачом в городской больнице."


def test_a_text_gives_a_text() -> None:
    assert gyges.anonymize(TEXT, "mask") == "[NAME] called [NAME] from [LOC]."


def test_many_texts_give_a_result_with_texts_and_failures() -> None:
    made = gyges.anonymize([{"id": "a", "text": TEXT}, {"id": "b", "text": RUSSIAN}], "mask")
    assert dict(made.texts) == {"a": "[NAME] called [NAME] from [LOC]."}
    assert list(made.failures) == ["b"]
    assert made.releases["b"].text == ""


def test_a_text_without_a_release_is_an_error_and_never_the_original() -> None:
    with pytest.raises(ReleaseError, match="Russian") as told:
        gyges.anonymize(RUSSIAN, "mask")
    assert RUSSIAN not in str(told.value)
    assert "any_language" in told.value.remedy


@pytest.mark.parametrize("name", ["notes.txt", "secret", "letters", "letters/../secret"])
def test_a_string_that_names_a_file_or_a_folder_is_refused_and_never_opened(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("letters").mkdir()
    for file in ("secret", "notes.txt", "letters/one.txt"):
        Path(file).write_text(TEXT, encoding="utf-8")
    kind = "folder" if name == "letters" else "file"
    said = rf"'{name}' is the name of a {kind}, .*; give Path\('{name}'\) to read the {kind}, or \['{name}'\]"
    with pytest.raises(InputError, match=said):
        gyges.anonymize(name, "mask")
    with pytest.raises(InputError, match=said):
        asyncio.run(gyges.anonymize_async(name, "mask"))
    assert list(gyges.anonymize([name], "none").texts.values()) == [name]


def test_a_path_is_read(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text(TEXT, encoding="utf-8")
    for path in (tmp_path, tmp_path / "notes.txt"):
        assert list(gyges.anonymize(path, "mask").texts.values()) == ["[NAME] called [NAME] from [LOC]."]


@pytest.mark.parametrize(
    "text", ["", "Ana", "12/03/2021", "and/or", "ana@example.org", "See notes.txt", "https://x.org/a.txt", "a.b\n"]
)
def test_texts_are_not_taken_for_files(text: str) -> None:
    assert not is_file_name(text)


def test_a_key_is_the_same_as_string_bytes_and_file(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("sixteen or more letters\n", encoding="utf-8")
    file.chmod(0o600)
    keys: list[str | bytes] = [
        "sixteen or more letters",
        "sixteen or more letters\n",
        b"sixteen or more letters",
        read_key(file),
    ]
    made = {gyges.anonymize(TEXT, "mask", style="pseudonyms", key=key) for key in keys}
    assert len(made) == 1
    assert "Berger" not in made.pop()


@given(st.text())
def test_every_string_is_a_key_without_its_blanks(words: str) -> None:
    assert key_bytes(f"\n {words.strip()}\n") == words.strip().encode("utf-8")


def test_an_empty_key_is_refused() -> None:
    with pytest.raises(ConfigError, match="key is empty"):
        gyges.anonymize(TEXT, "mask", style="pseudonyms", key=" \n")


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({"id": "a", "text": "Tom Berger called."}, "one mapping is no list of texts; put it in a list"),
        (b"Tom Berger called.", "texts cannot be of the type bytes"),
        (None, "texts cannot be of the type NoneType"),
        (42, "texts cannot be of the type int"),
        ([42], "item 1 is of the type int; give texts, mappings with a text, or documents"),
    ],
)
def test_what_is_no_text_is_refused_with_a_remedy(texts: Any, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        gyges.anonymize(texts, "mask")


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_data_frame_gives_its_rows_and_never_its_column_names(library: str) -> None:
    frames = pytest.importorskip(library)
    rows = {"id": [7, 8], "year": [2020, None], "letter": [TEXT, "Ana Reis is ill."]}
    frame = frames.DataFrame(rows)
    made = gyges.anonymize(frame, "mask")
    assert dict(made.texts) == {"7": "[NAME] called [NAME] from [LOC].", "8": "[PERSON] is ill."}
    assert gyges.audit(frame, made).results.coverage.documents == 2
    assert gyges.audit(frame, getattr(made, f"to_{library}")()).results == gyges.audit(frame, made).results
    more = frames.DataFrame(rows | {"sender": ["Tom", "Eve"]})
    with pytest.raises(
        InputError, match=r"several columns .* hold texts \(letter, sender\); name one with text_field="
    ):
        gyges.anonymize(more, "mask")
    assert gyges.anonymize(more, "mask", text_field="letter").texts == made.texts
    assert gyges.audit(more, made, text_field="letter").results.coverage.documents == 2
    with pytest.raises(InputError, match=r"no column .* holds texts .*id, year"):
        gyges.anonymize(frame[["id", "year"]], "mask")
    with pytest.raises(InputError, match="'text' is a NoneType"):
        gyges.anonymize(frames.DataFrame({"text": [TEXT, None]}), "mask")


def test_columns_of_one_name_and_other_tables_are_refused() -> None:
    pandas = pytest.importorskip("pandas")
    with pytest.raises(InputError, match="two columns of the data frame are called 'text'"):
        gyges.anonymize(pandas.DataFrame([["a", "b"]], columns=["text", "text"]), "mask")
    with pytest.raises(InputError, match="cannot be of the type LazyFrame"):
        gyges.anonymize(pytest.importorskip("polars").LazyFrame({"text": ["a"]}), "mask")


@pytest.mark.parametrize(
    ("method", "purpose", "said"),
    [
        ("mask", {"protect": "who is ill"}, "the method 'mask' makes no use of 'protect'; leave it out"),
        ("remove-all", {"preserve": "Keep jobs."}, "the method 'remove-all' makes no use of 'preserve'"),
        ("subjectwise", {"preserve": "the tone"}, "'preserve' names no kind of fact that 'subjectwise' knows without"),
        (
            "subjectwise",
            {"protect": "homes", "preserve": "jobs"},
            "'protect' names no kind of fact .*: homes; name some",
        ),
    ],
)
def test_a_purpose_that_no_one_would_heed_is_refused(method: str, purpose: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        gyges.anonymize(TEXT, method, **purpose)
    assert "cardiologist" in gyges.anonymize("Ana Reis is a cardiologist in Porto.", preserve="Keep jobs.")


def test_an_audit_takes_what_anonymize_made() -> None:
    texts = ["Tom Berger, 41, is a nurse in Porto.", "Ana Reis called."]
    made = gyges.anonymize(texts, "mask")
    assert gyges.audit(texts, made).results == gyges.audit(texts, made.releases.values()).results


def test_a_text_given_to_an_audit_as_a_path_is_told_how_to_be_given() -> None:
    with pytest.raises(InputError, match="a text itself goes in a list"):
        gyges.audit("Tom Berger lives in Porto. " * 200)
