"""Short and small forms of first names: one asked of many is one asked of each."""

from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.wording import is_short_form, short_forms_of

NAMES = ("William", "Halina", "Maria", "Anna", "Tomasz", "ELIZABETH", "Jo", "Ann", "Straße", "")
ENDS = ("", "ka", "inka", "ek", "ie", "y", "ito", "chen", "a")
words = st.one_of(
    st.sampled_from(("Bill", "Liz", "Halinka", "Marta", "Bess", "Tomek", *NAMES)),
    st.builds(
        lambda name, end, cut: name[: len(name) - cut] + end,
        st.sampled_from(NAMES),
        st.sampled_from(ENDS),
        st.integers(0, 2),
    ),
    st.text(max_size=6),
)


def test_a_short_form_is_told_of_its_name_and_of_no_other() -> None:
    assert is_short_form("Bill", "William")
    assert is_short_form("Halinka", "Halina")
    assert not is_short_form("Marta", "Maria")
    assert not is_short_form("Anna", "Anna")


@given(words, st.lists(words, max_size=6))
def test_asking_about_many_names_answers_as_asking_about_each(word: str, names: list[str]) -> None:
    assert short_forms_of(names)(word) == any(is_short_form(word, name) for name in names)
