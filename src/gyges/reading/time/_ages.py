"""Dates and ages in a text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Literal, cast

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import read_rows, word_list, words
from gyges.reading.page._forms import patterns
from gyges.reading.page._page import Page, Wanted, page_of
from gyges.reading.page._phrases import PhraseIndex
from gyges.reading.page._spans import apart
from gyges.reading.page._tokens import split_words
from gyges.reading.time._ages_told import ages_in_passing, school_years, speaks_of_school
from gyges.reading.time._dates import (
    Date,
    all_dates,
    date_after,
    date_before,
    dated,
    document_date,
    find_dates,
    months,
    number_words,
    ordinal_words,
)
from gyges.reading.time._frame import Frame

__all__ = ["AgeCue", "AgeKind", "Date", "age_spans", "dated", "document_date", "find_ages", "find_dates"]

AgeKind = Literal["stated", "birth_year", "birth_date", "school", "retired", "life_event", "decade"]
_OLDEST, _LONGEST_WORD = 115, 60


@dataclass(frozen=True, slots=True)
class AgeCue:
    """Words that tell somebody's age.

    Attributes:
        start: First code point.
        end: One past the last code point.
        low: Least age on the reference date.
        high: Greatest age on the reference date.
        certainty: 1-5.
        kind: What gave it away.
    """

    start: int
    end: int
    low: int
    high: int
    certainty: int
    kind: AgeKind


_BORN = words("times.born")
_BORN_SIGN = re.compile(r"(?<!\w)(?:\*(?=\s?\d)|b\.)")
_NUMERAL = re.compile(r"\d{1,3}(?![\d:/]|[.,]\d)")
_NOT_AFTER = frozenset("([{<=+*_|~#@&^$€£")
_NOT_BEFORE = frozenset(".,:/+#$€£@'’-")
_SEX_SLASH = re.compile(r"[MFmf]/\d")
_BORN_GAP = re.compile(r"[^.!?;\n]{0,48}?$|[\s:.,\-]{0,6}$")
_NUMBER_AFTER, _NUMBER_BEFORE, _PAST, _NOT_AGE, _DECADE, _NAMED, _EVENT, _CLOSED = patterns(
    "ages", "number_after number_before past not_age decade named event closed"
)
_CUES_BEFORE = tuple(word_list("times.before"))  # the last words of all forms above but that of the sex
_SEXES = frozenset("mf")
_EVENT_WORDS = words("times.event_words")
_RETIRED = re.compile(r"\bretire(?:d|s|ment)\b")
_RETIRING = frozenset(("retired", "retires", "retirement"))
_DECADES = word_list("times.decades")


@cache
def _age_phrases() -> PhraseIndex[tuple[int, int, AgeKind, int]]:
    rows = read_rows("age_cues.tsv")
    return PhraseIndex({w: (int(low), int(high), cast(AgeKind, kind), int(sure)) for w, low, high, kind, sure in rows})


def find_ages(text: str | Page, reference: date, written: date | None = None) -> list[AgeCue]:
    """Return the words that tell ages, in their order, with the age on the reference date.

    Args:
        text: The text.
        reference: The day on which ages are asked for.
        written: The day the text was written; read from the text if not given. Without it stated ages stay as they are.
    """
    page = page_of(text)
    frame = Frame(written or document_date(page), reference)
    finders = (_births, _numbered, _decades, _phrased, _events, _told)
    found = (cue for find in finders for cue in find(page, frame) if 0 <= cue.low <= cue.high <= _OLDEST)
    return apart(found, lambda cue: (cue.start, -cue.certainty, -cue.end))


def age_spans(page: Page) -> Iterator[tuple[int, int]]:
    """Yield where ages and school years are told in so many words, whatever age that makes today."""
    frame = Frame(None, date.min)
    for cue in (*_numbered(page, frame), *_decades(page, frame), *_phrased(page, frame)):
        yield cue.start, cue.end
    if speaks_of_school(page) and max([end - start for start, end, _ in page.words]) <= _LONGEST_WORD:
        for told in school_years(page):
            yield told.start, told.end


def _told(page: Page, frame: Frame) -> Iterator[AgeCue]:
    if max([end - start for start, end, _ in page.words], default=0) > _LONGEST_WORD:
        return  # no prose: the forms below would take long over such words
    for told in ages_in_passing(page):
        if told.year is not None:
            ages = frame.since(told.year, told.low, told.high)
        else:
            ages = frame.moved(told.low + told.ago, told.high + told.ago + bool(told.ago))
        yield AgeCue(told.start, told.end, *ages, told.certainty, "life_event" if told.year else "stated")
    for told in school_years(page) if speaks_of_school(page) else ():
        yield AgeCue(told.start, told.end, *frame.whole(told.low, told.high), 4, "school")


def _births(page: Page, frame: Frame) -> Iterator[AgeCue]:
    text = page.text
    words = page.words
    starts = [words[index][:2] for index in page.where(_BORN)]
    if "*" in text or "b." in text:
        starts += [match.span() for match in page.each(_BORN_SIGN)]
    for start, end in starts:
        item = date_after(page, end, 64)
        if item is None or item.year > frame.reference.year or not _BORN_GAP.fullmatch(text[end : item.start]):
            continue
        kind: AgeKind = "birth_date" if item.day else "birth_year"
        yield AgeCue(start, item.end, *frame.born(item), 5, kind)


def _numerals(page: Page) -> Iterator[tuple[int, int, int, bool]]:
    """Yield start, end, value of every number up to 115, and whether it is an ordinal in words."""
    text = page.text
    for start, _ in page.digits:
        match = _NUMERAL.match(text, start)
        if match is None or int(match[0]) > _OLDEST:
            continue
        before = text[start - 1] if start else " "
        if not (before.isalnum() or before == "_") and (before not in _NOT_BEFORE or _SEX_SLASH.match(text, start - 2)):
            yield start, match.end(), int(match[0]), False
    numbers, ordinals, words = number_words(), ordinal_words(), page.words
    for index in page.where(_has_number):
        start, end, key = words[index]
        if key in numbers:
            yield start, end, numbers[key], False
        elif key in ordinals:
            yield start, end, ordinals[key], True
        elif "-" in key and ("-year" in key or "-month" in key):
            number = key.partition("-year")[0].partition("-month")[0]
            if number in numbers:
                yield start, start + len(number), numbers[number], False


@Wanted
def _has_number(key: str) -> bool:
    """Whether a word is a number in words or begins with one, as ``six-year-old`` does."""
    return key in number_words() or key in ordinal_words() or "-year" in key or "-month" in key


def _number_before(before: str) -> re.Match[str] | None:
    """Look for a cue at the end of what stands before a number; its last word tells whether that is worth it."""
    low = before.lower().rstrip().rstrip(":./").rstrip()
    return _NUMBER_BEFORE.search(before) if low.endswith(_CUES_BEFORE) or low[-1:] in _SEXES else None


def _numbered(page: Page, frame: Frame) -> Iterator[AgeCue]:
    text = page.text
    for start, end, value, ordinal in _numerals(page):
        after = _NUMBER_AFTER.match(text, end)
        if text[end : end + 1] in _NOT_AFTER:
            continue
        lonely = text[max(0, start - 2) : start].strip()[-1:].isdigit()
        before = None if lonely else _number_before(text[max(0, start - 32) : start])
        cue = _from_number(page, (start, end, value, ordinal), before, after, frame)
        if cue:
            yield cue


def _from_number(
    page: Page,
    number: tuple[int, int, int, bool],
    before: re.Match[str] | None,
    after: re.Match[str] | None,
    frame: Frame,
) -> AgeCue | None:
    text = page.text
    start, end, value, ordinal = number
    how_after = after.lastgroup if after else None
    how_before = before.lastgroup if before else None
    begin = start - len(before[0]) if before else start
    stop = after.end() if after else end
    if ordinal or how_after in {"birthday", "grade"}:
        return _ordinal(text, number, frame)
    if how_before == "year" and 1 <= value <= 13 and not (after and how_after != "next"):
        if before and before[0].lower().startswith("form"):
            return AgeCue(begin, end, *frame.whole(value + 12, value + 14), 3, "school")
        return _school(begin, end, value + 5, frame)
    if how_before == "turn" and value > 0:
        return _turning(text, begin, end, value, frame)
    if how_after == "hearing" and value > 7:
        return AgeCue(start, end, *frame.moved(value, value), 4, "stated")
    if how_after == "year" or how_before in {"aged", "of"}:
        if how_before == "aged" and re.search(r"\bat (?:the )?(?:age|an age)\b", text[max(0, begin - 8) : start], re.I):
            return None
        return _stated(page, start if how_after else begin, stop if how_after == "year" else end, value, frame)
    if how_after == "months" and (
        how_before in {"aged", "am", "of"}
        or "old" in (after[0] if after else "")
        or text[max(0, start - 2) : start] == ": "
    ):
        months = value if "week" not in (after[0] if after else "") else value // 4
        months += max(0, (frame.reference - frame.written).days // 30) if frame.written else 0
        return AgeCue(start, stop, months // 12, months // 12, 4, "stated")
    if how_after == "sex" and value > 0:
        return AgeCue(start, stop, *frame.moved(value, value), 4, "stated")
    if how_after == "next" and (
        how_before in {"turn", "am"} or re.search(r"[.!?,;\n]\s*$|^$", text[max(0, start - 3) : start])
    ):
        return (
            _turning(text, start, stop, value, frame)
            if re.match(r"\s+(?:next|tomorrow|in a)", text[end:stop])
            else None
        )
    if how_before == "sex" and value > 2 and text[start:end].isdigit():
        return AgeCue(begin, end, *frame.moved(value, value), 4, "stated")
    then = text[max(0, begin - 6) : begin].lower().endswith(("when ", "since "))  # "when I was 24"
    if (
        how_before == "am"
        and value > 2
        and not then
        and not after
        and not _NOT_AGE.match(text, end)
        and _CLOSED.match(text, end)
    ):
        return _stated(page, begin, end, value, frame)
    if how_before == "at" and 24 < value < 100 and not after and not _NOT_AGE.match(text, end):
        return None if _PAST.match(text, end) else AgeCue(start, end, *frame.moved(value, value), 3, "stated")
    if how_before == "his" and value > 10 and re.match(r" years\b(?! (?:in|of|at|with))", text[end:]):
        return _stated(page, begin, end + 6, value, frame)
    if how_after == "service" and 15 <= value <= 55:
        return AgeCue(start, stop, *frame.whole(value + 22, value + 32), 2, "life_event")
    closed = re.match(r"\s?[),;\n]|\s?[-–—]\s|\.\s|$", text[end : end + 4]) and not _NOT_AGE.match(text, end)
    plain = not after and 0 < value < 100
    if plain and closed and _NAMED.search(text[max(0, start - 30) : start]):
        return AgeCue(start, end, *frame.moved(value, value), 3, "stated")
    return None


def _stated(page: Page, start: int, end: int, value: int, frame: Frame) -> AgeCue | None:
    """A stated age; one that a year nearby puts in the past is counted on from that year."""
    text = page.text
    if _PAST.match(text, end):
        return None
    sentence = text[end : end + 60].split("\n")[0]
    year = date_after(page, end, len(sentence.partition(". ")[0]))
    was = re.search(r"\b(?:was|were|then|apprentice|boy|girl)\b[^.]{0,24}$", text[max(0, start - 24) : end], re.I)
    year = year if was else date_before(page, start, 2)
    if year and year.year < frame.reference.year:
        low, high = frame.since(year.year, value - 1, value + 1)
        return AgeCue(start, end, low, high, 4, "life_event")
    return AgeCue(start, end, *frame.moved(value, value), 5, "stated")


def _school(start: int, end: int, low: int, frame: Frame) -> AgeCue:
    return AgeCue(start, end, *frame.whole(low, low + 1), 4, "school")


def _ordinal(text: str, number: tuple[int, int, int, bool], frame: Frame) -> AgeCue | None:
    start, end, value, _ = number
    tail = text[end : end + 24]
    birthday = re.match(r"(?:st|nd|rd|th)?\s+(?:birthday|bday|b-day)", tail)
    if birthday:
        return _turning(text, start, end + birthday.end(), value, frame)
    grade = re.match(r"(?:st|nd|rd|th)?[\s-]+(?:grade|graders?|class|std|standard)\b", tail, re.I)
    if grade and 1 <= value <= 13:
        return _school(start, end + grade.end(), value + 5, frame)
    return None


def _turning(text: str, start: int, end: int, value: int, frame: Frame) -> AgeCue | None:
    """A birthday: exact when the words around it say when it was or will be."""
    if not 0 < value <= _OLDEST or (_NOT_AGE.match(text, end) and not re.match(r"\s*in the", text[end : end + 8])):
        return None
    if frame.written is None:
        return AgeCue(start, end, value, value, 4, "stated")
    around = text[max(0, start - 12) : start].rpartition("\n")[2] + text[start : end + 40].partition("\n")[0]
    ahead = bool(
        re.search(r"\b(?:will|turns|turning|to be|going|gonna|next|tomorrow|soon|almost|becomes?)\b", around, re.I)
    )
    month = next((months()[w[2]] for w in split_words(around) if w[2] in months()), None)
    if month:
        year = frame.written.year
        day = date(year, month, 15)
        if ahead and day < frame.written - timedelta(20):
            day = date(year + 1, month, 15)
        elif not ahead and day > frame.written + timedelta(15):
            day = date(year - 1, month, 15)
    elif re.search(r"\bnext month\b", around):
        day = frame.written + timedelta(30)
    elif re.search(r"\blast (?:month)\b", around):
        day = frame.written - timedelta(30)
    elif re.search(r"\b(?:\w*day|tomorrow|(?:this|last|next) week(?:end)?|tonight|just)\b", around, re.I):
        day = frame.written
    else:
        return AgeCue(start, end, *frame.moved(value - ahead, value), 4, "stated")
    passed = frame.reference.year - day.year - ((frame.reference.month, frame.reference.day) < (day.month, day.day))
    return AgeCue(start, end, value + passed, value + passed, 5, "stated")


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
        part = (match[1] or "").lower()
        low, high = {"early": (0, 3), "mid": (4, 6), "late": (7, 9), "mid to late": (4, 9), "early to mid": (0, 6)}.get(
            part, (0, 9)
        )
        if base:
            yield AgeCue(*match.span(), *frame.whole(base + low, base + high), 4, "decade")


def _phrased(page: Page, frame: Frame) -> Iterator[AgeCue]:
    text = page.text
    words = page.words
    for index, count, (low, high, kind, sure) in _age_phrases().find(page):
        yield AgeCue(words[index][0], words[index + count - 1][1], *frame.whole(low, high), sure, kind)
    for match in page.each(_RETIRED) if not page.keys.isdisjoint(_RETIRING) else ():
        item = date_after(page, match.end(), 12)
        if item and item.year <= frame.reference.year:
            yield AgeCue(match.start(), item.end, *frame.since(item.year, 58, 67), 3, "retired")
        elif re.match(r" (?:last|this|earlier|a few|recently|next)\b", text[match.end() :]):
            yield AgeCue(*match.span(), *frame.whole(58, 67), 3, "retired")
        else:
            yield AgeCue(*match.span(), *frame.whole(64, 74), 2, "retired")


def _events(page: Page, frame: Frame) -> Iterator[AgeCue]:
    """Graduations and the like with a year."""
    text = page.text
    if page.keys.isdisjoint(_EVENT_WORDS) or not all_dates(page):
        return
    for match in page.each(_EVENT):
        near = [date_after(page, match.end(), 36), date_before(page, match.start(), 24)]
        item = next(
            (d for d in near if d and "\n" not in text[min(d.start, match.start()) : max(d.end, match.end())]), None
        )
        if item is None or not 1940 < item.year <= frame.reference.year:
            continue
        words = fold(text[match.start() - 12 if match.start() > 12 else 0 : match.end() + 24])
        school = "school" in words or "grade twelve" in words
        low, high = (17, 19) if school else (23, 26) if "master" in words else (21, 24)
        yield AgeCue(*match.span(), *frame.since(item.year, low, high), 3, "life_event")
