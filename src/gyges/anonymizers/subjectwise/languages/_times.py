"""Ages as bands of years, dates as months and seasons, amounts as round numbers."""

import re
from collections.abc import Mapping
from dataclasses import replace
from math import floor, log10
from typing import Any

from gyges.anonymizers.subjectwise.languages._people import matching
from gyges.anonymizers.subjectwise.languages._swap import LanguageSwap
from gyges.anonymizers.subjectwise.languages._table import Band, LanguageWriting
from gyges.reading.details import Detail

__all__ = ["age_swap", "amount_swap", "date_swap", "is_no_age", "with_tail"]

_MONTH_WORD = re.compile(r"[^\W\d_]{3,}")
_FIGURE = re.compile(r"\d[\d.,'’ ]*\d|\d")
_FAR = 24  # code points in which the words stand that lead to a date
_FEW = 10  # below which a number is not rounded


def is_no_age(text: str, detail: Detail, writing: LanguageWriting) -> bool:
    """Tell whether years are not those of somebody, by what follows them: "elf Jahre Erfahrung"."""
    return writing.no_ages.match(text, detail.start) is not None


def age_swap(text: str, detail: Detail, writing: LanguageWriting) -> LanguageSwap | None:
    """Return the band of years an age lies in, as its words stand in the sentence; None where no pattern fits."""
    age = detail.high if detail.high is not None else detail.low
    band = next((one for one in writing.bands if age is not None and age < one.below), None)
    if band is None:
        return None
    for pattern in writing.ages:
        match = matching(text, detail.start, detail.end, pattern)
        if match is not None:
            words = (_aged(one, band, match) for one in (pattern.new, pattern.then or pattern.new))
            return LanguageSwap(detail.start, detail.end, tuple(dict.fromkeys(words)))
    return None


def _aged(new: str, band: Band, match: re.Match[str]) -> str:
    ending = match.groupdict().get("e") or ""
    adjective = band.adjective
    return new.format(number=band.number, adjective=adjective, noun=adjective.capitalize(), e=ending)


def date_swap(text: str, detail: Detail, writing: LanguageWriting) -> LanguageSwap | None:
    """Return month and season for a day, the decade for a birth, with words before it that fit.

    None for what tells no day, and where the table has no words.
    """
    dates = writing.dates
    if detail.kind == "birth":
        if detail.year is None or "decade" not in dates:
            return None
        return _led(text, detail, writing, "birth", (dates["decade"].format(decade=detail.year // 10 * 10),))
    if detail.day is None or detail.month is None or "months" not in dates:
        return None
    own = next((word for word in _MONTH_WORD.findall(text[detail.start : detail.end]) if _is_month(word, dates)), "")
    month = own or dates["months"][detail.month - 1]
    season = dates["seasons"][detail.month - 1]
    if detail.year is None:
        rungs = dates["month_only"].format(month=month), dates["season_only"].format(season=season)
    else:
        rungs = (
            dates["month"].format(month=month, year=detail.year),
            dates["season"].format(season=season, year=detail.year),
        )
    return _led(text, detail, writing, "range" if detail.tag == "range" else "date", rungs)


def _is_month(word: str, dates: Mapping[str, Any]) -> bool:
    return word.lower() in {month.lower() for month in (*dates["months"], *dates.get("more_months", ()))}


def with_tail(text: str, detail: Detail, writing: LanguageWriting) -> Detail:
    """Return a date with the hours behind it, and with the comma that closes it where one opens inside."""
    tail = re.compile(writing.dates.get("tails", "(?!)")).match(text, detail.end)
    end = tail.end() if tail is not None else detail.end
    if "," in text[detail.start : end] and text[end : end + 1] == "," and _lead_of(text, detail, writing, "date"):
        end += 1
    return replace(detail, end=end)


def _lead_of(text: str, detail: Detail, writing: LanguageWriting, kind: str) -> tuple[str, str] | None:
    """Return the words that lead to a date, and what they become; None where none do."""
    head = text[max(0, detail.start - _FAR) : detail.start]
    for lead in writing.dates.get("leads", ()):
        found = re.search(rf"(?<!\w)(?:{lead['before']})$", head, re.IGNORECASE)
        if found is not None and kind == lead.get("kind", "date"):
            return found.group(), lead["new"]
    return None


def _led(text: str, detail: Detail, writing: LanguageWriting, kind: str, rungs: tuple[str, ...]) -> LanguageSwap:
    """Return a swap with the words that lead to a date, as they must be before a month or a decade."""
    lead = _lead_of(text, detail, writing, kind)
    if lead is None:
        return LanguageSwap(detail.start, detail.end, rungs)
    return LanguageSwap(detail.start - len(lead[0]), detail.end, tuple(lead[1].format(rung) for rung in rungs))


def amount_swap(text: str, detail: Detail, writing: LanguageWriting) -> LanguageSwap | None:
    """Return a round number for an exact one; None for small ones and for what has no figures."""
    shown = text[detail.start : detail.end]
    figure = _FIGURE.search(shown)
    if figure is None or "about" not in writing.amounts:
        return None
    thousands, decimals = writing.amounts["thousands"], writing.amounts["decimals"]
    plain = re.sub(rf"[{re.escape(thousands)}'’ ]", "", figure.group()).replace(decimals, ".")
    try:
        number = float(plain)
    except ValueError:  # a number of a form of its own: "3.2.1"
        return None
    if number < _FEW:
        return None
    size = 10 ** floor(log10(number))
    rounded = f"{round(number / size) * size:,.0f}".replace(",", thousands)
    if rounded == figure.group():
        return None
    new = f"{writing.amounts['about']} {shown[: figure.start()]}{rounded}{shown[figure.end() :]}"
    return LanguageSwap(detail.start, detail.end, (new,))
