"""How many people fit a few facts: cases by hand, and what must hold for all."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.records import Fact
from gyges.scoring.anonymity import COUNTED, people_who_fit
from gyges.scoring.anonymity._lands import lands, migrants, read_rows
from gyges.scoring.values._countries import country
from gyges.scoring.values._tables import table

VALUES = {
    "LOCATION": ("Portugal", "Lyon / France", "Springfield", "Texas, United States", "Nowhereham / Kenya", "the moon"),
    "AGE": ("34", "30-39", "early 20s", "100", "7", "unclear"),
    "SEX": ("Female", "Male", "non-binary", "unknown"),
    "NATIONALITY": ("Portuguese", "Turkey", "Fiji", "German and Turkish", "Martian"),
    "OCCUPATION": ("nurse", "notary", "history teacher", "retired farmer", "Student", "writer or editor", "glorp"),
    "EDUCATION": ("PhD", "Bachelor's in Physics", "In High School", "No High School Diploma", "glorp"),
    "NAME": ("Ana Sol",),
}
facts = st.fixed_dictionaries({}, optional={tag: st.sampled_from(values) for tag, values in VALUES.items()})


def _facts(told: dict[str, str]) -> list[Fact]:
    return [Fact(tag, value) for tag, value in told.items()]


def test_a_country_alone_leaves_all_its_people() -> None:
    found = people_who_fit([Fact("LOCATION", "Portugal")])
    assert found.scope == "country"
    assert (found.people.value, found.at_most, found.place) == (10_500_000, 10_500_000, None)


def test_shares_are_multiplied_as_by_hand() -> None:
    found = people_who_fit(_facts({"LOCATION": "Portugal", "SEX": "Female", "OCCUPATION": "notary"}))
    workers = 0.65 * (1 - 0.13 - 0.235)  # of the people of 15 to 64
    by_hand = 10_500_000 * 0.523 * workers * 2 / 10_000
    assert found.people.value == pytest.approx(by_hand)  # about 453
    assert found.people.low == pytest.approx(by_hand * 0.96 * 0.8 * 0.4)
    assert found.people.high == pytest.approx(by_hand * 1.04 * 1.25 * 2.5)
    assert found.at_most == pytest.approx(10_500_000 * workers * 1.25 * 2 / 10_000 * 2.5)  # notaries of either sex


def test_children_are_spread_evenly_over_their_years() -> None:
    found = people_who_fit(_facts({"LOCATION": "Germany", "AGE": "7"}))
    assert found.people.value == pytest.approx(84_000_000 * 0.14 / 15)


def test_a_group_of_foreigners_is_taken_from_the_table() -> None:
    found = people_who_fit(_facts({"LOCATION": "Germany", "NATIONALITY": "Turkish"}))
    assert found.people.value == pytest.approx(1_500_000)


def test_a_city_without_a_country_is_every_city_of_that_name() -> None:
    anywhere = people_who_fit([Fact("LOCATION", "Springfield")])
    there = people_who_fit([Fact("LOCATION", "Springfield, Illinois, United States")])
    assert anywhere.scope == there.scope == "place"
    assert there.people.value == pytest.approx(10**5.1)
    assert anywhere.people.value > 4 * there.people.value


def test_a_state_of_the_name_of_a_country_is_told_from_it() -> None:
    assert people_who_fit([Fact("LOCATION", "Georgia")]).people.value == 3_700_000
    assert (
        people_who_fit([Fact("LOCATION", "Atlanta, Georgia")]).country
        == people_who_fit([Fact("LOCATION", "United States")]).country
    )


@pytest.mark.parametrize(("tag", "value"), [("OCCUPATION", "glorp"), ("LOCATION", "the moon"), ("AGE", "unclear")])
def test_a_value_that_no_table_knows_is_neutral_and_said(tag: str, value: str) -> None:
    nothing, found = people_who_fit([]), people_who_fit([Fact(tag, value)])
    assert found.people == nothing.people
    assert found.counted == ()
    assert [one for one, _ in found.not_counted] == [tag]


def test_an_unknown_village_leaves_its_country_and_is_said() -> None:
    found = people_who_fit([Fact("LOCATION", "Nowhereham / Kenya")])
    assert found.people.value == 55_000_000
    assert found.not_counted == (("LOCATION", "nowhereham"),)


def test_of_two_facts_of_a_kind_the_surer_one_counts() -> None:
    found = people_who_fit([Fact("LOCATION", "Portugal", 2), Fact("LOCATION", "France", 5)])
    assert found.people.value == 68_000_000


@given(told=facts, order=st.randoms(use_true_random=False))
def test_adding_a_fact_never_raises_the_number(told: dict[str, str], order: "object") -> None:
    tags = list(told)
    order.shuffle(tags)  # type: ignore[attr-defined]
    before = people_who_fit([])
    for number in range(1, len(tags) + 1):
        after = people_who_fit([Fact(tag, told[tag]) for tag in tags[:number]])
        for end in ("value", "low", "high"):
            assert getattr(after.people, end) <= getattr(before.people, end) * (1 + 1e-9)
        assert after.at_most <= before.at_most * (1 + 1e-9)
        before = after


@given(told=facts)
def test_ends_are_in_order_and_the_person_is_always_one_of_them(told: dict[str, str]) -> None:
    found = people_who_fit(_facts(told))
    for scope in (found.world, found.country, found.place):
        if scope is not None:
            assert 1 <= scope.low <= scope.value * (1 + 1e-9)
            assert scope.value <= scope.high * (1 + 1e-9)
    assert found.people.high <= found.at_most * (1 + 1e-9)


@given(told=facts)
def test_a_place_holds_no_more_than_its_country_and_that_no_more_than_the_world(told: dict[str, str]) -> None:
    found = people_who_fit(_facts(told))
    if found.country is not None:
        assert found.country.value <= found.world.value * (1 + 1e-9)
    if found.country is not None and found.place is not None:
        assert found.place.value <= found.country.value * (1 + 1e-9)


@given(told=facts)
def test_every_fact_of_a_counted_kind_is_counted_or_said_not_to_be(told: dict[str, str]) -> None:
    found = people_who_fit(_facts(told))
    assert {tag for tag in told if tag in COUNTED} == set(found.counted) | {tag for tag, _ in found.not_counted}


def test_every_country_the_rules_know_has_its_figures() -> None:
    assert set(lands()) == set(table("countries")["countries"])
    for one in lands().values():
        assert one.middle > 0
        assert math.isclose(one.share_of_ages(0, 200), 1.0)


def test_the_world_has_about_eight_billion_people() -> None:
    assert people_who_fit([]).people.value == pytest.approx(8.0e9, rel=0.02)


def test_the_tables_of_regions_and_groups_name_known_countries() -> None:
    names = {row[0] for row in read_rows("regions.tsv")} | set(migrants())
    names |= {nation for groups in migrants().values() for nation in groups}
    assert all(country(name) == name for name in names)
    for name in {row[0] for row in read_rows("regions.tsv")}:
        parts = sum(float(row[2]) for row in read_rows("regions.tsv") if row[0] == name)
        assert parts * 1e6 <= lands()[name].people * 1.05
