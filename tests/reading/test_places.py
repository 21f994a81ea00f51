"""Places."""

import pytest

from gyges.reading.lexicon._load import read_rows
from gyges.reading.lexicon._names import country
from gyges.reading.page._page import Page
from gyges.reading.places._find import find_places
from gyges.reading.places._gazetteer import Place
from gyges.reading.places._scene import find_hints
from reading.finders import properties

test_any_text, test_long_text = properties(find_places)


def levels(text: str) -> list[tuple[str, ...]]:
    return [place.levels for place in find_places(text)]


def kinds(text: str) -> list[tuple[str, str]]:
    return [(place.kind, place.text) for place in find_places(text)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("She lives in Évora.", ("Évora", "Portugal")),
        ("He moved to Kraków in May.", ("Kraków", "Poland")),
        ("from Nairobi", ("Nairobi", "Kenya")),
        ("near İzmir", ("İzmir", "Türkiye")),
        ("in Sakai", ("Sakai", "Japan")),
        ("a clinic in São Paulo", ("São Paulo", "Brazil")),
        ("in Lisboa", ("Lisboa", "Portugal")),
        ("in Bombay", ("Bombay", "India")),
        ("NYC is loud", ("New York City", "United States")),
        ("in new york", ("New York", "United States")),
        ("i live in daejeon now", ("Daejeon", "Republic of Korea")),
        ("in Ho Chi Minh City", ("Ho Chi Minh City", "Vietnam")),
        ("in Iloilo City", ("Iloilo City", "Philippines")),
        ("Milwaukee, WI", ("Milwaukee", "Wisconsin", "United States")),
        ("Cambridge, MA", ("Cambridge", "Massachusetts", "United States")),
        ("in Cambridge", ("Cambridge", "United Kingdom")),
        ("in Valparaíso", ("Valparaíso", "Chile")),
        ("in Winnipeg", ("Winnipeg", "Canada")),
        ("in Bath", ("Bath", "United Kingdom")),
        ("London's buses", ("London", "United Kingdom")),
        ("LISBON", ("Lisbon", "Portugal")),
    ],
)
def test_cities(text: str, wanted: tuple[str, ...]) -> None:
    assert levels(text) == [wanted]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Portland is rainy. I love Oregon.", ("Portland", "Oregon", "United States")),
        ("Portland, Maine", ("Portland", "Maine", "United States")),
        ("From San Antonio to Valparaíso, Chile", ("San Antonio", "Chile")),
        ("Halifax, in Nova Scotia", ("Halifax", "Canada")),
        ("Springfield, Illinois", ("Springfield", "Illinois", "United States")),
        ("Birmingham, Alabama", ("Birmingham", "Alabama", "United States")),
        ("Saint-Louis, Senegal", ("Saint-Louis", "Senegal")),
        ("Sudbury, Ontario", ("Sudbury", "Ontario", "Canada")),
    ],
)
def test_namesakes_are_told_apart_by_the_rest_of_the_text(text: str, wanted: tuple[str, ...]) -> None:
    assert levels(text)[0] == wanted


@pytest.mark.parametrize(
    ("text", "kind", "land"),
    [
        ("a Turkish national", "demonym", "Türkiye"),
        ("the Netherlands", "country", "Netherlands"),
        ("in Bavaria", "region", "Germany"),
        ("in Tamil Nadu", "region", "India"),
        ("Co. Donegal", "region", "Ireland"),
        ("in New South Wales", "region", "Australia"),
        ("in Ontario", "region", "Canada"),
        ("a Yorkshire farmer", "region", "United Kingdom"),
        ("South Korea", "country", "Republic of Korea"),
        ("she is filipino", "demonym", "Philippines"),
        ("in Kreuzberg", "landmark", "Germany"),
        ("near the Eiffel Tower", "landmark", "France"),
        ("the US embassy", "country", "United States"),
        ("the U.S. embassy", "country", "United States"),
        ("in Ogun State", "region", "Nigeria"),
    ],
)
def test_countries_regions_and_people(text: str, kind: str, land: str) -> None:
    [place] = find_places(text)
    assert (place.kind, place.country) == (kind, land)
    assert place.levels[-1] == land


@pytest.mark.parametrize(
    "text",
    [
        "Nice to meet you.",
        "Reading is fun.",
        "Of course.",
        "Mobile phones",
        "Paris Hilton and Jack London",
        "Mr Berlin said",
        "Florence called me",
        "Chad left early",
        "Jordan is my son",
        "tell us about it",
        "a Split decision".lower(),
        "Charlotte Brown",
        "Dr Houston",
        "May I?",
        "turkey and china",
        "polish the floor",
        "Sydney Carton",
        "J. London",
        "Best regards",
        "the best police",
        "Bath time",
    ],
)
def test_names_and_words_are_no_places(text: str) -> None:
    assert find_places(text) == []


