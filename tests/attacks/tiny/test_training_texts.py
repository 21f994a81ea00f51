"""The texts that the tiny model is trained on beside those of the factory."""

from collections.abc import Mapping

from training.data import fold_of
from training.examples import examples_of
from training.veiled import STYLES, veiled
from training.written import written_documents

from gyges.reading import QuoteFinder
from gyges.records import taxonomy

AUTHORS, PEOPLE = list(written_documents("authors*.txt")), list(written_documents("people*.txt"))


def test_every_text_has_its_own_id_and_a_key_that_can_be_read() -> None:
    ids = [document.id for document in (*AUTHORS, *PEOPLE)]
    assert len(set(ids)) == len(ids) == 740
    for document in AUTHORS:
        told = document.meta["author"]
        assert isinstance(told, Mapping)
        assert set(told) == set(taxonomy("author").names)
    assert all(document.subjects for document in PEOPLE)


def test_words_that_are_said_to_give_a_fact_away_stand_in_the_text() -> None:
    for document in PEOPLE:
        finder = QuoteFinder(document.text)
        quotes = [quote for subject in document.subjects or () for fact in subject.facts for quote in fact.evidence]
        assert all(finder.find(quote) is not None for quote in quotes)


def test_a_comment_is_asked_for_its_author_only_and_a_document_for_its_people() -> None:
    assert [example.task for example in examples_of(AUTHORS[0])] == ["author"]
    assert next(examples_of(PEOPLE[0])).task == "people"


def test_a_veiled_text_keeps_only_facts_that_it_still_tells() -> None:
    for document in PEOPLE[::10]:
        hidden = veiled(document, document.id)
        assert hidden == veiled(document, document.id)
        finder = QuoteFinder(hidden.text)
        for before, after in zip(document.subjects or (), hidden.subjects or (), strict=True):
            assert set(after.facts) <= set(before.facts)
            names = [fact.value for fact in after.facts if fact.tag == "NAME"]
            assert all(finder.find(name) is not None for name in names)


def test_a_veiled_text_is_in_the_fold_of_its_original() -> None:
    assert all(fold_of(f"{document.id}-{style}") == fold_of(document.id) for document in PEOPLE for style in STYLES)
