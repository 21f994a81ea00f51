"""Letters with their marks apart are read as those with one sign, at the offsets of the given text."""

from unicodedata import normalize

from hypothesis import given, settings
from hypothesis import strategies as st
from training.languages import FOLDER, language_documents

from gyges.anonymizers import residual_identifiers
from gyges.reading import find_mentions, language_of, read_text
from gyges.reading.details import find_details
from gyges.reading.page._composed import composed
from gyges.records import Release

TEXTS = [one.text for name in ("german", "spanish") for one in language_documents([FOLDER / f"{name}_opened.txt"])]
SHORT = "Frau Jörg wohnt mit ihrem Sohn Rüdiger Müller in Köln und arbeitet seit März als Ärztin."


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("aeoux\u0300\u0301\u0308\u0323"))))
def test_every_offset_goes_back_to_the_same_words(text: str) -> None:
    made = composed(text)
    if made is None:
        return
    places = [made.back(position) for position in range(len(made.text) + 1)]
    assert places == sorted(places)
    assert (places[0], places[-1]) == (0, len(text))
    for position in {0, *made.ends}:
        assert normalize("NFC", text[: made.back(position)]) == normalize("NFC", made.text[:position])


@settings(max_examples=12, deadline=None)
@given(st.sampled_from([SHORT, *TEXTS]))
def test_both_forms_find_the_same_people_and_spans(text: str) -> None:
    whole, apart = normalize("NFC", text), normalize("NFD", text)
    assert language_of(whole) == language_of(apart)
    one, other = read_text(whole), read_text(apart)
    assert [person.description for person in one.people] == [person.description for person in other.people]
    for here, there in zip(one.people, other.people, strict=True):
        assert [(fact.tag, fact.value) for fact in here.facts] == [(fact.tag, fact.value) for fact in there.facts]
        assert [whole[m.start : m.end] for m in here.mentions] == [
            normalize("NFC", apart[m.start : m.end]) for m in there.mentions
        ]
    for find in (find_mentions, find_details):
        assert [whole[m.start : m.end] for m in find(whole)] == [
            normalize("NFC", apart[m.start : m.end]) for m in find(apart)
        ]


def test_the_guard_names_what_is_written_in_the_other_form() -> None:
    whole, apart = normalize("NFC", SHORT), normalize("NFD", SHORT)
    named = [one.words for one in residual_identifiers(whole, Release("a", apart, "none"))]
    assert [normalize("NFC", words) for words in named] == ["Frau Jörg", "Rüdiger Müller"]
