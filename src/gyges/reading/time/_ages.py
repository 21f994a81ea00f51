"""Ages in a text: by birth, by number, by decade of life, by school year, by phrases and events of a life."""

from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import cast

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import read_rows, word_list, words
from gyges.reading.page._forms import patterns
from gyges.reading.page._page import Page, once_a_page, page_of
from gyges.reading.page._phrases import PhraseIndex
from gyges.reading.page._spans import apart
from gyges.reading.page._wanted import Wanted
from gyges.reading.time._ages_numbered import OLDEST, numbered_ages
from gyges.reading.time._ages_told import ages_in_passing, school_years, speaks_of_school
from gyges.reading.time._dates import AgeCue, AgeKind, Frame, all_dates, date_after, date_before, document_date

_BORN_SIGN, _BORN_GAP, _RETIRED, _RECENTLY, _DECADE, _EVENT = patterns(
    "ages", "born_sign born_gap retired recently decade event"
)
_LONGEST_WORD = 60
_RETIRING = frozenset(("retired", "retires", "retirement"))
_DECADES = word_list("times.decades")
_PARTS = {"early": (0, 3), "mid": (4, 6), "late": (7, 9), "mid to late": (4, 9), "early to mid": (0, 6)}


@cache
def _age_phrases() -> PhraseIndex[tuple[int, int, AgeKind, int]]:
    rows = read_rows("age_cues.tsv")
    return PhraseIndex({w: (int(low), int(high), cast(AgeKind, kind), int(sure)) for w, low, high, kind, sure in rows})


def find_ages(text: str | Page, reference: date, written: date | None = None) -> list[AgeCue]:
    """Return the words that tell ages, in their order, with the age on the reference date."""
    page = page_of(text)
    frame = Frame(written or document_date(page), reference)
    finders = (_births, numbered_ages, _decades, _phrased, _events, _told, _schooled)
    found = (cue for find in finders for cue in find(page, frame) if 0 <= cue.low <= cue.high <= OLDEST)
    return apart(found, lambda cue: (cue.start, -cue.certainty, -cue.end))


def age_spans(page: Page) -> Iterator[tuple[int, int]]:
    """Yield where ages and school years are told in so many words, whatever age that makes today."""
    for find in (numbered_ages, _decades, _phrased, _schooled):
        yield from ((cue.start, cue.end) for cue in find(page, Frame(None, date.min)))


@once_a_page
def _is_prose(page: Page) -> bool:
    """Tell whether no word is endless: the forms of what is told would take long over such words."""
    return max([end - start for start, end, _ in page.words], default=0) <= _LONGEST_WORD


def _told(page: Page, frame: Frame) -> Iterator[AgeCue]:
    return ages_in_passing(page, frame) if _is_prose(page) else iter(())


def _schooled(page: Page, frame: Frame) -> Iterator[AgeCue]:
    return school_years(page, frame) if speaks_of_school(page) and _is_prose(page) else iter(())


def _births(page: Page, frame: Frame) -> Iterator[AgeCue]:
    text = page.text
    starts = [page.words[index][:2] for index in page.where(words("times.born"))]
    if "*" in text or "b." in text:
        starts += [match.span() for match in page.each(_BORN_SIGN)]
    for start, end in starts:
        item = date_after(page, end, 64)
        if item is None or item.year > frame.reference.year or not _BORN_GAP.fullmatch(text[end : item.start]):
            continue
        yield AgeCue(start, item.end, *frame.born(item), 5, "birth_date" if item.day else "birth_year")


@Wanted
def _is_decade(key: str) -> bool:
    return "ties" in key and any(f"{decade}ties" in key for decade in _DECADES)


def _decades(page: Page, frame: Frame) -> Iterator[AgeCue]:
    text = page.text
    figures = "0s" in text or "0'" in text or "0’" in text
    if not figures and not ("ties" in text and page.where(_is_decade)):
        return
    for match in page.each(_DECADE):
        base = int(match[2]) * 10 if match[2] else (_DECADES.index(match[3].lower()) + 2) * 10
        low, high = _PARTS.get((match[1] or "").lower(), (0, 9))
        if base:
            yield AgeCue(*match.span(), *frame.whole(base + low, base + high), 4, "decade")


def _phrased(page: Page, frame: Frame) -> Iterator[AgeCue]:
    for index, count, (low, high, kind, sure) in _age_phrases().find(page):
        yield AgeCue(page.words[index][0], page.words[index + count - 1][1], *frame.whole(low, high), sure, kind)
    for match in page.each(_RETIRED) if not page.keys.isdisjoint(_RETIRING) else ():
        start, end = match.span()
        item = date_after(page, end, 12)
        if item and item.year <= frame.reference.year:
            yield AgeCue(start, item.end, *frame.since(item.year, 58, 67), 3, "retired")
        elif _RECENTLY.match(page.text, end):
            yield AgeCue(start, end, *frame.whole(58, 67), 3, "retired")
        else:
            yield AgeCue(start, end, *frame.whole(64, 74), 2, "retired")


def _events(page: Page, frame: Frame) -> Iterator[AgeCue]:
    """Graduations and the like with a year."""
    text = page.text
    if page.keys.isdisjoint(words("times.event_words")) or not all_dates(page):
        return
    for match in page.each(_EVENT):
        start, end = match.span()
        near = (date_after(page, end, 36), date_before(page, start, 24))
        item = next((day for day in near if day and "\n" not in text[min(day.start, start) : max(day.end, end)]), None)
        if item is None or not 1940 < item.year <= frame.reference.year:
            continue
        around = fold(text[max(0, start - 12) : end + 24])
        school = "school" in around or "grade twelve" in around
        low, high = (17, 19) if school else (23, 26) if "master" in around else (21, 24)
        yield AgeCue(start, end, *frame.since(item.year, low, high), 3, "life_event")
