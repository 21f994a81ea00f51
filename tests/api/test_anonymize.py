"""``gyges.anonymize``: one text or many, keys as people have them."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gyges
from gyges.anonymizers.replacement import key_bytes
from gyges.cli._anonymizing import read_key
from gyges.corpus import is_file_name
from gyges.errors import ConfigError, InputError, ReleaseError

TEXT = "Tom Berger called Ana Reis from Porto."
RUSSIAN = "Меня зовут Иван Петров, я живу в Москве и работаю врачом в городской больнице."


def test_a_text_gives_a_text() -> None:
    assert gyges.anonymize(TEXT, "mask") == "[PERSON] called [PERSON] from [LOC]."


def test_many_texts_give_a_result_with_texts_and_failures() -> None:
    made = gyges.anonymize([{"id": "a", "text": TEXT}, {"id": "b", "text": RUSSIAN}], "mask")
    assert dict(made.texts) == {"a": "[PERSON] called [PERSON] from [LOC]."}
    assert list(made.failures) == ["b"]
    assert made.releases["b"].text == ""


def test_a_text_without_a_release_is_an_error_and_never_the_original() -> None:
    with pytest.raises(ReleaseError, match="Russian") as told:
        gyges.anonymize(RUSSIAN, "mask")
    assert RUSSIAN not in str(told.value)
    assert "any_language" in told.value.remedy


def test_a_string_is_never_opened_as_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("secret").write_text("The password of Tom Berger.", encoding="utf-8")
    assert gyges.anonymize("secret", "mask") == "secret"
    (tmp_path / "notes.txt").write_text(TEXT, encoding="utf-8")
    with pytest.raises(InputError, match=r"Path\('notes.txt'\)"):
        gyges.anonymize("notes.txt", "mask")
    assert list(gyges.anonymize(Path("notes.txt"), "mask").texts.values()) == ["[PERSON] called [PERSON] from [LOC]."]


@pytest.mark.parametrize("name", ["a.jsonl", "in/b.csv", "C:\\x\\c.TXT", "d.json.gz", "./letters", "../up", "letters/"])
def test_names_of_files_are_known_by_their_looks(name: str) -> None:
    assert is_file_name(name)


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


def test_an_audit_takes_what_anonymize_made() -> None:
    texts = ["Tom Berger, 41, is a nurse in Porto.", "Ana Reis called."]
    made = gyges.anonymize(texts, "mask")
    assert gyges.audit(texts, made).results == gyges.audit(texts, made.releases.values()).results


def test_a_text_given_to_an_audit_as_a_path_is_told_how_to_be_given() -> None:
    with pytest.raises(InputError, match="a text itself goes in a list"):
        gyges.audit("Tom Berger lives in Porto. " * 200)
