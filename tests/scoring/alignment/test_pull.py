"""The nearest place is looked for among those that can be near."""

from hypothesis import given
from hypothesis import strategies as st

from gyges.scoring.alignment._places import PersonPlace, TokenizedText, nearness, page_of, pull

PLACES = st.builds(
    lambda start, wide, weight: PersonPlace(start, start + wide, weight),
    st.integers(0, 200),
    st.integers(1, 40),
    st.floats(0.1, 3.0),
)


@given(PLACES, st.lists(PLACES, max_size=30))
def test_a_place_is_drawn_as_much_as_by_looking_at_every_other_one(
    place: PersonPlace, homes: list[PersonPlace]
) -> None:
    homes = sorted(homes, key=lambda home: home.start)
    widest = max((home.end - home.start for home in homes), default=0)
    assert pull(place, homes, widest) == max((nearness(place, home) * home.weight for home in homes), default=0.0)


@given(st.text(alphabet="ab é.", max_size=40), st.text(alphabet="ab é.", max_size=6))
def test_a_page_that_is_kept_finds_what_a_new_one_does(text: str, phrase: str) -> None:
    assert page_of(text).find(phrase) == page_of(text).find(phrase) == TokenizedText(text).find(phrase)
