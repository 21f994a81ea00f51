"""The patterns as data: enough of them, all of them readable, all slots known."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.errors import ConfigError
from gyges.factory import GENRES, make_documents
from gyges.factory._documents import _SLOTS
from gyges.factory._patterns import Alternatives, Bank, Marked, Node, Sequence, Slot, genre_named, parse
from gyges.factory._slots_spoken import SCENE_SLOTS
from gyges.factory._world import jobs, locales, sectors
from gyges.reading.lookups import is_common_word
from gyges.records import taxonomy


def _walk(nodes: Sequence) -> Iterator[Node]:
    for node in nodes:
        yield node
        if isinstance(node, Alternatives):
            for choice in node.choices:
                yield from _walk(choice)
        if isinstance(node, Marked):
            yield from _walk(node.words)


def _patterns() -> set[str]:
    genres = [genre_named(name) for name in GENRES]
    banks = {row.id for genre in genres for bank in genre.banks.values() for row in bank}
    return (
        banks
        | {scene.pattern.id for genre in genres for scene in genre.scenes}
        | {c.id for j in jobs() for c in j.cues}
    )


def test_there_are_enough_genres_patterns_and_locales() -> None:
    assert len(GENRES) >= 12
    assert len(_patterns()) >= 600
    assert len(locales()) >= 12


@pytest.mark.parametrize("name", GENRES)
def test_patterns_use_only_slots_banks_and_people_that_exist(name: str) -> None:
    genre = genre_named(name)
    for scene in genre.scenes:
        people = {role.letter for role in scene.cast}
        for node in _walk(scene.pattern.nodes):
            if isinstance(node, Slot | Bank | Marked) and node.path:
                assert node.path[0] in people, (scene.pattern.id, node)
    patterns = [scene.pattern for scene in genre.scenes] + [row for bank in genre.banks.values() for row in bank]
    for pattern in patterns:
        for node in _walk(pattern.nodes):
            if isinstance(node, Slot) and not node.name.startswith("~"):
                assert {node.name, node.name.lower()} & {*_SLOTS, *SCENE_SLOTS}, (pattern.id, node)
            if isinstance(node, Bank):
                assert node.name == "jobcue" or node.name in genre.banks, (pattern.id, node)
            if isinstance(node, Marked):
                options = taxonomy("spia")[node.tag].options
                assert not node.value or not options or node.value in options, (pattern.id, node)


def test_no_name_is_an_ordinary_word() -> None:
    for locale in locales():
        assert not [name for name in (*locale.male, *locale.female, *locale.last) if is_common_word(name)]


def test_every_occupation_has_a_sentence_that_gives_it_away() -> None:
    assert all(job.cues for job in jobs())
    assert all(job.sector == "-" or job.sector in sectors() for job in jobs())


def test_most_patterns_are_used_and_no_two_documents_are_alike() -> None:
    documents = list(make_documents(1200, seed=21))
    used = {str(name) for document in documents for name in document.meta["patterns"]}  # type: ignore[union-attr]
    assert used <= _patterns()
    assert len(used) > 0.85 * len(_patterns())
    assert len({document.text for document in documents}) == len(documents)


@given(st.text(alphabet="ab |[]{}<>:/.", max_size=30))
@settings(max_examples=200)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(ConfigError):
        assert isinstance(parse(text), tuple)


def test_brackets_and_marks_nest() -> None:
    nodes = parse("[a|{x:AGE=4 5/1|b [c|d]}] {a.spouse.first} <<home a 50%>>")
    assert [type(node).__name__ for node in nodes] == ["Alternatives", "str", "Slot", "str", "Bank"]
