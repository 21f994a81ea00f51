"""One answer to whether two names are one person's."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reading.lookups import Same, name_parts, same_name, same_parts

_PARTS = ("Ana", "Inês", "Boris", "Bob", "Robert", "Sol", "Núñez", "Łucja", "Øby", "J", "A", "王", "Kowalska", "Grant")
names = st.lists(st.sampled_from(_PARTS), min_size=1, max_size=4).map(" ".join)
texts = st.one_of(names, st.text(max_size=20))
parts = st.lists(st.text(string.ascii_lowercase, min_size=1, max_size=4), max_size=4)


@pytest.mark.parametrize(
    ("one", "other", "how"),
    [
        ("Ana Sol", "ana SOL", Same.EXACT),
        ("Prof. Dr. Łucja O'Neil-Øby", "Lucja ONeil Oby", Same.EXACT),
        ("Jürgen Müller", "Juergen Mueller", Same.EXACT),
        ("Ana Müller", "Ana Muller", Same.EXACT),
        ("王", "王伟", Same.NO),
        ("Ana Sol", "Ana Maria Sol", Same.PART),
        ("Bob Sol", "Robert Sol", Same.NICKNAME),
        ("B. Sol", "Ana Sol", Same.NO),
        ("J. S.", "S. J.", Same.NO),
        ("王", "王 芳", Same.PART),
        ("", "", Same.NO),
    ],
)
def test_names_are_one_by_their_parts(one: str, other: str, how: Same) -> None:
    assert same_name(one, other).same is how


@given(texts, texts)
def test_the_answer_is_the_same_from_both_sides(one: str, other: str) -> None:
    assert same_name(one, other) == same_name(other, one)


@given(parts, parts)
def test_the_answer_about_parts_is_the_same_from_both_sides(one: list[str], other: list[str]) -> None:
    assert same_parts(one, other) == same_parts(other, one)


@given(texts)
def test_a_name_is_itself(name: str) -> None:
    same = same_name(name, name)
    assert same.same is Same.EXACT or not name_parts(name)
    assert same.certainty == float(bool(name_parts(name)))


@given(names, names)
def test_case_accents_and_titles_do_not_matter(one: str, other: str) -> None:
    known = same_name(one, other)
    assert same_name(one.upper(), other.lower()) == known
    assert same_name("".join(sign + "\u0301" if sign.isalpha() else sign for sign in one), other) == known
    assert same_name(f"Mr. {one}", f"Prof. Dr. {other}") == known


@given(st.permutations(("Ana", "Inês", "Sol")), names)
def test_the_order_of_the_parts_does_not_matter(mixed: list[str], other: str) -> None:
    assert same_name(" ".join(mixed), other) == same_name("Ana Inês Sol", other)


@given(texts, texts)
def test_the_certainty_is_whole_only_where_all_parts_are_the_same(one: str, other: str) -> None:
    likeness = same_name(one, other)
    assert (likeness.certainty == 1.0) == (likeness.same is Same.EXACT)
    assert (likeness.certainty == 0.0) == (likeness.same is Same.NO) == (not likeness)
    assert likeness.shared <= min(len(name_parts(one)), len(name_parts(other)))
