"""Codes in the widest sense: whatever is made of digits, or of digits and letters, and is no date and no amount."""

import re
from collections.abc import Iterator

from gyges.reading.english import is_english_word
from gyges.reading.lexicon._known_words import is_known
from gyges.reading.lexicon._load import words
from gyges.reading.page._forms import find_forms, patterns
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue

__all__ = ["find_numbers"]

_INSIDE = frozenset("/-.:#_+‑–")
_LONG, _YEARLIKE, _SHORT = 5, 4, 2
_ORDINARY, _LABEL, _PLATE, _PLATE_CUE, _SERIES, _THREE_LETTERS, _LETTERS_BEFORE = patterns(
    "numbers", "ordinary label plate plate_cue series three_letters letters_before"
)
_PARAGRAPH, _SCORE, _STOP = patterns("numbers", "paragraph score stop")
_NO_SERIES = words("numbers.no_series")
_AFTER_LABEL = ' .:#("“'
_PLATE_DIGITS, _BEFORE_PLATE = (2, 3), frozenset(("", " ", "\n", "(", ":"))
_MOST = 64  # signs of a code to either side of its first digits
_COMPOUND, _FEW_LETTERS = 12, 6


def find_numbers(page: Page) -> Iterator[Cue]:
    """Yield codes that no finder with better knowledge names: long numbers, letters with digits, labelled numbers."""
    yield from find_forms(page, "numbers")
    done = 0
    for start, end in page.digits:
        if start >= done:
            start, done, direct = _code(page.text, start, end, done)
            if direct is not None:
                yield Cue(start, done, "CODE", direct)


def _code(text: str, start: int, end: int, floor: int) -> tuple[int, int, bool | None]:
    """Return where the code around some digits begins and ends, and whether it identifies; None if it is none."""
    if text[start - 1 : start] in _BEFORE_PLATE:
        plate = _PLATE.match(text, start)
        stop = plate.end() if plate else _letters_after(text, start, end)
        if stop is not None:
            return start, stop, True
    start, end = _widen(text, start, end, floor)
    before = text[max(0, start - 24) : start]
    series = _SERIES.search(before) if "A" <= before.rstrip()[-1:] <= "Z" else None
    if series and series["label"].lower() in words("code_before") and not _is_weak(series["letters"]):
        return start - len(series["letters"]), end, True
    led = end - start > _SHORT or _PLATE_CUE.search(text[max(0, start - 30) : start])
    letters = _LETTERS_BEFORE.search(text[max(0, start - 6) : start]) if led else None
    if letters and _is_series(letters["letters"]):
        return start - len(letters[0]), end, True
    return start, end, _is_direct(text, start, end)


def _ends_sentence(label: re.Match[str]) -> bool:
    """Tell whether a word and a full stop before a number end a sentence, and are no short form."""
    return (
        _STOP.match(label[0], len(label["word"])) is not None
        and len(label["word"]) > _SHORT
        and is_english_word(label["word"])
    )


def _is_weak(letters: str) -> bool:
    return letters.strip().lower() in words("weak_code_before")  # "INCIDENT FORM 3"


def _is_series(letters: str) -> bool:
    """Tell whether letters before a number belong to a code, and are no money, no measure, no word."""
    key = letters.lower()
    plain = key in words("measure_labels") or key in words("weak_code_before")
    plain = plain or (is_english_word(key) and len(key) > _SHORT + 1)  # "TIME 19:22"
    return letters not in words("currency_codes") and letters not in _NO_SERIES and not plain


def _letters_after(text: str, start: int, end: int) -> int | None:
    """Return the end of a number plate such as ``418 BKT``; None if the letters are those of an amount."""
    match = _THREE_LETTERS.match(text, end) if end - start in _PLATE_DIGITS else None
    if match is None or match["letters"] in words("currency_codes") or match["letters"] in _NO_SERIES:
        return None
    key = match["letters"].lower()
    return None if key in words("plain_acronyms") or key in words("measures") or is_known(key) else match.end()


def _widen(text: str, start: int, end: int, floor: int) -> tuple[int, int]:
    """Return the run of letters, digits and inner punctuation around digits."""
    least, most = max(floor, start - _MOST), min(len(text), end + _MOST)
    while start > least and (text[start - 1].isalnum() or text[start - 1] in _INSIDE):
        start -= 1
    while end < most and (text[end].isalnum() or text[end] in _INSIDE):
        end += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    while start < end and not text[start].isalnum():
        start += 1
    return start, end


def _is_direct(text: str, start: int, end: int) -> bool | None:
    """Tell whether a code may well identify by itself; None if it is none."""
    value, before = text[start:end], text[max(0, start - 24) : start]
    digits, letters = sum(map(str.isdigit, value)), sum(map(str.isalpha, value))
    last = before.rstrip(_AFTER_LABEL)[-1:]
    label = _LABEL.search(before) if last.isspace() or (last.isalnum() and not last.isdecimal()) else None
    if label and digits == len(value) <= _SHORT and _ends_sentence(label):
        return None  # "Close the box. 2. Check the seal."
    word = label["word"].lower() if label else ""
    if _PARAGRAPH.search(before) or word in words("no_code_before"):
        return None
    if digits <= _SHORT and word in words("weak_code_before") and not (label and label["named"]):
        return None
    if (label and label["named"]) or word in words("code_before") or before.rstrip(" ")[-1:] == "#":
        return digits > 1
    if text[start - 1 : start] == "(" and text[end : end + 1] == ")" and digits == _YEARLIKE - 1:
        return True  # the number of somebody's room or file
    if _ORDINARY.fullmatch(value):
        if digits != len(value) or digits < _YEARLIKE:
            return None
        return digits >= _LONG
    if letters:
        compound = letters > digits + _COMPOUND and "-" in value  # "year-9-and-above"
        return None if compound else digits > 1 or letters < _FEW_LETTERS
    return None if _SCORE.fullmatch(value) else digits >= _YEARLIKE or any(sign in value for sign in "/:")
