"""Names, words and countries."""

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import is_common_word, word_list, words
from gyges.reading.lexicon._names import countries, country, first_name, is_surname, name_origin
from gyges.reading.page._page import Page
from gyges.reading.page._phrases import PhraseIndex
from gyges.reading.page._tokens import split_words

LOOK_UPS = [line.split("\t") for line in Path(__file__).with_name("look_ups.tsv").read_text("utf-8").splitlines()]


def _sex(name: str) -> str:
    stat = first_name(name)
    assert stat is None or 0 < stat.weight <= 1
    return "" if stat is None else "female" if stat.p_female > 0.8 else "male" if stat.p_female < 0.2 else "either"


@pytest.mark.parametrize(("table", "word", "found"), LOOK_UPS)
def test_what_the_tables_say_of_a_word(table: str, word: str, found: str) -> None:
    if table == "first name":
        assert _sex(word) == found or (found == "either" and _sex(word))
    elif table == "surname":
        assert is_surname(word) is (found == "yes")
    else:
        land = country(word)
        assert (land.name if land else "") == found


@pytest.mark.parametrize("word", ["Will", "Mark", "Grace", "May", "Rose", "Hope", "Faith", "Summer", "Grant", "Sue"])
def test_names_that_are_words_are_flagged(word: str) -> None:
    stat = first_name(word)
    assert stat is not None
    assert stat.ambiguous


@pytest.mark.parametrize("word", ["John", "Maria", "Peter", "Ayşe", "Sofia"])
def test_names_that_are_no_words_are_not_flagged(word: str) -> None:
    stat = first_name(word)
    assert stat is not None
    assert not stat.ambiguous


def test_common_words() -> None:
    assert all(map(is_common_word, ["The", "because", "Yesterday", "hospital", "I'm"]))
    assert not any(map(is_common_word, ["Pádraig", "Korkmaz", "Galway", "xqzt"]))


@pytest.mark.parametrize(
    ("word", "iso"), [("Fujikawa", "JP"), ("Gráinne", "IE"), ("Korkmaz", "TR"), ("Wrześniak", "PL"), ("Akosua", "GH")]
)
def test_origin_of_names(word: str, iso: str) -> None:
    assert iso in name_origin(word)


def test_names_of_many_countries_have_no_origin() -> None:
    assert name_origin("John") == ()


def test_every_country_is_complete() -> None:
    lands = countries()
    assert len(lands) > 200
    assert len({land.iso2 for land in lands}) == len(lands)
    assert len({land.name for land in lands}) == len(lands)
    portugal = country("Portugal")
    assert portugal is not None
    assert (portugal.iso2, portugal.calling_code, portugal.tlds, portugal.languages[0]) == (
        "PT",
        "+351",
        (".pt",),
        "Portuguese",
    )
    for land in lands:
        assert country(land.name) is land
        assert country(land.iso2) is land
        assert land.calling_code == "" or land.calling_code.startswith("+")


@given(st.text(max_size=60))
def test_look_ups_never_fail(text: str) -> None:
    first_name(text)
    is_surname(text)
    is_common_word(text)
    country(text)
    name_origin(text)


@given(st.text(max_size=60))
def test_folding_again_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(max_size=60), st.text(max_size=60))
def test_folding_goes_letter_by_letter(one: str, other: str) -> None:
    assert fold(one + other) == fold(one) + fold(other)


@given(st.text(max_size=60))
def test_capitals_and_accents_do_not_matter(text: str) -> None:
    marked = "".join(sign + "\u0301" if sign.isalpha() else sign for sign in text)
    assert fold(marked) == fold(text)
    assert fold(text.casefold()) == fold(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ǿrsted", "orsted"), ("ΟΔΥΣΣΕΥΣ", "οδυσσεύς"), ("Ｋim", "kim"), ("O`Neill", "O´Neill"), ("Sana‘a", "SANA'A")],
)
def test_spellings_of_one_word_have_one_form(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@given(st.text(max_size=80))
def test_words_keep_their_offsets(text: str) -> None:
    for start, end, key in split_words(text):
        assert fold(text[start:end]) == key or text.isascii()
        assert start < end


def test_phrases_longest_first() -> None:
    table = PhraseIndex({"night": 1, "night shift": 2, "shift at the mill": 3})
    found = table.find(Page("Night shift at the mill, night."))
    assert [(count, entry) for _, count, entry in found] == [(2, 2), (1, 1)]


def _shipped(folder: Traversable) -> Iterator[Traversable]:
    for path in folder.iterdir():
        yield from _shipped(path) if path.is_dir() else (path,)


def test_tables_are_tsv_or_toml() -> None:
    names = [path.name for path in _shipped(files("gyges.reading") / "tables")]
    assert [name for name in names if not name.endswith((".tsv", ".toml", ".tsv.xz", ".tsv.gz"))] == []


def test_no_list_of_words_hides_another_of_its_name() -> None:
    tables = (files("gyges.reading") / "tables" / "words").iterdir()
    names: list[str] = []
    for table in tables:
        for name, content in tomllib.loads(table.read_text(encoding="utf-8")).items():
            names += [f"{name}.{inner}" for inner in content] if isinstance(content, dict) else [name]
    assert len(names) == len(set(names)) > 150
    assert all(words(name) == frozenset(word_list(name)) != frozenset() for name in names)
