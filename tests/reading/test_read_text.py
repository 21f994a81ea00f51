import time
from datetime import date
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gyges.corpus import bundled_corpus
from gyges.reading import Reading, read_text

_WORDS = st.sampled_from(
    ["Ana", "Dr", "Mr", "Reis", "my", "wife", "I", "he", "her", "two", "sons", "Lisbon", "nurse", "at", "St", "Mary",
     "Hospital", "born", "in", "1970", "aged", "43", ":", "\n", "\n\n", ",", "(", ")", ".", "'s", "@ana_b", ">", "\"",
     "+351 912 345 678", "a.reis@example.pt", "[10:32]", "the", "applicant", "From:", "Patient:", "—", "é", "😀"]
)  # fmt: skip

_ODD = "ÞßİﬁÆŉǆǅ²①½٣४Ⅷªıſ￼\u0301\u200b\u200d\ufeff\u202e\u2028\x00\x85\x1c😀’“'@#./-–_:;,()[]<>{}*|&£+=\\\n\r\t "
_PLACES = st.lists(st.tuples(st.integers(0, 10**6), st.text(_ODD, max_size=3)), min_size=1, max_size=24)


def _check(text: str, reading: Reading) -> None:
    at = 0
    for mention in reading.mentions:
        assert at <= mention.start < mention.end <= len(text)
        at = mention.end
    ids = [person.id for person in reading.people]
    assert len(set(ids)) == len(ids)
    for person in reading.people:
        for fact in person.facts:
            assert 1 <= fact.certainty <= 5
            assert fact.value
            assert all(0 <= e.start < e.end <= len(text) for e in fact.evidence)


@given(st.text())
@example("ﬀ İ \u0345 ß ǅ")
@settings(max_examples=200, deadline=None)
def test_any_text_can_be_read(text: str) -> None:
    _check(text, read_text(text))


@given(st.lists(_WORDS, max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_jumble_of_telling_words_can_be_read(words: list[str]) -> None:
    text = " ".join(words)
    _check(text, read_text(text))


@cache
def _words() -> list[str]:
    return [
        word for document in bundled_corpus() if document.meta["split"] == "dev" for word in document.text.split(" ")
    ]


@given(_PLACES)
@settings(max_examples=200, deadline=None)
def test_shreds_of_documents_between_odd_signs_can_be_read(places: list[tuple[int, str]]) -> None:
    words = _words()
    text = "".join(f"{words[at % len(words)]}{odd} {words[(at + 1) % len(words)]} " for at, odd in places)
    _check(text, read_text(text))


@pytest.mark.parametrize("number", ["1" * 5000, "²", "①", "٣", "१२", "½", "Ⅷ", "0", "9" * 19])
@pytest.mark.parametrize(
    "form",
    ["{}", "Ana Reis, {}, nurse", "aged {}", "I am {} years old", "my {} kids", "the {} witnesses came", "born in {}",
     "{} years ago", "grade {}", "{}-year-old Tom", "{}th birthday", "[{}:{}] ana: hi", "DOB {}/{}/{}",
     "wife of {} years", "({}F)", "my daughter ({})", "two of {} children", "{} customers"],
)  # fmt: skip
def test_numbers_of_any_kind_and_length_can_be_read(form: str, number: str) -> None:
    text = f"Dear Ana, {form.replace('{}', number)}. She said so."
    start = time.process_time()
    _check(text, read_text(text))
    assert time.process_time() - start < 5  # hundredths on a quiet machine; a pattern that goes back takes hours


def test_reading_is_deterministic() -> None:
    text = "Ana Reis, 43, a nurse, lives in Lisbon with her husband Rui and their two sons."
    assert read_text(text) == read_text(text)


def test_an_empty_text_says_nothing() -> None:
    reading = read_text("")
    assert (reading.genre, reading.people, reading.mentions) == ("unknown", (), ())


def test_little_understanding_lowers_certainty_and_says_so() -> None:
    filler = "The weather was mild and the road was dry that day. " * 20
    reading = read_text(filler + "Ana Reis came by.")
    assert reading.notes["understood"] == "little"
    assert max(fact.certainty for person in reading.people for fact in person.facts) == 4


def test_ages_are_stated_for_the_reference_date() -> None:
    text = "Ana Reis, born on 3 March 1980, complained."
    ages = [f.value for p in read_text(text, reference=date(2020, 4, 1)).people for f in p.facts if f.tag == "AGE"]
    assert ages == ["40"]


def test_what_follows_from_a_fact_is_given_away_by_the_same_words() -> None:
    text = "Maria Lopez, 41, is a nurse in Lisbon. Her husband Rui drives a tram."
    husband = next(person for person in read_text(text).people if "Rui" in person.description)
    words = {fact.tag: text[fact.evidence[0].start : fact.evidence[0].end] for fact in husband.facts}
    assert words["NAME"] == "Rui"
    assert words["LOCATION"] == "Lisbon"
