from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import InputError
from gyges.records import Document, Fact, IdentifierType, Mention, Subject
from gyges.scoring import compare_by_rules, fact_agreement, mention_agreement
from gyges.scoring.agreement import compare_people, fact_figures

TEXT = "Ana Silva met Ben Okafor in Lyon on a cold and rainy day in May."


def _by_id(one: Sequence[Subject], two: Sequence[Subject]) -> Mapping[str, str]:
    ids = {subject.id for subject in two}
    return {subject.id: subject.id for subject in one if subject.id in ids}


def equal(tag: str, one: str, two: str) -> float | None:
    if "?" in (one, two):
        return None
    return 1.0 if one == two else 0.5 if one[:1] == two[:1] else 0.0


def _people(**people: Sequence[Fact]) -> list[Document]:
    return [Document("a", TEXT, subjects=tuple(Subject(id, id, tuple(facts)) for id, facts in people.items()))]


def test_subjects_and_facts_are_counted_as_in_the_paper() -> None:
    first = _people(x=[Fact("AGE", "a"), Fact("SEX", "b")], y=[Fact("AGE", "c")])
    second = _people(x=[Fact("AGE", "a"), Fact("SEX", "bb")], z=[Fact("AGE", "d")])
    found = fact_agreement(first, second, _by_id, equal)
    assert (found.matched, found.only_first, found.only_second) == (1, 1, 1)
    assert found.subjects.value == pytest.approx(1 / 3)
    assert (found.match.numerator, found.less_precise.numerator, found.mismatch.numerator) == (1, 1, 2)
    assert found.mean.value == pytest.approx(1.5 / 4)


def test_what_only_the_second_annotator_is_sure_of_counts_too() -> None:
    unsure, sure = _people(x=[Fact("AGE", "a", certainty=1)]), _people(x=[Fact("AGE", "b", certainty=5)])
    for one, two in ((unsure, sure), (sure, unsure)):
        assert fact_agreement(one, two, _by_id, equal).mismatch.denominator == 1
    assert fact_agreement(unsure, unsure, _by_id, equal).mean.denominator == 0


def test_several_values_of_a_tag_are_paired_one_to_one() -> None:
    first = _people(x=[Fact("EMAIL_ADDRESS", "a"), Fact("EMAIL_ADDRESS", "b")])
    second = _people(x=[Fact("EMAIL_ADDRESS", "b")])
    found = fact_agreement(first, second, _by_id, equal)
    assert (found.match.numerator, found.mismatch.numerator) == (1, 1)


def test_a_pair_nobody_can_compare_is_unscored() -> None:
    found = fact_agreement(_people(x=[Fact("AGE", "?")]), _people(x=[Fact("AGE", "a")]), _by_id, equal)
    assert (found.unscored, found.mean.denominator) == (1, 0)


def test_a_less_precise_value_is_less_precise_whoever_wrote_it() -> None:
    coarse, fine = _people(x=[Fact("LOCATION", "France")]), _people(x=[Fact("LOCATION", "Lyon / France")])
    for one, two in ((coarse, fine), (fine, coarse)):
        assert fact_agreement(one, two, _by_id, compare_by_rules()).less_precise.value == 1.0


def test_documents_of_one_annotator_are_listed_and_different_texts_refused() -> None:
    found = fact_agreement([*_people(), Document("b", "")], [*_people(), Document("c", "")], _by_id, equal)
    assert found.skipped == ("b", "c")
    assert found.to_json()["skipped"] == ["b", "c"]
    with pytest.raises(InputError, match="different texts"):
        fact_agreement([Document("a", "x", subjects=())], [Document("a", "y", subjects=())], _by_id, equal)
    with pytest.raises(InputError, match="no annotated people"):
        fact_agreement([Document("a", "x")], [Document("a", "x")], _by_id, equal)
    with pytest.raises(InputError, match="not one to one"):
        fact_agreement(_people(x=[], y=[]), _people(z=[]), lambda one, two: {"x": "z", "y": "z"}, equal)


facts = st.builds(
    Fact, st.sampled_from(("AGE", "SEX")), st.sampled_from(("a", "ab", "b", "c", "?")), certainty=st.integers(0, 5)
)
sides = st.dictionaries(st.sampled_from("xyz"), st.lists(facts, max_size=3), max_size=3)


