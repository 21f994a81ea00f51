"""Ages that a number tells with the words beside it: "aged 41", "I'm 24", "34 years old", "turns six in May"."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from gyges.reading.lexicon._load import word_list
from gyges.reading.page._forms import patterns
from gyges.reading.page._page import Page
from gyges.reading.page._tokens import split_words
from gyges.reading.page._wanted import Wanted
from gyges.reading.time._dates import AgeCue, Frame, date_after, date_before, months, number_words, ordinal_words

OLDEST = 115
_NUMERAL, _SEX_SLASH, _NUMBER_AFTER, _NUMBER_BEFORE = patterns("ages", "numeral sex_slash number_after number_before")
_PAST, _NOT_AGE, _NAMED, _CLOSED, _SHUT, _THEN = patterns("ages", "past not_age named closed shut then")
_AT_AGE, _SOON, _YEARS, _OPENS, _BIRTHDAY, _GRADE = patterns("ages", "at_age soon years opens birthday grade")
_AHEAD, _ABOUT_NOW, _IN_THE = patterns("ages", "ahead about_now in_the")
_NOT_AFTER = frozenset("([{<=+*_|~#@&^$€£")
_NOT_BEFORE = frozenset(".,:/+#$€£@'’-")
_CUES_BEFORE = tuple(word_list("times.before"))  # the last words of all forms before a number but that of the sex
_SEXES = frozenset("mf")


class _Number(NamedTuple):
    """A number that may be an age: its value, and what the words before and after it are, empty for nothing known."""

    page: Page
    start: int
    end: int
    value: int
    begin: int
    stop: int
    before: str
    after: str

    @property
    def text(self) -> str:
        """The text it stands in."""
        return self.page.text


def numbered_ages(page: Page, frame: Frame) -> Iterator[AgeCue]:
    """Yield the ages that numbers tell with the words beside them."""
    text = page.text
    for start, end, value, ordinal in _numerals(page):
        if text[end : end + 1] in _NOT_AFTER:
            continue
        after = _NUMBER_AFTER.match(text, end)
        lonely = text[max(0, start - 2) : start].strip()[-1:].isdigit()
        before = None if lonely else _number_before(text[max(0, start - 32) : start])
        number = _Number(
            page,
            start,
            end,
            value,
            start - len(before[0]) if before else start,
            after.end() if after else end,
            (before.lastgroup if before else None) or "",
            (after.lastgroup if after else None) or "",
        )
        cue = _ordinal(number, frame) if ordinal or number.after in {"birthday", "grade"} else _age(number, frame)
        if cue:
            yield cue


def _numerals(page: Page) -> Iterator[tuple[int, int, int, bool]]:
    """Yield start, end, value of every number up to 115, and whether it is an ordinal in words."""
    text = page.text
    for start, _ in page.digits:
        match = _NUMERAL.match(text, start)
        if match is None or int(match[0]) > OLDEST:
            continue
        before = text[start - 1] if start else " "
        if not (before.isalnum() or before == "_") and (before not in _NOT_BEFORE or _SEX_SLASH.match(text, start - 2)):
            yield start, match.end(), int(match[0]), False
    numbers, ordinals = number_words(), ordinal_words()
    for index in page.where(_has_number):
        start, end, key = page.words[index]
        number = key.partition("-year")[0].partition("-month")[0]
        if key in ordinals:
            yield start, end, ordinals[key], True
        elif number in numbers:
            yield start, start + len(number) if number != key else end, numbers[number], False


@Wanted
def _has_number(key: str) -> bool:
    """Whether a word is a number in words or begins with one, as ``six-year-old`` does."""
    return key in number_words() or key in ordinal_words() or "-year" in key or "-month" in key


def _number_before(before: str) -> re.Match[str] | None:
    """Look for a cue at the end of what stands before a number; its last word tells whether that is worth it."""
    low = before.lower().rstrip().rstrip(":./").rstrip()
    return _NUMBER_BEFORE.search(before) if low.endswith(_CUES_BEFORE) or low[-1:] in _SEXES else None


def _age(number: _Number, frame: Frame) -> AgeCue | None:
    text, start, end, value = number.text, number.start, number.end, number.value
    if number.before == "year" and 1 <= value <= 13 and number.after in {"", "next"}:
        form = text[number.begin : start].lower().startswith("form")
        ages = frame.whole(value + 12, value + 14) if form else frame.whole(value + 5, value + 6)
        return AgeCue(number.begin, end, *ages, 3 if form else 4, "school")
    if number.before == "turn" and value > 0:
        return _turning(text, number.begin, end, value, frame)
    if number.after == "hearing" and value > 7:
        return frame.stated(start, end, value)
    if number.after == "year" or number.before in {"aged", "of"}:
        if number.before == "aged" and _AT_AGE.search(text, max(0, number.begin - 8), start):
            return None
        first = start if number.after else number.begin
        return _stated(number.page, first, number.stop if number.after == "year" else end, value, frame)
    return _by_words_after(number, frame) or _by_words_before(number, frame) or _alone(number, frame)


def _by_words_after(number: _Number, frame: Frame) -> AgeCue | None:
    text, start, stop, value = number.text, number.start, number.stop, number.value
    words = text[number.end : stop]
    if number.after == "months" and (
        number.before in {"aged", "am", "of"} or "old" in words or text[max(0, start - 2) : start] == ": "
    ):
        age = value // 4 if "week" in words else value
        age += max(0, (frame.reference - frame.written).days // 30) if frame.written else 0
        return AgeCue(start, stop, age // 12, age // 12, 4, "stated")
    if number.after == "sex" and value > 0:
        return frame.stated(start, stop, value)
    opens = number.before in {"turn", "am"} or _OPENS.search(text[max(0, start - 3) : start])
    if number.after == "next" and opens and _SOON.match(words):
        return _turning(text, start, stop, value, frame)
    return None


def _by_words_before(number: _Number, frame: Frame) -> AgeCue | None:
    page, text, end, value, begin = number.page, number.text, number.end, number.value, number.begin
    unlike = number.after or _NOT_AGE.match(text, end)
    if number.before == "sex" and value > 2 and text[number.start : end].isdigit():
        return frame.stated(begin, end, value)
    if number.before == "am" and value > 2 and not unlike and _CLOSED.match(text, end):
        then = text[max(0, begin - 6) : begin].lower().endswith(("when ", "since "))  # "when I was 24"
        return _stated(page, begin, end, value, frame) if not then else None
    if number.before == "at" and 24 < value < 100 and not unlike and not _PAST.match(text, end):
        return frame.stated(number.start, end, value, 3)
    if number.before == "his" and value > 10 and _YEARS.match(text, end):
        return _stated(page, begin, end + len(" years"), value, frame)
    return None


def _alone(number: _Number, frame: Frame) -> AgeCue | None:
    text, start, end, value = number.text, number.start, number.end, number.value
    if number.after == "service" and 15 <= value <= 55:
        return AgeCue(start, number.stop, *frame.whole(value + 22, value + 32), 2, "life_event")
    plain = not number.after and 0 < value < 100 and not _NOT_AGE.match(text, end)
    if plain and _SHUT.match(text[end : end + 4]) and _NAMED.search(text[max(0, start - 30) : start]):
        return frame.stated(start, end, value, 3)
    return None


def _stated(page: Page, start: int, end: int, value: int, frame: Frame) -> AgeCue | None:
    """A stated age; one that a year nearby puts in the past is counted on from that year."""
    text = page.text
    if _PAST.match(text, end):
        return None
    if _THEN.search(text[max(0, start - 24) : end]):
        year = date_after(page, end, len(text[end : end + 60].split("\n")[0].partition(". ")[0]))
    else:
        year = date_before(page, start, 2)
    if year and year.year < frame.reference.year:
        return AgeCue(start, end, *frame.since(year.year, value - 1, value + 1), 4, "life_event")
    return frame.stated(start, end, value, 5)


def _ordinal(number: _Number, frame: Frame) -> AgeCue | None:
    text, start, end, value = number.text, number.start, number.end, number.value
    if birthday := _BIRTHDAY.match(text, end, end + 24):
        return _turning(text, start, birthday.end(), value, frame)
    grade = _GRADE.match(text, end, end + 24)
    if grade and 1 <= value <= 13:
        return AgeCue(start, grade.end(), *frame.whole(value + 5, value + 6), 4, "school")
    return None


def _turning(text: str, start: int, end: int, value: int, frame: Frame) -> AgeCue | None:
    """A birthday: exact when the words around it say when it was or will be."""
    if not 0 < value <= OLDEST or (_NOT_AGE.match(text, end) and not _IN_THE.match(text, end)):
        return None
    if frame.written is None:
        return frame.stated(start, end, value)
    around = text[max(0, start - 12) : start].rpartition("\n")[2] + text[start : end + 40].partition("\n")[0]
    ahead = _AHEAD.search(around) is not None
    day = _birthday(around, ahead, frame.written)
    if day is None:
        return AgeCue(start, end, *frame.moved(value - ahead, value), 4, "stated")
    passed = frame.reference.year - day.year - ((frame.reference.month, frame.reference.day) < (day.month, day.day))
    return AgeCue(start, end, value + passed, value + passed, 5, "stated")


def _birthday(around: str, ahead: bool, written: date) -> date | None:
    """Return the day of a birthday that words put near the day a text was written; None if they do not."""
    month = next((months()[word[2]] for word in split_words(around) if word[2] in months()), None)
    if month:
        day = date(written.year, month, 15)
        if ahead and day < written - timedelta(20):
            return date(written.year + 1, month, 15)
        return date(written.year - 1, month, 15) if not ahead and day > written + timedelta(15) else day
    if "next month" in around or "last month" in around:
        return written + timedelta(30 if "next month" in around else -30)
    return written if _ABOUT_NOW.search(around) else None
