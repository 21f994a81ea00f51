import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.attacks import align_people
from gyges.attacks._people import merge_facts, merge_windows
from gyges.records import Fact, Subject


def _person(id: str, description: str = "", **facts: str) -> Subject:
    return Subject(id, description, tuple(Fact(tag, value) for tag, value in facts.items()))


def _same(a: Subject, b: Subject) -> bool:
    return align_people([a], [b]) == {a.id: b.id}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("John Smith", "john smith"),
        ("John Smith", "Smith John"),
        ("Mr Smith", "John Smith"),
        ("J. Smith", "John Smith"),
        ("Dr. José Núñez", "Jose Nunez"),
        ("Şükrü Yılmaz", "Sukru Yilmaz"),
        ("王芳", "王芳"),
        ("skater_99", "Skater_99"),
    ],
)
def test_names_of_one_person(a: str, b: str) -> None:
    assert _same(_person("1", NAME=a), _person("2", NAME=b))
    assert _same(_person("1", NAME=b), _person("2", NAME=a))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("John Smith", "Mary Smith"),
        ("J. Smith", "Mary Smith"),
        ("John Smith", "John Jones"),
        ("Mr Smith", "Mrs Smith"),
        ("J.", "John"),
        ("Ann", "Anna"),
    ],
)
def test_names_of_two_people(a: str, b: str) -> None:
    assert not _same(_person("1", NAME=a), _person("2", NAME=b))


def test_a_surname_that_fits_two_people_joins_neither() -> None:
    couple = [_person("1", NAME="John Smith"), _person("2", NAME="Mary Smith")]
    assert align_people(couple, [_person("3", NAME="Smith")]) == {}


def test_a_full_name_is_taken_before_a_part_of_it() -> None:
    couple = [_person("1", NAME="John Smith"), _person("2", NAME="Smith")]
    assert align_people(couple, [_person("3", NAME="John Smith"), _person("4", NAME="Smith")]) == {"1": "3", "2": "4"}


def test_a_shared_code_joins_people_however_it_is_written() -> None:
    assert _same(_person("1", PHONE_NUMBER="+44 20 7946-0112"), _person("2", NAME="Ann", PHONE_NUMBER="+442079460112"))


def test_a_shared_code_does_not_join_people_with_different_names() -> None:
    assert not _same(_person("1", NAME="Ann", PHONE_NUMBER="1"), _person("2", NAME="Bob", PHONE_NUMBER="1"))


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("the applicant - a baker", "the applicant", True),
        ("Mr X - applicant, baker", "the applicant - lives in Ghent", True),
        ("the author", "author of the post - a nurse", True),
        ("my wife", "Wife of the author", True),
        ("the applicant's wife", "the applicant", False),
        ("wife of the applicant", "the applicant", False),
        ("a police officer", "a police officer", False),
        ("somebody", "somebody", False),
        ("my wife", "my husband", False),
    ],
)
def test_roles_join_only_where_a_text_has_one_of_them(a: str, b: str, same: bool) -> None:
    assert _same(_person("1", a), _person("2", b)) is same


def test_a_stated_sex_speaks_against_a_merger() -> None:
    assert not _same(_person("1", NAME="Kim", SEX="Male"), _person("2", NAME="Kim", SEX="Female"))


def test_a_name_that_was_only_guessed_joins_nobody() -> None:
    guessed = Subject("1", "", (Fact("NAME", "Elvis Presley", 2),))
    assert not _same(guessed, _person("2", NAME="Elvis Presley"))


names = st.sampled_from(["Ann", "Ann Lee", "A. Lee", "Bob Lee", "Lee", "Bob", "Mr Lee", "王芳", ""])
lists = st.lists(names, max_size=5)


@given(lists, lists)
def test_nobody_is_paired_twice(left: list[str], right: list[str]) -> None:
    a = [_person(f"a{n}", NAME=name) for n, name in enumerate(left)]
    b = [_person(f"b{n}", NAME=name) for n, name in enumerate(right)]
    pairs = align_people(a, b)
    assert len(set(pairs.values())) == len(pairs)
    assert {other: mine for mine, other in pairs.items()} == align_people(b, a)


def test_people_of_windows_get_new_ids_in_order() -> None:
    first = [_person("x", "Ann", NAME="Ann"), _person("y", "the applicant")]
    second = [_person("x", "Bob - the applicant", NAME="Bob"), _person("y", "Ann Lee", NAME="Ann Lee")]
    merged = merge_windows([first, second])
    assert [(s.id, s.description) for s in merged] == [("0", "Ann"), ("1", "Bob - the applicant")]
    assert [f.value for f in merged[0].facts] == ["Ann Lee", "Ann"]


def test_values_said_twice_are_one_fact_with_all_its_evidence_the_surest_first() -> None:
    facts = [
        Fact("AGE", "34", 2, evidence=("a",)),
        Fact("NAME", "Ann", 5),
        Fact("AGE", "35", 4),
        Fact("AGE", "34", 3, evidence=("b", "a")),
        Fact("NAME", "Ann Lee", 5),
        Fact("LOCATION", "France", 4),
        Fact("LOCATION", "Lyon / France", 4),
    ]
    merged = merge_facts(facts)
    assert [(f.tag, f.value) for f in merged] == [
        ("AGE", "35"),
        ("AGE", "34"),
        ("NAME", "Ann Lee"),
        ("NAME", "Ann"),
        ("LOCATION", "Lyon / France"),
        ("LOCATION", "France"),
    ]
    assert merged[1].evidence == ("a", "b")
    assert merged[1].certainty == 3
