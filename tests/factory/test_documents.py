"""What holds for every document of the factory."""

import re
from collections import Counter
from datetime import date
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.errors import InputError, UnknownNameError
from gyges.factory import GENRES, make_documents
from gyges.reading.lookups import country
from gyges.records import Document, Fact, IdentifierType, taxonomy

SPIA, TAB = taxonomy("spia"), taxonomy("tab")
SEEDS = st.integers(min_value=0, max_value=10_000)
SLOT_LEFT = re.compile(r"[{}]|\(n\)|<<|\[\[|\|\|")
WRONG_ARTICLE = re.compile(r"\b(?:a [aeio][a-z]{2,}|an [bcdfgjklmnpqrstvwxyz][a-z]{2,})\b")
WRONG_VERB = re.compile(r"(?<!and )(?<!& )\b(?:I (?:is|has|does|are)|(?:he|she) (?:am|have|do))\b")
FIXED = settings(max_examples=25, deadline=None)


def _some(seed: int, count: int = 20) -> list[Document]:
    return list(make_documents(count, seed=seed))


def _facts(document: Document) -> list[Fact]:
    return [fact for subject in document.subjects or () for fact in subject.facts]


@FIXED
@given(SEEDS)
def test_evidence_is_literal_and_within_one_line(seed: int) -> None:
    for document in _some(seed):
        for fact in _facts(document):
            assert fact.evidence
            assert all(quote and quote in document.text and "\n" not in quote for quote in fact.evidence)


@FIXED
@given(SEEDS)
def test_mentions_do_not_overlap_and_use_known_types(seed: int) -> None:
    for document in _some(seed):
        ends = 0
        for mention in document.mentions or ():
            assert mention.start >= ends, (document.id, mention)
            ends = mention.end
            assert mention.type in TAB
            assert mention.text == mention.text.strip()


@FIXED
@given(SEEDS)
def test_people_mentions_belong_to_subjects(seed: int) -> None:
    for document in _some(seed):
        known = {subject.id for subject in document.subjects or ()}
        assert {mention.entity_id for mention in document.mentions or () if mention.type == "PERSON"} <= known


@FIXED
@given(SEEDS)
def test_values_keep_the_conventions_of_their_tags(seed: int) -> None:
    for document in _some(seed):
        for fact in _facts(document):
            assert 1 <= fact.certainty <= 5
            assert 1 <= fact.hardness <= 5
            assert fact.value == fact.value.strip() != ""
            options = SPIA[fact.tag].options
            assert not options or fact.value in options
            if fact.tag == "AGE":
                low, _, high = fact.value.partition("-")
                assert 0 <= int(low) <= int(high or low) <= int(low) + 10
                assert not high or high != low
            if fact.tag == "LOCATION":
                assert country(fact.value.split(" / ")[-1]) is not None
            if fact.tag == "NATIONALITY":
                assert country(fact.value) is not None
            if SPIA[fact.tag].kind == "CODE":
                assert fact.value in document.text


@FIXED
@given(SEEDS)
def test_only_codes_stand_twice_for_one_person(seed: int) -> None:
    for document in _some(seed):
        for subject in document.subjects or ():
            counts = Counter(fact.tag for fact in subject.facts)
            assert all(count == 1 or SPIA[tag].kind == "CODE" for tag, count in counts.items())


@FIXED
@given(SEEDS)
def test_no_slot_is_left_and_the_grammar_of_slots_holds(seed: int) -> None:
    for document in _some(seed):
        assert not SLOT_LEFT.search(document.text), document.text
        if document.meta["style"] == "plain":
            assert not WRONG_ARTICLE.search(document.text), WRONG_ARTICLE.search(document.text)
            assert not WRONG_VERB.search(document.text), WRONG_VERB.search(document.text)
        assert "  " not in document.text
        assert document.text == document.text.strip()


@FIXED
@given(SEEDS)
def test_codes_and_full_names_are_direct_identifiers(seed: int) -> None:
    for document in _some(seed):
        by_text = {mention.text: mention.identifier for mention in document.mentions or ()}
        for fact in _facts(document):
            if SPIA[fact.tag].kind == "CODE":
                assert by_text[fact.value] is IdentifierType.DIRECT


@given(SEEDS, st.integers(min_value=1, max_value=12))
@settings(max_examples=15, deadline=None)
def test_a_document_does_not_depend_on_how_many_are_made(seed: int, count: int) -> None:
    assert _some(seed, count) == list(islice(make_documents(1_000_000_000, seed=seed), count))


def test_all_genres_are_written_and_one_can_be_left_out() -> None:
    assert {str(document.meta["genre"]) for document in _some(0, 400)} == set(GENRES)
    rest = [name for name in GENRES if name != "court"]
    assert "court" not in {document.meta["genre"] for document in make_documents(100, genres=rest)}


def test_meta_says_how_a_document_was_made() -> None:
    for document in _some(3, 60):
        assert set(document.meta) == {"genre", "locale", "style", "seed", "number", "date", "patterns"}
        assert document.meta["date"] is None or date.fromisoformat(str(document.meta["date"])) < date(2025, 9, 1)


def test_unknown_genres_are_refused() -> None:
    with pytest.raises(UnknownNameError):
        list(make_documents(1, genres=["haiku"]))
    with pytest.raises(InputError):
        list(make_documents(1, genres=[]))
