"""Ages told in passing ("at 41 she is", "pushing 70", "I was nine when") and school years of many countries."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.reading.lexicon._load import read_rows, word_list, words
from gyges.reading.lexicon._names import first_name, kin_words
from gyges.reading.page._forms import patterns
from gyges.reading.page._page import Page
from gyges.reading.page._wanted import Wanted
from gyges.reading.time._dates import AgeCue, Frame, number_words

_AT, _THEN, _AGO, _ABOUT, _BESIDE, _CLASS, _IS, _IS_BEFORE, _WHO, _LAST, _WORD = patterns(
    "ages_told", "at then ago about beside class is is_before who last word"
)
_ROMAN_SIGNS = frozenset("XVI")
_LEAST, _GROWN, _ADULT = 3, 10, 16
_BACK = 16  # code points before a number in which its cue stands
_HOW = tuple(f"{how} " for how in word_list("times.how"))
_IS_WORDS = ("is", "'s", "’s", "now", "only", "just", "already", "still", "about", "also")
_AGO_WORDS = (" ago at ", " ago, at ", " ago aged ", " ago, aged ")
_FIGURES = 9  # more of them are no age; Python reads 4,300 at most
_ROMAN = {"vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10, "xi": 11, "xii": 12}


def _value(word: str) -> int | None:
    return int(word[:_FIGURES]) if word.isdecimal() else number_words().get(word.lower())


def ages_in_passing(page: Page, frame: Frame) -> Iterator[AgeCue]:
    """Yield the ages a text tells in passing."""
    text = page.text
    numbers = _numbers(page)
    for start, value, before in numbers:
        match = _AT.match(text, start - 3) if value >= _GROWN and before.endswith("at ") else None
        if match:
            yield frame.stated(match.start(), match.end("n"), value)
    yield from _past(page, frame)
    for start, value, before in numbers:
        how = next((how for how in _HOW if before.endswith(how)), None) if value >= _ADULT else None
        match = _ABOUT.match(text, start - len(how)) if how else None
        if match:
            over = match["how"].lower().endswith(("over", "past"))
            wide = 3 if match["how"].lower() == "pushing" else 1
            ages = frame.moved(value, value + 2) if over else frame.moved(value - wide, value)
            yield AgeCue(*match.span(), *ages, 4 if value % 10 == 0 else 3, "stated")
    yield from _named(text, numbers, frame)


def _numbers(page: Page) -> list[tuple[int, int, str]]:
    """Return start and value of the numbers up to 99 and what stands before each: few, so all forms start there."""
    found = []
    for index in page.where(_is_number):
        start, end, _ = page.words[index]
        value = _value(page.text[start:end])
        if value is not None:
            found.append((start, value, page.text[max(0, start - _BACK) : start].lower()))
    return found


@Wanted
def _is_number(key: str) -> bool:
    return key in number_words() or (len(key) < 3 and key.isdecimal())


def _named(text: str, numbers: list[tuple[int, int, str]], frame: Frame) -> Iterator[AgeCue]:
    """Ages of people who are named: "Ola is 41", "Baaba, eleven and"."""
    for start, value, before in numbers:
        cued = value >= _LEAST and before.endswith(_IS_WORDS, 0, -1)
        cue = _IS_BEFORE.search(text, max(0, start - _BACK), start) if cued else None
        match = _IS.match(text, cue.start()) if cue else None
        known = _WHO.search(text[max(0, match.start() - 41) : match.start()]) if match else None
        if match is not None and known is not None and _is_somebody(known[0]):
            yield frame.stated(start, match.end("n"), value)
    for start, value, before in numbers:
        beside = _LAST.search(text, max(0, start - 43), start - 2) if before.endswith(", ") else None
        match = _BESIDE.match(text, beside.start()) if beside else None
        if match and value >= _LEAST and match["who"].lower() not in words("calendar"):
            yield frame.stated(*match.span("n"), value, 3)


def _is_somebody(who: str) -> bool:
    low = who.lower()
    return low in kin_words() or (who[0].isupper() and low not in words("calendar") and first_name(who) is not None)


def _past(page: Page, frame: Frame) -> Iterator[AgeCue]:
    for match in page.each(_THEN):
        value = _value(match["n"] or match["old"])
        if value is not None and value < 100:
            ages = frame.since(int(match["year"]), value - 1, value + 1)
            yield AgeCue(match.start() - len("in "), match.end(), *ages, 4, "life_event")
    for match in page.each(_AGO) if any(word in page.lowered for word in _AGO_WORDS) else ():
        value, ago = _value(match["n"]), _value(match["ago"])
        if value is not None and ago is not None and _GROWN <= value < 100:
            yield AgeCue(*match.span(), *frame.moved(value + ago, value + ago + bool(ago)), 4, "stated")


@cache
def _years() -> list[tuple[frozenset[str], re.Pattern[str], tuple[int, ...]]]:
    """Return the patterns of school years, each with the words one of which a text must hold for it to be tried."""
    rows = []
    for form, *numbers in read_rows("school_years.tsv"):
        found = _WORD.findall(re.sub(r"\\[sdwb]", " ", form.split("(?=")[0]).replace("\\.", ""))
        needed = frozenset(word.lower() for word in found if len(word) > 1 and word not in words("ages_told.fillers"))
        rows.append((needed, re.compile(rf"(?<![\w.])(?:{form})(?!\w)", re.I), tuple(map(int, numbers[:4]))))
    return rows


@Wanted
def _is_school_word(key: str) -> bool:
    return key.rstrip("0123456789") in words("times.school_words")


def speaks_of_school(page: Page) -> bool:
    """Tell whether a word for a school or class stands next to a number: only then the many forms are worth a look."""
    for index in page.where(_is_school_word):
        around = page.words[max(0, index - 4) : index + 4]
        if any(word[2][0].isdigit() or word[2][-1].isdigit() or word[2].isupper() for word in around):
            return True
        end = page.words[index][1]
        if page.text[end : end + 2].strip()[:1] in _ROMAN_SIGNS:
            return True
    return False


def school_years(page: Page, frame: Frame) -> Iterator[AgeCue]:
    """Yield the ages that school years tell."""
    for match in page.each(_CLASS):
        number = int(match["n"]) if match["n"].isdecimal() else _ROMAN.get(match["n"].lower(), 0)
        if 1 <= number <= 13:
            yield AgeCue(*match.span(), *frame.whole(number + 5, number + 6), 4, "school")
    written = set(_WORD.findall(page.lowered.replace(".", "")))  # "J.H.S." is written so too
    for needed, form, (low, high, least, most) in _years():
        for match in page.each(form) if not needed or needed & written else ():
            number = int(match[1] or 1)
            if least <= number <= most:
                yield AgeCue(*match.span(), *frame.whole(number + low, number + high), 4, "school")
