"""The nearest place is looked for among those that can be near."""

from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring.alignment._places import Homes, PersonPlace, TokenizedText, page_of
from gyges.scoring.values import normalised

FAR, BESIDE, REACH = 24, 0.5, 6.0

PLACES = st.builds(
    lambda start, wide, weight: PersonPlace(start, start + wide, weight),
    st.integers(0, 200),
    st.integers(1, 40),
    st.floats(0.1, 3.0),
)


@given(PLACES, st.lists(st.lists(PLACES, max_size=8), max_size=8))
def test_a_place_is_drawn_as_much_as_by_looking_at_every_other_one(
    place: PersonPlace, homes: list[list[PersonPlace]]
) -> None:
    drawn = [max((nearness(place, home) * home.weight for home in own), default=0.0) for own in homes]
    assert Homes(homes).pulls(place) == [(row, strength) for row, strength in enumerate(drawn) if strength]


def nearness(one: PersonPlace, two: PersonPlace) -> float:
    """1 where two places overlap, falling with the words between them."""
    between = max(one.start - two.end, two.start - one.end) + 1
    if between <= 0:
        return 1.0
    return 0.0 if between > FAR else 2.0 ** (-between / REACH) * BESIDE


@given(st.text(alphabet="aB é_7.\n", max_size=60))
def test_words_are_in_the_shape_of_words_looked_up_one_by_one(text: str) -> None:
    page = TokenizedText(text)
    assert page.tokens == [normalised(text[start:end]) for start, end in page.words]


@given(st.text(alphabet="ab é.", max_size=40), st.text(alphabet="ab é.", max_size=6))
def test_a_page_that_is_kept_finds_what_a_new_one_does(text: str, phrase: str) -> None:
    assert page_of(text).find(phrase) == page_of(text).find(phrase) == TokenizedText(text).find(phrase)
