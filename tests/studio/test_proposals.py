"""What is proposed to annotators."""

import pytest

from gyges.errors import EgressRefusedError, UnreadError
from gyges.models import ModelSettings
from gyges.studio._routes._documents import propose_mentions, propose_people

TEXT = "Ana Reis lives in Porto. Ana is a nurse in Porto."
UNREAD = "Анна Ивановна живёт в Москве и работает медсестрой в больнице уже много лет."


def test_a_text_goes_to_no_other_host_that_nobody_allowed() -> None:
    with pytest.raises(EgressRefusedError, match=r"models\.example\.org"):
        propose_people(TEXT, "a", "http://models.example.org/v1#any", ModelSettings())


def test_a_text_that_is_not_read_is_an_error_and_not_a_text_about_nobody() -> None:
    with pytest.raises(UnreadError):
        propose_people(UNREAD, "a", "rules", ModelSettings())
    with pytest.raises(UnreadError):
        propose_mentions(UNREAD, "rules")


def test_mentions_of_one_person_and_the_same_words_are_one_entity() -> None:
    found = propose_mentions(TEXT, "rules").mentions
    assert [TEXT[one.start : one.end] for one in found] == [one.text for one in found]
    by_words = {(one.text, one.entity_id) for one in found}
    assert len({entity for words, entity in by_words if words.startswith("Ana")}) == 1
    assert len({entity for words, entity in by_words if words == "Porto"}) == 1
    assert not any(one.accepted for one in found)
