"""What the reader's own finders see, as spans to hide."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from gyges.reading.codes._find import find_codes
from gyges.reading.english import can_be, is_english_word
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import words
from gyges.reading.names._capitals import is_generic
from gyges.reading.names._find import NameSpan, find_names
from gyges.reading.organisations._find import find_organisations
from gyges.reading.organisations._firms import with_firms
from gyges.reading.page._page import Page, once_a_page
from gyges.reading.page._spans import Cue
from gyges.reading.places._addresses import with_addresses, with_homes
from gyges.reading.places._find import Place, find_places
from gyges.reading.time._ages import age_spans
from gyges.reading.time._dates import find_dates, months
from gyges.reading.work._occupations import find_occupations
from gyges.reading.work._spans import find_jobs

__all__ = ["ReaderCues", "find_known"]

_NEXT_WORD = re.compile(r"[ -](?P<word>[a-z]+)")
_IN_BRACKETS = re.compile(r"(?P<word>[^\W\d_]+s)\s\($", re.I)
_LONGEST_AGE = 36
_IS_FORM = re.compile(r"(?:(?:is|now|from)\s)?form\s(?:\d{1,2}|[a-z]+)", re.I)  # of paper, not of a school
_LINK, _TELLING = 3, 3  # letters of a link such as "of the"; words from which on a common name tells something


class ReaderCues(NamedTuple):
    """What the reader's finders see.

    Attributes:
        names: Names of people.
        sure: What is seldom wrong: codes, dates.
        soft: The rest: organisations, places, jobs, ages.
    """

    names: tuple[NameSpan, ...]
    sure: tuple[Cue, ...]
    soft: tuple[Cue, ...]


@once_a_page
def find_known(page: Page) -> ReaderCues:
    """Run the finders of the reader, each on what the others left."""
    text = page.text
    codes, dates = find_codes(page), find_dates(page)
    organisations = with_firms(page, find_organisations(page))
    taken = [(cue.start, cue.end) for cues in (codes, dates, organisations) for cue in cues]
    places = with_homes(page, with_addresses(text, find_places(page)), taken)
    taken += [(place.start, place.end) for place in places if place.kind in {"demonym", "street"}]
    taken += page.hidden
    jobs = [job for job in find_occupations(page) if job.text.lower() not in words("formula")]
    soft = [(place.start, place.end) for place in places if place.kind not in {"demonym", "street"}]
    soft += [(job.start, job.end) for job in jobs]
    names = find_names(page, taken, soft)
    sure = [Cue(code.start, code.end, "CODE", True) for code in codes]
    sure += [Cue(date.start, date.end, "DATETIME") for date in dates]
    rest = [Cue(org.start, org.end, "ORG") for org in organisations if org.text.islower() or not _is_common(org.text)]
    rest += _placed(text, places)
    rest += find_jobs(page, jobs)
    rest += _ages(page)
    return ReaderCues(names, tuple(sure), tuple(rest))


def _is_common(name: str) -> bool:
    """Tell whether there are many institutions of a name: ``District Court``, but no ``Supreme Military Court``."""
    keys = fold(name).split()
    return is_generic(keys) and len([key for key in keys if len(key) > _LINK]) < _TELLING


def _is_of_thing(text: str, place: Place) -> bool:
    """Tell whether a word for a people only says what kind a thing is, or is a verb: ``Dutch door``, ``Polish it``."""
    after = _NEXT_WORD.match(text, place.end)
    if after is None:
        return False
    opens = not text[max(0, place.start - 2) : place.start].strip(' \n"“')
    if opens and can_be(place.text, "VERB") and after["word"] in words("objects"):
        return True
    return after["word"] in words("national_things")


def _placed(text: str, places: list[Place]) -> Iterator[Cue]:
    for place in places:
        if place.kind == "demonym":
            if not _is_of_thing(text, place):
                yield Cue(place.start, place.end, "DEM")
        elif fold(place.text) in months() or (place.text.isupper() and is_english_word(place.text)):
            continue  # "12 Nov", "FOR SALE": there are towns of that name
        else:
            yield Cue(place.start, place.end, "LOC", place.kind == "street" and any(map(str.isdigit, place.text)))


def _ages(page: Page) -> Iterator[Cue]:
    text = page.text
    for start, end in age_spans(page):
        counted = _IN_BRACKETS.search(text[max(0, start - 20) : start])
        if text[max(0, start - 2) : start] in {"(", "\n("} and text[end : end + 2] == ") ":
            continue  # the number of a list
        if counted and (counted["word"].isupper() or is_english_word(counted["word"])) and text[end : end + 1] == ")":
            continue  # "COMMENTS (1)"
        if end - start <= _LONGEST_AGE and not _IS_FORM.fullmatch(text, start, end):
            yield Cue(start, end, "DEM")
