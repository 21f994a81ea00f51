"""What identifies somebody by itself, and what only looks like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers._occurrences import Occurrences
from gyges.anonymizers.identifiers import Around, _find, _numbers, _suspects, direct_identifiers
from gyges.anonymizers.identifiers._identifier import is_chatty
from gyges.reading import Page


def _found(text: str) -> set[str]:
    return {text[one.start : one.end] for one in direct_identifiers(text).found}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("May Chen called. May said she would come in May.", {"May Chen", "May"}),
        ("Thanks, June! We met in June.", {"June"}),
        ("Ask Faith about it; Rose, Mark and Bill know.", {"Faith", "Rose", "Mark", "Bill"}),
        ("Our Grace called Hope yesterday. Joy told me so.", {"Grace", "Hope", "Joy"}),
        ("ask maria, she knows. text priya or tom", {"maria", "priya", "tom"}),
        ("the life insurance goes to Kethlen, the granddaughter she raised", {"Kethlen"}),
        ("Present: B. Holroyd (Treasurer), Jazz (Secretary)", {"Jazz"}),
        ("handled by: f. castellano, deputy principal", {"castellano"}),
    ],
)
def test_a_name_is_found_by_what_stands_around_it(text: str, names: set[str]) -> None:
    assert names <= _found(text)


@pytest.mark.parametrize(
    "name",
    ["Pieter van der Berg", "Ana de la Cruz", "Mohammed bin Salman", "Tom O'Neil", "Layla al-Farsi"],
)
def test_a_name_goes_on_behind_its_particles(name: str) -> None:
    assert name in _found(f"Yesterday {name} signed the letter.")


def test_a_name_in_lower_case_goes_on_behind_its_particles() -> None:
    assert {"pieter van der berg", "ana de la cruz"} <= _found("we met pieter van der berg and ana de la cruz")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Er ist geboren am 3. Mai 1988 in Bonn.", "3. Mai 1988"),
        ("Il est né le 3 mai 1988 à Lyon.", "3 mai 1988"),
        ("Ha nacido el 3 de mayo de 1988.", "3 de mayo de 1988"),
        ("Jan, ur. 12.03.1980 w Krakowie.", "12.03.1980"),
        ("STUDENT ████ GRADE 4 DOB 05/30/2015", "05/30/2015"),
        ("The complainant, born on 2 March 1988, came in 2006.", "2 March 1988"),
        ("Mein Bruder hat am 3. Mai 1988 Geburtstag.", "3. Mai 1988"),
        ("Sie ist am 5. Juli 1963 in Bad Ems geboren.", "5. Juli 1963"),
        ("Nació el 3 de mayo de 1988 en Soria.", "3 de mayo de 1988"),
    ],
)
def test_the_day_of_a_birth_is_found_in_many_languages(text: str, day: str) -> None:
    assert day in _found(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("i moved to 12 elm road last year", "12 elm road"),
        ("Emergency contact: spouse, Ibadan, +234 800 555 0119. She", "+234 800 555 0119"),
        ("safety officer; desk 42 555 01 88", "42 555 01 88"),
    ],
)
def test_addresses_and_numbers_are_found_however_they_are_written(text: str, words: str) -> None:
    assert words in _found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Name: [PERSON]\nDOB: [DATETIME]\nTel. [CODE]\nNHI: [CODE]",
        "1. The applicant complained. 2. The Government replied. 3. Application no. 12345/06.",
        "Case no. 2024/118-C of 3 May 2024 was heard on 12 June 2023.",
        "[PERSON_1] works for Siemens and drives a Honda.",
        "Vehicle A: scooter\nVehicle B: bicycle\nThird party: a woman\nFault: B 70\nReported by: [PERSON]",
        "Patient B got out of bed. Nurse 1 and Porter 2 came. Employee A asked Mr X.",
        "VOLUNTEER: Hello.\nUSER_22: is that my age\n[USER A] writes to @USER B",
        "Mang [PERSON] and Sra. [PERSON] met Mayor [PERSON] in April 2020.",
        "The nurse may call in May; the meeting was on 30 June.",
        "Harris score 51 on admission, 83 at discharge.",
    ],
)
def test_labels_roles_dates_and_case_numbers_are_no_identifiers(text: str) -> None:
    assert _found(text) == set()


@given(st.text(alphabet="aB. ,:1[]'-_@éMr\n", max_size=60))
def test_identifiers_lie_in_the_text_in_order(text: str) -> None:
    found = direct_identifiers(text).found
    assert list(found) == sorted(found)
    assert all(0 <= one.start < one.end <= len(text) for one in found)


def test_a_long_text_is_looked_through_in_windows_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    paragraphs = [
        "Ms Maria Kowalska wrote to maria.kowalska@example.org about the roof.",
        "Call Mr Tom Berger on +44 20 7946 0958 before the meeting in Leeds.",
        "Present: B. Holroyd (Treasurer), Jazz (Secretary). It rained all day.",
    ] * 4
    text = "\n\n".join(paragraphs)
    whole = direct_identifiers(text)
    direct_identifiers.cache_clear()
    monkeypatch.setattr(_find, "_LONGEST", 300)
    monkeypatch.setattr(_find, "_WINDOW", 160)
    windows = direct_identifiers(text)
    direct_identifiers.cache_clear()
    assert windows == whole
    assert len(whole.found) > 12
    assert whole.others


spans = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 12)).map(lambda one: (one[0], one[0] + one[1])))


@given(spans=spans, start=st.integers(0, 40), length=st.integers(1, 12))
def test_spans_over_a_place_are_those_of_a_plain_search(spans: list[tuple[int, int]], start: int, length: int) -> None:
    end, around = start + length, Around(spans)
    assert around.over(start, end) == sorted(one for one in spans if one[0] <= start and end <= one[1])
    assert around.meets(start, end) == any(one[0] < end and start < one[1] for one in spans)


pieces = st.sampled_from(
    (
        *(
            "Ana",
            "ana-Lena's",
            "Ana-Lena",
            "O’Brien",
            "O'Brien's",
            "matt",
            "the",
            "Septembermonat",
            "May",
            "de ",
            "of ",
        ),
        *("3", "12", "1988", "2004", "345", "st", "th", "º", " ", "  ", ", ", ". ", ".", "-", "/", "'", "’", "@", "\n"),
    )
)
written = st.lists(pieces, max_size=24).map("".join)


@given(text=written)
def test_days_are_looked_for_around_numbers_and_are_those_of_the_whole_text(text: str) -> None:
    assert list(_numbers._days(Page(text))) == [match.span() for match in _numbers._DAY.finditer(text)]


@given(text=written)
def test_words_that_may_be_names_are_those_of_a_search_through_the_whole_text(text: str) -> None:
    chatty, plain = is_chatty(text), set[tuple[int, str]]()
    for match in _suspects._CANDIDATE.finditer(text):
        word = match[0][:-2] if match[0].endswith(("'s", "’s")) else match[0]
        if len(word) >= _suspects._SHORTEST and _suspects._may_name(word, chatty=chatty):
            plain.add((match.start(), word))
    assert sorted(_suspects._candidates(text)) == sorted(plain)


@pytest.mark.parametrize(
    ("text", "wanted", "places"),
    [
        ("Ask ZOË  Łukasz, not Zoe.", "Zoe Lukasz", [(4, 15)]),
        ("1 234-567 and 91234567", "1234567", [(0, 9)]),
        ("A1 2345 67B", "A12345", [(0, 7)]),
        ("ﬁnn and FINN", "Finn", [(0, 3), (8, 12)]),
    ],
)
def test_words_are_found_however_they_are_written(text: str, wanted: str, places: list[tuple[int, int]]) -> None:
    assert list(Occurrences(text).of(wanted)) == places
