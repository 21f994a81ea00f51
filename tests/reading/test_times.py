"""Dates and ages."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reading.time._ages import find_ages
from gyges.reading.time._dates import Date, document_date, find_dates
from reading.finders import TEXTS, properties

REFERENCE = date(2025, 9, 1)
WRITTEN = date(2025, 8, 20)

test_any_text, test_long_text = properties(find_dates)
test_any_text_ages, test_long_text_ages = properties(lambda text: find_ages(text, REFERENCE))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("on 4 November 2024", (2024, 11, 4)),
        ("Nov 27, 2024", (2024, 11, 27)),
        ("2024-03-14", (2024, 3, 14)),
        ("[14.03.2025, 21:07]", (2025, 3, 14)),
        ("16TH DAY OF MAY, 2025", (2025, 5, 16)),
        ("18/06/2025", (2025, 6, 18)),
        ("2 de março de 2021", (2021, 3, 2)),
        ("le 3 août 2019", (2019, 8, 3)),
        ("am 5. März 2020", (2020, 3, 5)),
        ("3 września 2018 r.", (2018, 9, 3)),
        ("12 Mayıs 2017", (2017, 5, 12)),
        ("19-Aug-24", (2024, 8, 19)),
        ("April 2004", (2004, 4, None)),
        ("in 2012", (2012, None, None)),
        ("back in '63", (1963, None, None)),
        ("30/08/24", (2024, 8, 30)),
        ("2024年3月5日", (2024, 3, 5)),
        ("Showa 48", (1973, None, None)),
        ("the forty-eighth year of Showa", (1973, None, None)),
        ("nineteen and thirty-six", (1936, None, None)),
        ("Seventh October seventy-four", (1974, 10, 7)),
        ("03/25/2024", (2024, 3, 25)),
    ],
)
def test_dates_in_many_forms(text: str, parts: tuple[int, int | None, int | None]) -> None:
    [found] = find_dates(text)
    assert (found.year, found.month, found.day) == parts


@pytest.mark.parametrize(
    "text", ["1187/2022", "12:30", "2000 people", "1.2.3", "call 020 913 0144", "99/99/2020", "the 90s"]
)
def test_numbers_are_no_dates(text: str) -> None:
    assert find_dates(text) == []


def test_american_order_where_the_text_shows_it() -> None:
    assert [(d.month, d.day) for d in find_dates("03/25/2024 and 04/05/2024")] == [(3, 25), (4, 5)]
    assert [(d.month, d.day) for d in find_dates("25/03/2024 and 04/05/2024")] == [(3, 25), (5, 4)]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Galway, 14 March 2024\n\nDear Dr Rao,\n" + "words " * 80 + "seen on 2 March 2023.", date(2024, 3, 14)),
        ("[14.03.2025, 21:07] Elif: booked!", date(2025, 3, 14)),
        ("She was born on 3 May 1980. " + "words " * 80 + "\n\nOsaka, 27 February 2025", date(2025, 2, 27)),
        ("Since 2011 he has lived there. Date: 5 June 2024. Valid until 1 January 2031.", date(2024, 6, 5)),
        ("no date at all", None),
        ("born on 3 May 1980", None),
    ],
)
def test_the_day_a_text_was_written(text: str, day: date | None) -> None:
    assert document_date(text) == day


@pytest.mark.parametrize(
    ("text", "low", "high", "kind"),
    [
        ("aged 43", 43, 43, "stated"),
        ("a 43-year-old man", 43, 43, "stated"),
        ("43 y/o", 43, 43, "stated"),
        ("43F", 43, 43, "stated"),
        ("M/43", 43, 43, "stated"),
        ("a 7yo", 7, 7, "stated"),
        ("Anna Berg (43) said", 43, 43, "stated"),
        ("Verna Sabourin, 57, was", 57, 57, "stated"),
        ("I'm 34 and tired", 34, 34, "stated"),
        ("she is forty-three.", 43, 43, "stated"),
        ("a boy of fourteen", 14, 14, "stated"),
        ("in her forties", 40, 49, "decade"),
        ("in his late 30s", 37, 39, "decade"),
        ("an octogenarian", 80, 89, "decade"),
        ("born in 1970", 54, 55, "birth_year"),
        ("born on 3 March 1970", 55, 55, "birth_date"),
        ("born 3 December 1970", 54, 54, "birth_date"),
        ("DOB: 22/09/1951", 73, 73, "birth_date"),
        ("(*1970)", 54, 55, "birth_year"),
        ("née en 1970", 54, 55, "birth_year"),
        ("geboren am 3.3.1970", 55, 55, "birth_date"),
        ("in year 9", 14, 15, "school"),
        ("in 9th grade", 14, 15, "school"),
        ("a toddler", 1, 3, "stated"),
        ("her newborn", 0, 0, "stated"),
        ("in sixth form", 16, 18, "school"),
        ("a sophomore", 19, 20, "school"),
        ("he graduated in 2011", 35, 38, "life_event"),
        ("retired last spring", 58, 67, "retired"),
        ("a pensioner", 65, 75, "retired"),
        ("Kaylee: 4 months", 0, 0, "stated"),
        ("turned 40 in May", 40, 40, "stated"),
        ("his twentieth birthday yesterday", 20, 20, "stated"),
    ],
)
def test_ages(text: str, low: int, high: int, kind: str) -> None:
    [cue] = find_ages(text, REFERENCE, WRITTEN)
    assert (cue.low, cue.high, cue.kind) == (low, high, kind)


@pytest.mark.parametrize(
    "text",
    [
        "at the age of 12",
        "I am 5 minutes late",
        "he is 6 feet tall",
        "I'm 20% sure",
        "she was 12 when they moved",
        "room 43",
        "43 people",
    ],
)
def test_numbers_are_no_ages(text: str) -> None:
    assert find_ages(text, REFERENCE, WRITTEN) == []


@pytest.mark.parametrize(
    ("written", "low", "high"),
    [
        (date(2025, 8, 20), 40, 40),
        (date(2025, 3, 1), 40, 41),
        (date(2023, 5, 1), 42, 43),
        (None, 40, 40),
        (date(2015, 9, 2), 50, 51),
    ],
)
def test_stated_ages_move_with_time(written: date | None, low: int, high: int) -> None:
    [cue] = find_ages("She is aged 40.", REFERENCE, written)
    assert (cue.low, cue.high) == (low, high)


def test_birthdays_with_a_month_are_exact() -> None:
    [cue] = find_ages("She will be seven on 5 January.", REFERENCE, date(2023, 10, 9))
    assert (cue.low, cue.high) == (8, 8)


@given(TEXTS, st.dates(min_value=date(1900, 1, 1)), st.none() | st.dates())
def test_ages_are_sane(text: str, reference: date, written: date | None) -> None:
    for cue in find_ages(text, reference, written):
        assert 0 <= cue.low <= cue.high <= 115
        assert 1 <= cue.certainty <= 5


@given(TEXTS)
def test_document_date_never_fails(text: str) -> None:
    found = document_date(text)
    assert found is None or isinstance(found, date)


@given(
    st.dates(min_value=date(1930, 1, 1), max_value=date(2030, 12, 31)),
    st.sampled_from(["%d %B %Y", "%Y-%m-%d", "%d.%m.%Y", "%B %d, %Y"]),
)
def test_written_dates_are_read_back(day: date, form: str) -> None:
    text = f"seen on {day.strftime(form)} in town"
    assert [(d.year, d.month, d.day) for d in find_dates(text)] == [(day.year, day.month, day.day)]
    assert all(isinstance(d, Date) for d in find_dates(text))
