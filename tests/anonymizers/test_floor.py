"""The floor: whatever the method, what the finder calls direct does not stand in its release."""

import itertools

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers import Tools, open_anonymizer, release_of
from gyges.anonymizers._floor import joined_edits, with_floor
from gyges.corpus import bundled_corpus
from gyges.models import ModelPool
from gyges.records import Document, Edit, Release, apply_edits, edits_from_json
from gyges.scoring import residual_identifiers

LEVELS = ("light", "standard", "strong", "paranoid")
METHODS = [
    *(("mask", {"style": style}) for style in ("labels", "stars", "pseudonyms", "general")),
    *(("subjectwise", {"level": level}) for level in LEVELS),
]
DOCUMENTS = list(bundled_corpus())[::9]


def released(name: str, options: dict[str, str], document: Document) -> Release:
    async def make() -> Release:
        async with ModelPool() as pool:
            return await release_of(open_anonymizer(name, Tools(pool), dict(options)), document)

    return anyio.run(make)


@pytest.mark.parametrize(("name", "options"), METHODS, ids=lambda value: str(value))
def test_no_direct_identifier_stands_after_any_method(name: str, options: dict[str, str]) -> None:
    for document in DOCUMENTS:
        bare = Document(document.id, document.text)
        assert residual_identifiers(document.text, released(name, options, bare)) == ()


def hidden(release: Release, text: str) -> set[int]:
    edits = edits_from_json(release.trace["edits"])
    return {at for one in edits for at in range(one.start, one.end) if text[at].isalnum()}


def test_a_level_hides_nearly_all_that_the_one_before_hides() -> None:
    lost = every = 0
    for document in DOCUMENTS:
        bare = Document(document.id, document.text)
        levels = [hidden(released("subjectwise", {"level": level}, bare), document.text) for level in LEVELS]
        for nearer, further in itertools.pairwise(levels):
            lost, every = lost + len(nearer - further), every + len(nearer)
    assert every > 5_000
    assert lost / every < 0.01  # a letter that stands for itself, a word that another sentence took along


def test_the_method_none_has_no_floor() -> None:
    document = Document("a", "Ana Reis was late.")
    assert released("none", {}, document).text == document.text


def test_what_a_method_left_is_hidden_plainly_and_the_trace_says_so() -> None:
    original = "Ana Reis rang 0151 234567 from the office."
    made = with_floor(original, Release("a", original, "mine", {"edits": []}))
    assert "Reis" not in made.text
    assert "234567" not in made.text
    assert made.text.endswith("from the office.")
    assert len(made.trace["floor"]) == 2  # type: ignore[arg-type]
    assert apply_edits(original, edits_from_json(made.trace["edits"])) == made.text


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    text = draw(st.text("abc ", max_size=20))
    return text, draw(edits_of(text))


@st.composite
def edits_of(draw: st.DrawFn, text: str) -> list[Edit]:
    places = sorted(draw(st.lists(st.integers(0, len(text)), max_size=6, unique=True)))
    pairs = zip(places[::2], places[1::2], strict=False)
    return [Edit(low, high, draw(st.text("xyz", max_size=3))) for low, high in pairs]


@given(st.data(), edited())
def test_joined_edits_do_what_both_do_one_after_the_other(data: st.DataObject, first: tuple[str, list[Edit]]) -> None:
    text, edits = first
    between = apply_edits(text, edits)
    then = data.draw(edits_of(between))
    assert apply_edits(text, joined_edits(edits, then)) == apply_edits(between, then)
