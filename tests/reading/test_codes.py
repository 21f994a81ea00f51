"""Phone numbers, mail addresses, identity numbers."""

import pytest

from gyges.reading.codes._contacts import phone_area
from gyges.reading.codes._find import find_codes, mail_country
from reading.finders import properties

test_any_text, test_long_text = properties(find_codes)


def only(text: str) -> tuple[str, str]:
    codes = find_codes(text)
    assert len(codes) == 1, codes
    assert codes[0].value == text[codes[0].start : codes[0].end]
    return codes[0].kind, codes[0].value


@pytest.mark.parametrize(
    "number",
    [
        "+351 912 345 678",
        "(414) 555-0187",
        "020 913 0144",
        "+44(0)191 4960724",
        "+1-817-483-7536x6542",
        "583.821.5611",
        "0171 39200 47",
        "070-174 06 35",
        "+234 800 555 0119",
        "001-916-488-9534x0707",
        "(354) 209-4468 x920",
        "600 555 014",
        "+61.8.5913.1851",
        "(0121)4960829",
        "041 555 0119",
        "+47 55 50 01 22",
        "+65 5550 0182",
        "0426 411 868",
        "204-555-0139",
    ],
)
def test_phone_numbers_of_many_countries(number: str) -> None:
    assert only(f"Call me at {number} after six.") == ("PHONE_NUMBER", number)


@pytest.mark.parametrize(
    "text", ["tel. 42 555 01 88", "Ring me tomorrow at noon, 341 555-0162, and", "Contact: 7489482611"]
)
def test_phone_numbers_by_the_words_before_them(text: str) -> None:
    assert only(text)[0] == "PHONE_NUMBER"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("his SSN is 123-45-6789.", "123-45-6789"),
        ("NHS number 943 476 5919", "943 476 5919"),
        ("PESEL: 44051401359", "44051401359"),
        ("NIF 12345678Z", "12345678Z"),
        ("CPF 529.982.247-25", "529.982.247-25"),
        ("Aadhaar 2345 6789 0123", "2345 6789 0123"),
        ("personal identity number 850611-2389", "850611-2389"),
        ("codice fiscale RSSMRA85T10A562S", "RSSMRA85T10A562S"),
        ("AHV 756.1234.5678.97", "756.1234.5678.97"),
        ("BSN 111222333", "111222333"),
        ("MRN: 40417736", "40417736"),
        ("Staff PWS-10933,", "PWS-10933"),
        ("roll no. BTC21CE084", "BTC21CE084"),
        ("IMC 498217", "498217"),
        ("CURP ROHM810614MPLSRN07", "ROHM810614MPLSRN07"),
        ("Emirates ID 784-1992-4417203-6", "784-1992-4417203-6"),
        ("NRIC S9104417H", "S9104417H"),
        ("(reg. 4417)", "4417"),
        ("the record of PH-ID-8140350 was", "PH-ID-8140350"),
        ("NHI ZKC4633", "ZKC4633"),
        ("NI number QQ 12 34 56 C", "QQ 12 34 56 C"),
    ],
)
def test_identity_numbers(text: str, value: str) -> None:
    assert only(text) == ("IDENTIFICATION_NUMBER", value)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("(passport TK4471928)", "PASSPORT_NUMBER", "TK4471928"),
        ("passport number 447690892", "PASSPORT_NUMBER", "447690892"),
        ("His passport was lost. The number: AK0482913.", "PASSPORT_NUMBER", "AK0482913"),
        ("my CA-DL-937289531463 has", "DRIVER_LICENSE_NUMBER", "CA-DL-937289531463"),
        ("driving licence no 01472/16/0264", "DRIVER_LICENSE_NUMBER", "01472/16/0264"),
        ("heavy vehicle licence (DK417206)", "DRIVER_LICENSE_NUMBER", "DK417206"),
        ("licence 40560004X9DB,", "DRIVER_LICENSE_NUMBER", "40560004X9DB"),
        ("professional licence 8834170", "IDENTIFICATION_NUMBER", "8834170"),
        ("ticket NGF-7781203", "OTHER", "NGF-7781203"),
        ("application no. 74552/01", "OTHER", "74552/01"),
        ("write to o'neil+x@mail.example.ie.", "EMAIL_ADDRESS", "o'neil+x@mail.example.ie"),
    ],
)
def test_other_codes(text: str, kind: str, value: str) -> None:
    assert only(text) == (kind, value)


@pytest.mark.parametrize(
    "text",
    [
        "on 22/09/1951",
        "from 12 to 18 June 2024",
        "JPY 480,000 a month",
        "at 16:40 or 4:15-5:30 pm",
        "1 200 000 people",
        "in 2019",
        "€4,200.50",
        "3.5 km",
        "10 000 000 euros",
        "@user_92 said",
        "14.03.2025, 21:07",
        "page 12 of 340",
    ],
)
def test_dates_and_amounts_are_no_codes(text: str) -> None:
    assert find_codes(text) == []


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
        ("204-555-0139", ("Manitoba", "Canada")),
        ("600 555 014", ()),
        ("(0121)4960829", ("Birmingham", "England", "United Kingdom")),
        ("+48 12 555 01 37", ("Kraków", "Poland")),
        ("+47 55 50 01 22", ("Bergen", "Norway")),
        ("+254 700 555 018", ("Kenya",)),
        ("00351912345678", ("Portugal",)),
        ("0434-382-768", ("Australia",)),
        ("04 70 12 34 56", ()),
        ("027 838-0839", ("New Zealand",)),
        ("07310277241", ("United Kingdom",)),
        ("02487353401", ("Coventry", "England", "United Kingdom")),
        ("+63 209666788", ("Metro Manila", "Philippines")),
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


@pytest.mark.parametrize("number", ["+49 5251 778 2031", "+34 655 120 1984", "0113 496 2019"])
def test_a_phone_number_that_ends_like_a_year_is_whole(number: str) -> None:
    assert [code.value for code in find_codes(f"Telephone: {number}, since 2019.")] == [number]


def test_a_day_in_figures_with_blanks_is_no_phone_number() -> None:
    assert find_codes("He came on 03 05 2019 and left.") == []


@pytest.mark.parametrize("number", ["07125 / 33 41 90", "0761 / 4502-118", "(0711) / 334190"])
def test_a_slash_between_blanks_parts_the_area_from_the_rest_of_a_phone_number(number: str) -> None:
    assert [(code.kind, code.value) for code in find_codes(f"You can call me under {number} if you like.")] == [
        ("PHONE_NUMBER", number)
    ]


def test_a_slash_between_other_numbers_parts_them() -> None:
    assert find_codes("They sold 450 / 500 tickets in 2018 / 2019.") == []


def test_two_phone_numbers_with_a_slash_between_them_are_two() -> None:
    found = find_codes("Call 01269 555 017 / 07700 900 883 after six.")
    assert [code.value for code in found] == ["01269 555 017", "07700 900 883"]
