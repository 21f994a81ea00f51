"""The estimate of a text that loses words: as the whole estimate says it, and never more for fewer words."""

from hypothesis import given
from hypothesis import strategies as st

from gyges.records import Document, Fact, Finding, Release, Subject
from gyges.scoring.estimate import ShortenedEstimate

TEXT = "Ana Reis is a nurse in Porto. She lost her keys. Tom Berg teaches law in Oslo. He found them."
PEOPLE = (
    Subject("1", "Ana", (Fact("OCCUPATION", "nurse", 5, evidence=("is a nurse",)), Fact("SEX", "female", 5))),
    Subject("2", "Tom", (Fact("OCCUPATION", "teacher", 5, evidence=("teaches law",)),)),
)
FOUND = Finding("d", "rules", PEOPLE)


def estimate() -> ShortenedEstimate:
    return ShortenedEstimate(Document("d", TEXT, PEOPLE), Release("d", TEXT, "none"), FOUND, FOUND)


def test_who_loses_a_sentence_is_told_less_of_and_others_hardly() -> None:
    before, after = estimate().leaks(()), estimate().leaks([(0, 29)])
    assert after["1"] < before["1"]
    assert before["2"] - after["2"] < before["1"] - after["1"]


def test_all_facts_count() -> None:
    assert estimate().facts == 3


@given(st.integers(0, len(TEXT)), st.integers(0, len(TEXT)))
def test_expected_facts_lie_between_none_and_all(one: int, other: int) -> None:
    for person, told in estimate().leaks([(min(one, other), max(one, other))]).items():
        assert 0 <= told <= len(next(subject.facts for subject in PEOPLE if subject.id == person))
