"""What is told about somebody: jobs, ages and classes."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from gyges.anonymizers.identifiers import direct_identifiers
from gyges.anonymizers.subjectwise._pieces import TAGS, Piece
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.wording import (
    Swap,
    age_swap,
    begins_sentence,
    birth_swap,
    field_around,
    job_swap,
    study_swaps,
    word_before,
)
from gyges.reading import REFERENCE_DATE, find_ages, find_occupations, kept_page

__all__ = ["find_told"]

_NAMED_JOB = 4  # certainty of a job that is named, not only hinted at
_TOLD_AGES = frozenset(("stated", "birth_year", "birth_date"))
_BARE_AGE = re.compile(r"(?:,\s|\s(?P<open>\())(?P<age>[1-9]\d|10\d)(?(open)\)|(?=,\s|\n|\.|$))")
_TURNED = re.compile(r"\bturn(?:ed|s|ing)\s(?P<age>\d{2})(?=[.,;]|\s(?:on|in|this|last|next|two|three|and)\b)")
_STAMP = re.compile(r",? \d{1,2}:\d\d")  # behind the day of a message
_OWNED = frozenset(("my", "your", "our"))  # "Ana, our driver": who that is would not be told any more
_TYPES = {"job": "DEM", "age": "DATETIME", "study": "DEM"}


def find_told(text: str, names: Collection[int]) -> Iterator[Piece]:
    """Yield the pieces that tell about people.

    Args:
        text: The text.
        names: Where names end.
    """
    for one in direct_identifiers(text).found:
        if one.type == "DATETIME" and not _STAMP.match(text, one.end):
            yield replace(_piece(text, birth_swap(text, one.start, one.end), "age"), direct=True)
    for swap in _ages(text, names):
        yield _piece(text, swap, "age")
    for swap in study_swaps(text):
        yield _piece(text, swap, "study")
    for job in find_occupations(kept_page(text)):
        former = job.text.lower().startswith(("retired ", "former ", "ex-"))
        if (job.certainty < _NAMED_JOB and not former) or job.text.lower() in words_in("grammar", "not_jobs"):
            continue
        swap_ = _job(text, job.start, job.end, job.sector, names)
        if swap_ is not None:
            yield _piece(text, swap_, "job")


def _piece(text: str, swap: Swap, kind: str) -> Piece:
    key = f"{kind} {text[swap.start : swap.end].strip(' ,()').casefold()}"
    return Piece(swap.start, swap.end, kind, (swap.new,), key, TAGS[kind], _TYPES[kind], instead=swap.instead)


def _ages(text: str, names: Collection[int]) -> Iterator[Swap]:
    for age in find_ages(kept_page(text), REFERENCE_DATE):
        swap = age_swap(text, age.start, age.end) if age.kind in _TOLD_AGES else None
        if swap is not None and not _leaves_stump(text, swap):
            yield swap
    for match in _TURNED.finditer(text):
        swap = age_swap(text, *match.span("age"))
        if swap is not None:
            yield swap
    for end in sorted(names):
        number = _BARE_AGE.match(text, end)
        swap = age_swap(text, *number.span("age")) if number is not None else None
        if swap is not None:
            yield swap


def _leaves_stump(text: str, swap: Swap) -> bool:
    """Tell whether only brackets would stand where a sentence begins: "Born in May (he tells everybody)."."""
    behind = text[swap.end : swap.end + 2].lstrip(" ")
    return not (swap.new and swap.instead) and behind[:1] == "(" and begins_sentence(text, swap.start)


def _job(text: str, start: int, end: int, sector: str | None, names: Collection[int]) -> Swap | None:
    field = field_around(text, start, end)
    if field is not None and field[0] - 1 in names and text[field[0] : start].strip() == "":
        return Swap(*field, "", "")  # the line under a signature
    first = start
    while (before := word_before(text, first)) is not None and start - first < 24:
        first = before.start
    owned = (before := word_before(text, start)) is not None and before.lower in _OWNED
    named = text[max(0, first - 2) : first] == ", " and first - 2 in names and not owned
    return job_swap(text, start, end, sector, named=named) or (job_swap(text, start, end, sector) if named else None)
