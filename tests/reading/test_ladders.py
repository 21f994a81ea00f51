"""Ladders of broader words."""

from hypothesis import given
from hypothesis import strategies as st

from gyges.reading.ladders import continent, decade, ladder, place_levels, ten_years
from gyges.reading.lookups import countries, country


def test_every_country_has_one_continent_and_every_continent_a_people() -> None:
    listed = [iso for lands in ladder("continents").values() for iso in lands.split()]
    assert len(listed) == len(set(listed))
    assert {state.iso2 for state in countries()} - {*listed} <= {"AQ", "BV", "CC", "CX", "GS", "HM", "IO", "TF"}
    assert {*ladder("continents")} == {*ladder("peoples")}
    portugal = country("Portugal")
    assert portugal is not None
    assert continent(portugal.iso2) == "Europe"


def test_no_rung_leads_back_to_where_it_came_from() -> None:
    for word, rung in ladder("peoples").items():
        assert rung != word
        assert ladder("peoples").get(rung, rung) != word


def test_limits_of_sizes_grow() -> None:
    limits = [int(limit) for limit in ladder("sizes")]
    assert limits == sorted(limits)


@given(st.integers(min_value=0, max_value=115))
def test_an_age_lies_in_its_ten_years(age: int) -> None:
    low, high = map(int, ten_years(age).split("-"))
    assert low <= age <= high == low + 9


@given(st.integers(min_value=1000, max_value=2100))
def test_a_year_lies_in_its_decade(year: int) -> None:
    assert decade(year) == f"the {str(year)[:3]}0s"


def test_the_levels_of_a_place_are_read_in_either_spelling() -> None:
    assert place_levels("Rua do Sol / Porto / Portugal") == place_levels("Rua do Sol, Porto, Portugal")
