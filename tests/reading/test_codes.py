"""Phone numbers, mail addresses, identity numbers."""

import pytest

from gyges.reading.codes._contacts import phone_area
from gyges.reading.codes._find import find_codes, mail_country
from reading.finders import properties

test_any_text = properties(find_codes)


def test_labels_and_countries() -> None:
    [code] = find_codes("Her PESEL number is 44051401359")
    assert (code.label, code.country) == ("PESEL", "Poland")
    assert find_codes("+351 912 345 678")[0].country == "Portugal"
    assert find_codes("ana@example.pt")[0].country == "Portugal"
    assert find_codes("PH-ID-8140350")[0].country == "Philippines"
    assert find_codes("ana@example.com")[0].country is None


@pytest.mark.parametrize(
    ("number", "levels"),
    [
        ("+1 (217) 257-6784", ("Illinois", "United States")),
        ("600 555 014", ()),
        ("+48 12 555 01 37", ("Kraków", "Poland")),
        ("+254 700 555 018", ("Kenya",)),
        ("0434-382-768", ("Australia",)),
        ("027 838-0839", ("New Zealand",)),
        ("02487353401", ("Coventry", "England", "United Kingdom")),
        ("12345", ()),
    ],
)
def test_where_a_phone_belongs(number: str, levels: tuple[str, ...]) -> None:
    assert phone_area(number) == levels


@pytest.mark.parametrize(
    ("address", "land"), [("ana@mail.example.pt", "Portugal"), ("ana@startup.io", None), ("ana@mail.example", None)]
)
def test_a_mail_address_points_to_a_country_unless_the_whole_world_uses_its_ending(
    address: str, land: str | None
) -> None:
    assert mail_country(address) == land
    assert [code.country for code in find_codes(f"Write to {address} soon.")] == [land]
