"""What the reader sees, as spans to hide."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gyges.reading._cues import gather_spans
from gyges.reading.english import can_be, is_english_word
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import words
from gyges.reading.names._capitals import is_generic
from gyges.reading.names._find import NameSpan
from gyges.reading.page._page import Page, once_a_page
from gyges.reading.page._spans import Cue
from gyges.reading.places._find import Place
from gyges.reading.time._ages import age_spans
from gyges.reading.time._dates import months
from gyges.reading.work._spans import find_jobs

__all__ = ["ReaderCues", "find_known"]

_NEXT_WORD = re.compile(r"[ -](?P<word>[a-z]+)")
_IN_BRACKETS = re.compile(r"(?P<word>[^\W\d_]+s)\s\($", re.I)
_LONGEST_AGE = 36
_IS_FORM = re.compile(r"(?:(?:is|now|from)\s)?form\s(?:\d{1,2}|[a-z]+)", re.I)  # of paper, not of a school
_LINK, _TELLING = 3, 3  # letters of a link such as "of the"; words from which on a common name tells something


class ReaderCues(NamedTuple):
    """What the reader's finders see, in the order of their right.

    Attributes:
        mails: Mail addresses.
        sure: What is seldom wrong: codes, dates.
        names: Names of people.
        direct: Streets with their numbers.
        soft: Organisations, places, jobs, ages.
        named: The names of people as the reader has them.
    """

    mails: tuple[Cue, ...]
    sure: tuple[Cue, ...]
    names: tuple[Cue, ...]
    direct: tuple[Cue, ...]
    soft: tuple[Cue, ...]
    named: tuple[NameSpan, ...]


@once_a_page
def find_known(page: Page) -> ReaderCues:
    """Return what the reader sees in a page."""
    cues = gather_spans(page)
    codes = tuple(Cue(code.start, code.end, "CODE", True) for code in cues.codes)
    dates = (Cue(date.start, date.end, "DATETIME") for date in cues.dates)
    soft = [
        *(Cue(org.start, org.end, "ORG") for org in cues.organisations if not _is_common(org.text)),
        *_placed(page.text, cues.places),
        *find_jobs(page, [job for job in cues.occupations if job.text.lower() not in words("formula")]),
        *_ages(page),
    ]
    return ReaderCues(
        mails=tuple(code for code in codes if "@" in page.text[code.start : code.end]),
        sure=(*codes, *dates),
        names=tuple(Cue(name.start, name.end, "PERSON", True) for name in cues.names),
        direct=tuple(cue for cue in soft if cue.direct),
        soft=tuple(soft),
        named=cues.names,
    )


def _is_common(name: str) -> bool:
    """Tell whether there are many institutions of a name: ``District Court``, but no ``Supreme Military Court``."""
    keys = fold(name).split()
    return not name.islower() and is_generic(keys) and len([key for key in keys if len(key) > _LINK]) < _TELLING


def _is_of_thing(text: str, place: Place) -> bool:
    """Tell whether a word for a people only says what kind a thing is, or is a verb: ``Dutch door``, ``Polish it``."""
    after = _NEXT_WORD.match(text, place.end)
    if after is None:
        return False
    opens = not text[max(0, place.start - 2) : place.start].strip(' \n"“')
    if opens and can_be(place.text, "VERB") and after["word"] in words("objects"):
        return True
    return after["word"] in words("national_things")


def _placed(text: str, places: Sequence[Place]) -> Iterator[Cue]:
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
