"""Masked variants: nothing direct is left, and the facts kept are still given away."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.errors import InputError, UnknownNameError
from gyges.factory import MASK_STYLES, make_documents, masked
from gyges.records import Document, IdentifierType

SEEDS = st.integers(min_value=0, max_value=10_000)
FIXED = settings(max_examples=25, deadline=None)


def _pairs(seed: int, style: str) -> list[tuple[Document, Document]]:
    return [(document, masked(document, style, seed)) for document in make_documents(8, seed=seed)]


def _says(text: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


@FIXED
@given(SEEDS, st.sampled_from(MASK_STYLES))
def test_no_direct_mention_is_left(seed: int, style: str) -> None:
    for original, hidden in _pairs(seed, style):
        for mention in original.mentions or ():
            if mention.identifier is IdentifierType.DIRECT and len(mention.text) > 2:
                assert not _says(hidden.text, mention.text), (mention.text, hidden.text)
        assert all(mention.identifier is not IdentifierType.DIRECT for mention in hidden.mentions or ())


@FIXED
@given(SEEDS, st.sampled_from(MASK_STYLES))
def test_evidence_is_literal_in_the_masked_text(seed: int, style: str) -> None:
    for _, hidden in _pairs(seed, style):
        for subject in hidden.subjects or ():
            for fact in subject.facts:
                assert fact.evidence
                assert all(quote in hidden.text for quote in fact.evidence)
                assert fact.tag not in ("NAME", "PHONE_NUMBER", "EMAIL_ADDRESS", "PASSPORT_NUMBER")


@FIXED
@given(SEEDS, st.sampled_from(MASK_STYLES))
def test_masking_never_adds_facts_and_never_makes_them_surer(seed: int, style: str) -> None:
    for original, hidden in _pairs(seed, style):
        before = sum(len(subject.facts) for subject in original.subjects or ())
        after = sum(len(subject.facts) for subject in hidden.subjects or ())
        assert after <= before
        assert len(hidden.subjects or ()) <= len(original.subjects or ())


@FIXED
@given(SEEDS, st.sampled_from(MASK_STYLES))
def test_descriptions_of_masked_people_do_not_name_them(seed: int, style: str) -> None:
    for original, hidden in _pairs(seed, style):
        names = {
            mention.text for mention in original.mentions or () if mention.type == "PERSON" and len(mention.text) > 2
        }
        for subject in hidden.subjects or ():
            assert not any(_says(subject.description, name) for name in names)


def test_the_styles_can_be_told_apart() -> None:
    document = next(iter(make_documents(1, seed=4, genres=["hr"])))
    texts = {style: masked(document, style, 1).text for style in MASK_STYLES}
    assert len(set(texts.values())) == len(MASK_STYLES)
    assert "*" in texts["stars"]
    assert "PERSON" in texts["type"].upper()
    assert "Person A" in texts["pseudonyms"]


def test_a_share_of_the_documents_comes_masked() -> None:
    documents = list(make_documents(200, seed=1, masked_share=0.5))
    share = sum("mask" in document.meta for document in documents) / len(documents)
    assert 0.4 < share < 0.6
    assert documents == list(make_documents(200, seed=1, masked_share=0.5))


def test_masking_keeps_what_plain_words_give_away() -> None:
    kept = [
        fact.tag
        for document in make_documents(150, seed=8, masked_share=1)
        for subject in document.subjects or ()
        for fact in subject.facts
    ]
    assert {"SEX", "OCCUPATION", "AGE", "RELATIONSHIP", "LOCATION"} <= set(kept)


def test_only_documents_of_the_factory_can_be_masked() -> None:
    with pytest.raises(InputError):
        masked(Document("a", "Hi, Ana here."), "type")
    document = next(iter(make_documents(1)))
    with pytest.raises(InputError):
        masked(Document(document.id, document.text + "!", meta=document.meta), "type")
    with pytest.raises(UnknownNameError):
        masked(document, "invisible")
