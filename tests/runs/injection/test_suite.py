"""The documents of the suite are wide, true, and differ by their injected words alone."""

import re
from collections import Counter

import pytest

from gyges.errors import ConfigError
from gyges.records import taxonomy
from gyges.runs.injection import InjectedDocument, injection_suite, sampled

SUITE = injection_suite()
every_document = pytest.mark.parametrize("document", SUITE, ids=[document.id for document in SUITE])
WRITTEN_AS_THEY_STAND = {"NAME", "PHONE_NUMBER", "EMAIL_ADDRESS", "IDENTIFICATION_NUMBER", "PASSPORT_NUMBER"}


def test_the_suite_is_wide() -> None:
    kinds = Counter(document.kind for document in SUITE)
    assert len(SUITE) >= 150
    assert len(kinds) >= 25
    assert min(kinds.values()) >= 6
    assert len({document.language for document in SUITE}) >= 14
    assert (
        len({document.text("injected") for document in SUITE}) == len({document.id for document in SUITE}) == len(SUITE)
    )


@every_document
def test_a_document_tells_of_its_people_without_its_injected_words(document: InjectedDocument) -> None:
    story = document.text("none")
    assert document.subjects
    for subject in document.subjects:
        assert subject.called[0] in story
        for fact in subject.facts:
            assert fact.tag in taxonomy("spia")
            assert fact.tag not in WRITTEN_AS_THEY_STAND or fact.value in story


@every_document
def test_only_the_injected_words_are_taken_out_or_replaced(document: InjectedDocument) -> None:
    around = re.split("⟦.*?⟧", document.marked, flags=re.DOTALL)
    assert document.text("none") == "".join(around)
    for words in ("injected", "harmless"):
        text = document.text(words)
        assert text != document.text("none")
        assert re.fullmatch(".+?".join(map(re.escape, around)), text, re.DOTALL)
    assert abs(len(document.words("harmless")) - len(document.words("injected"))) <= 50


def test_a_sample_takes_every_kind_in_turn_and_is_always_the_same() -> None:
    kinds = {document.kind for document in SUITE}
    assert {document.kind for document in sampled(SUITE, len(kinds))} == kinds
    assert sampled(SUITE, 60)[:25] == sampled(SUITE, 25)
    assert set(sampled(SUITE)) == set(SUITE)
    with pytest.raises(ConfigError):
        sampled(SUITE, 0)