@given(sides, sides)
def test_exchanging_the_annotators_changes_no_figure(one: dict[str, list[Fact]], two: dict[str, list[Fact]]) -> None:
    there, back = (fact_agreement(_people(**a), _people(**b), _by_id, equal) for a, b in ((one, two), (two, one)))
    assert (there.matched, there.only_first, there.only_second) == (back.matched, back.only_second, back.only_first)
    assert there.subjects == back.subjects
    assert there.mean == back.mean
    assert there.match.numerator + there.less_precise.numerator + there.mismatch.numerator == there.mean.denominator


@given(sides)
def test_everybody_agrees_with_themselves(side: dict[str, list[Fact]]) -> None:
    found = fact_agreement(_people(**side), _people(**side), _by_id, equal)
    assert found.subjects.value in (1.0, None)
    assert found.mean.value in (1.0, None)


def _mention(start: int, end: int, type: str = "PERSON", identifier: str = "DIRECT") -> Mention:
    return Mention(start, end, TEXT[start:end], type, IdentifierType(identifier))


def _marked(*mentions: Mention) -> list[Document]:
    return [Document("a", TEXT, mentions=mentions)]


def test_spans_agree_exactly_partly_or_not() -> None:
    first = _marked(_mention(0, 9), _mention(14, 24), _mention(28, 32, "LOC"), _mention(60, 63, "DATETIME"))
    second = _marked(_mention(0, 9), _mention(18, 24, identifier="QUASI"), _mention(28, 32, "ORG"), _mention(36, 42))
    found = mention_agreement(first, second)
    assert (found.paired, found.only_first, found.only_second) == (3, 1, 1)
    assert (found.type_exact.numerator, found.type_partial.numerator, found.type_exact.denominator) == (1, 2, 5)
    assert (found.identifier_exact.numerator, found.identifier_partial.numerator) == (2, 2)


def test_every_unpaired_span_counts_also_without_any_pair() -> None:
    found = mention_agreement(_marked(_mention(0, 3), _mention(4, 9)), _marked(_mention(14, 17), _mention(28, 32)))
    assert (found.type_partial.value, found.type_partial.denominator) == (0.0, 4)
    assert found.to_json()["only_second"] == 2
    with pytest.raises(InputError, match="no annotated mentions"):
        mention_agreement([Document("a", "")], [Document("a", "")])


spans = st.lists(
    st.builds(
        lambda start, length, type_, kind: _mention(start, start + length, type_, kind),
        st.integers(0, 30),
        st.integers(1, 8),
        st.sampled_from(("PERSON", "LOC")),
        st.sampled_from(("DIRECT", "QUASI")),
    ),
    max_size=5,
)


@given(spans)
def test_a_marking_agrees_with_itself(marks: list[Mention]) -> None:
    found = mention_agreement(_marked(*marks), _marked(*marks))
    assert found.type_exact.value in (1.0, None)
    assert found.paired == len(marks)


@given(spans, spans)
def test_exchanging_markings_changes_no_figure(one: list[Mention], two: list[Mention]) -> None:
    there, back = mention_agreement(_marked(*one), _marked(*two)), mention_agreement(_marked(*two), _marked(*one))
    assert (there.paired, there.only_first, there.only_second) == (back.paired, back.only_second, back.only_first)
    assert there.type_exact == back.type_exact
    assert there.type_partial == back.type_partial
    assert there.identifier_exact == back.identifier_exact
    assert there.type_exact.numerator <= there.type_partial.numerator


def test_agreement_is_told_by_tag_and_by_type() -> None:
    first = _people(x=[Fact("AGE", "a"), Fact("SEX", "b")])
    second = _people(x=[Fact("AGE", "a"), Fact("SEX", "c")])
    by_tag = fact_agreement(first, second, _by_id, equal).by_tag
    assert {tag: rate.value for tag, rate in by_tag.items()} == {"AGE": 1.0, "SEX": 0.0}
    marked = mention_agreement(
        _marked(_mention(0, 9), _mention(28, 32, "LOC")), _marked(_mention(0, 3), _mention(28, 32, "ORG"))
    )
    assert {name: rate.value for name, rate in marked.by_type.items()} == {"PERSON": 1.0, "LOC": 0.0, "ORG": 0.0}


def test_several_pairs_on_one_document_are_one_document_to_the_interval() -> None:
    one, two = (_people(x=[Fact("AGE", value)])[0].subjects or () for value in "ab")
    compared = compare_people(one, two, _by_id, equal)
    once, thrice = fact_figures([[compared]]), fact_figures([[compared] * 3])
    assert thrice.mismatch.denominator == 3 * once.mismatch.denominator
    assert (thrice.mismatch.low, thrice.mismatch.high) == (once.mismatch.low, once.mismatch.high)