@pytest.mark.parametrize(
    ("text", "street", "wanted"),
    [
        ("14 Rua das Flores, Porto", "14 Rua das Flores", ("Porto", "Portugal")),
        ("221b Harrow Lane, London", "221b Harrow Lane", ("London", "United Kingdom")),
        ("Hauptstraße 5, 10115 Berlin", "Hauptstraße 5", ("Berlin", "Germany")),
        ("Calle Mayor 12, Madrid", "Calle Mayor 12", ("Madrid", "Spain")),
        ("12/4 Nguyễn Trãi St, Hanoi", "12/4 Nguyễn Trãi St", ("Hanoi", "Vietnam")),
        ("ul. Lniana 14 m. 6, Pabianice", "ul. Lniana 14 m. 6", ("Pabianice", "Poland")),
        ("12 rue de la Paix, 75002 Paris", "12 rue de la Paix", ("Paris", "France")),
        ("Storgatan 12, Umeå", "Storgatan 12", ("Umeå", "Sweden")),
        ("Via Roma 3, Milano", "Via Roma 3", ("Milano", "Italy")),
        ("Keizersgracht 100, 1015 Amsterdam", "Keizersgracht 100", ("Amsterdam", "Netherlands")),
        (
            "2214 N. Sorrel St., Unit 3B, Milwaukee",
            "2214 N. Sorrel St., Unit 3B",
            ("Milwaukee", "Wisconsin", "United States"),
        ),
        ("18 Mabija Street, Zwide", "18 Mabija Street", ("Zwide", "Gqeberha", "South Africa")),
    ],
)
def test_streets(text: str, street: str, wanted: tuple[str, ...]) -> None:
    place = find_places(text)[0]
    assert (place.kind, place.text) == ("street", street)
    assert place.levels == (street, *wanted)
    assert place.certainty == 5


def test_districts() -> None:
    assert levels("14 Seapoint Rise, Salthill, Galway")[0] == ("14 Seapoint Rise", "Salthill", "Galway", "Ireland")
    assert ("Salthill", "Galway", "Ireland") in levels("She lives in Salthill, Galway.")
    assert ("district", "Vila Berta") in kinds("They live in Lisbon, in the Vila Berta quarter.")
    assert levels("in the Alfama quarter") == [("Alfama", "Lisbon", "Portugal")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("10115 Berlin", "10115"),
        ("1012 AB Amsterdam", "1012 AB"),
        ("Milwaukee, WI 53202", "53202"),
        ("Chennai 600042", "600042"),
        ("Great Ashby SG1 4LD", "SG1 4LD"),
        ("00-950 Warszawa", "00-950"),
        ("Winnipeg R3T 2N2", "R3T 2N2"),
    ],
)
def test_postcodes(text: str, code: str) -> None:
    assert ("postcode", code) in kinds(text)


def test_languages_are_weaker_than_people() -> None:
    assert [place.certainty for place in find_places("He speaks French.")] == [2]
    assert [place.certainty for place in find_places("He is a French citizen.")] == [5]


def test_a_town_without_evidence_needs_support() -> None:
    assert find_places("Lycksele") == []
    assert ("Lycksele", "Sweden") in levels("Lycksele is far from Stockholm, Sweden.")


def test_places_say_where_they_are() -> None:
    text = "He went from Galway, Ireland to 12 Bay Street, Toronto."
    for place in find_places(text):
        assert isinstance(place, Place)
        assert place.text == text[place.start : place.end]
        assert place.country is None or place.levels[-1] == place.country


test_any_text_hints, test_long_text_hints = properties(lambda text: find_hints(Page(text)))


def test_the_last_of_several_places_in_one_word_is_found() -> None:
    assert levels("in TW 417 Nairobi-Lusaka")[-1] == ("Lusaka", "Zambia")


def test_hints_are_no_places() -> None:
    text = "I topped up my Oyster card before the braai."
    assert find_places(text) == []
    assert [hint.levels for hint in find_hints(Page(text))] == [("London", "United Kingdom"), ("South Africa",)]


@pytest.mark.parametrize("table", ["hints.tsv", "landmarks.tsv"])
def test_every_listed_place_ends_in_a_country(table: str) -> None:
    for _, levels, certainty in read_rows(table):
        assert country(levels.split(";")[-1]) is not None, levels
        assert 1 <= int(certainty) <= 5
