"""Dates and ages."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.reading.time._ages import find_ages
from gyges.reading.time._dates import Date, document_date, find_dates
from reading.finders import TEXTS, properties

REFERENCE = date(2025, 9, 1)

test_any_text = properties(find_dates)
test_any_text_ages = properties(lambda text: find_ages(text, REFERENCE))


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
