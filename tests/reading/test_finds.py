"""What each finder of the lexical layer says of a sentence: ``finds.tsv`` has the finder, the text and what is found.

Rows in which nothing is found are words that only look like it.
"""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from gyges.reading.codes._find import find_codes
from gyges.reading.organisations._find import find_organisations
from gyges.reading.places._find import find_places
from gyges.reading.time._ages import find_ages
from gyges.reading.time._dates import find_dates
from gyges.reading.work._occupations import find_occupations
from reading.finders import properties

REFERENCE, WRITTEN = date(2025, 9, 1), date(2025, 8, 20)
FINDERS: dict[str, Callable[[str], list[str]]] = {
    "job": lambda text: [f"{c.occupation} ({c.position}, {c.education}) {c.certainty}" for c in find_occupations(text)],
    "organisation": lambda text: [f"{found.kind} {found.text}" for found in find_organisations(text)],
    "place": lambda text: [f"{c.kind} {' / '.join(c.levels)}, {c.country}" for c in find_places(text)],
    "date": lambda text: [f"{found.year}-{found.month}-{found.day}" for found in find_dates(text)],
    "age": lambda text: [f"{cue.low}-{cue.high} {cue.kind}" for cue in find_ages(text, REFERENCE, WRITTEN)],
    "code": lambda text: [f"{code.kind} {code.value}" for code in find_codes(text)],
}
test_any_text_about_jobs = properties(find_occupations)
test_any_text_about_organisations = properties(find_organisations)

ROWS = [line.split("\t") for line in Path(__file__).with_name("finds.tsv").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(("finder", "text", "found"), ROWS)
def test_a_finder_finds_what_stands_there(finder: str, text: str, found: str) -> None:
    assert "; ".join(FINDERS[finder](text)) == found


def test_jobs_have_sectors() -> None:
    assert [cue.sector for cue in find_occupations("a nurse, a judge and a welder")] == ["health", "law", "trades"]
