"""A sentence alone is read in its own language: forty invented ones in each of the three that are read."""

from pathlib import Path

import pytest

from gyges.reading import reading_language
from gyges.reading.page._language import ENGLISH, vote


def sentences() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in Path(__file__).with_name("short.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            found[line[3:]] = []
        else:
            found[next(reversed(found))].append(line)
    return found


SENTENCES = sentences()


@pytest.mark.parametrize(
    ("language", "least"), [("German", 40), ("Spanish", 36), ("English", 40)]
)  # before: 21, 17, 40
def test_a_sentence_is_read_in_its_language(language: str, least: int) -> None:
    assert len(SENTENCES[language]) == 40
    assert sum(reading_language(line) == language for line in SENTENCES[language]) >= least


@pytest.mark.parametrize("language", ["German", "Spanish"])
def test_no_sentence_in_another_language_is_taken_for_english(language: str) -> None:
    assert [line for line in SENTENCES[language] if vote(line).language == ENGLISH] == []


def test_a_list_of_german_and_spanish_names_tells_no_language() -> None:
    assert vote("Petra Weber, Uwe Sommer, Klaus Vogel").language == ""
    assert vote("Marta Rico, Luis Calvo, Ana Guerra").language == ""
