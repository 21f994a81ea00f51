"""Ages told in passing: "at 41 she is", "pushing 70", "Ola is 41"."""

from collections.abc import Iterator

from gyges.reading.lexicon._load import word_list, words
from gyges.reading.lexicon._names import first_name, kin_words
from gyges.reading.page._forms import patterns
from gyges.reading.page._page import Page
from gyges.reading.page._wanted import Wanted
from gyges.reading.time._dates import AgeCue, Frame, number_words

_AT, _ABOUT, _BESIDE, _IS, _IS_BEFORE, _WHO, _LAST = patterns("ages_told", "at about beside is is_before who last")
_LEAST, _GROWN, _ADULT = 3, 10, 16
_BACK = 16  # code points before a number in which its cue stands
_HOW = tuple(f"{how} " for how in word_list("times.how"))
_IS_WORDS = ("is", "'s", "’s", "now", "only", "just", "already", "still", "about", "also")
_FIGURES = 9  # more of them are no age; Python reads 4,300 at most


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
