"""All direct identifiers of a text, for a guard: less is asked of them than of what a masker hides."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from gyges.anonymizers.identifiers._identifier import Identifier, blanked, is_date, is_identifier, is_of_paper
from gyges.anonymizers.identifiers._numbers import birth_dates, phone_numbers, street_numbers, written_codes
from gyges.anonymizers.identifiers._runs import listed_names, with_particles
from gyges.anonymizers.identifiers._suspects import suspected_names as suspected_in_english
from gyges.reading import (
    ENGLISH,
    Code,
    Page,
    as_page,
    composed,
    find_codes,
    find_mentions,
    foreign_paragraphs,
    kept_page,
    reading_language,
    split_windows,
    suspected_names,
)

__all__ = ["Identifiers", "direct_identifiers", "window_starts"]


_SHORT_BUT_SURE = frozenset(("IDENTIFICATION_NUMBER", "PASSPORT_NUMBER", "DRIVER_LICENSE_NUMBER"))
_LONGEST, _WINDOW = 100_000, 16_000
"""Characters of a text that is looked through at once, and of the windows of a longer one: what they cost grows with
their length only, that of a text grows faster. `subjectwise` works in the same windows."""
WIDEST_WINDOW, _WINDOWS_KEPT = 2 * _WINDOW, 256
"""Characters of a text, and how many of them, whose identifiers are kept: the windows of a text of 2 MB and of its
release, which a method that works window by window has looked through before the guard does."""
_OTHERS = frozenset(("LOC", "ORG", "DATETIME"))


@dataclass(frozen=True, slots=True)
class Identifiers:
    """What identifies somebody in a text, and what does not.

    Attributes:
        found: The direct identifiers, in order; they may overlap.
        others: Places, organisations and times, in which the name of a person is none.
    """

    found: tuple[Identifier, ...]
    others: tuple[tuple[int, int], ...]


def _is_sure(text: str, code: Code) -> bool:
    """Tell whether a number is somebody's by its label, however short it is."""
    return code.kind in _SHORT_BUT_SURE and not is_date(code.value) and not is_of_paper(text, code.start)


def _suspected(page: Page, others: Sequence[tuple[int, int]], language: str) -> Iterator[Identifier]:
    """Yield names the reader may have missed, by the rules of the language they stand in.

    Elsewhere than in English a capital or a place in a sentence says other things.
    """
    text = page.text
    foreign = foreign_paragraphs(text, language)
    for low, high in foreign:
        inside = [(start - low, end - low) for start, end in others if low <= start and end <= high]
        for one in _suspected_in(Page(text[low:high]), inside, reading_language(text[low:high])):
            yield one._replace(start=one.start + low, end=one.end + low)
    for one in _suspected_in(page, others, language):
        if not any(low <= one.start and one.end <= high for low, high in foreign):
            yield one


def _suspected_in(page: Page, others: Sequence[tuple[int, int]], language: str) -> Iterator[Identifier]:
    if language == ENGLISH:
        return suspected_in_english(page, others)
    return (Identifier(start, end, "PERSON") for start, end in suspected_names(page.text, others))


@lru_cache(maxsize=4)
def direct_identifiers(text: str, starts: tuple[int, ...] = ()) -> Identifiers:
    """Return what identifies somebody by itself in a text; a long one is looked through window by window.

    Args:
        text: The text.
        starts: Where the windows of a long one begin; without any, as `window_starts` says.
    """
    made = composed(text)
    if made is not None:
        told = direct_identifiers(made.text)
        found = (one._replace(start=made.back(one.start), end=made.back(one.end)) for one in told.found)
        return Identifiers(tuple(found), tuple((made.back(start), made.back(end)) for start, end in told.others))
    if len(text) <= _LONGEST and not starts:
        return _of_window(text)
    found_in: list[Identifier] = []
    others: list[tuple[int, int]] = []
    for at, end in pairwise((*(starts or window_starts(text)), len(text))):
        here = _of_window(text[at:end])
        found_in += [one._replace(start=one.start + at, end=one.end + at) for one in here.found]
        others += [(start + at, end + at) for start, end in here.others]
    return Identifiers(tuple(found_in), tuple(others))


def window_starts(text: str) -> tuple[int, ...]:
    """Return where the windows begin in which a text is looked through; nothing for one that is not too long."""
    return tuple(window.start for window in split_windows(text, _WINDOW)) if len(text) > _LONGEST else ()


def _identifiers(text: str) -> Identifiers:
    mentions = find_mentions(text)
    plain = blanked(text)
    page = as_page(text)
    if page.text != plain:  # the reader takes more for masked
        page = kept_page(plain)
    others = tuple((one.start, one.end) for one in mentions if one.type in _OTHERS and not one.direct)
    read = [
        Identifier(one.start, one.end, one.type)
        for one in mentions
        if one.direct and is_identifier(text, one.start, one.end, one.type)
    ]
    read += [Identifier(one.start, one.end, "CODE") for one in find_codes(page) if _is_sure(plain, one)]
    language = reading_language(text)
    names = [*read, *_suspected(page, others, language)]
    if language == ENGLISH:
        names = [*with_particles(plain, names), *listed_names(plain, names)]
    numbers = [*phone_numbers(page), *written_codes(page), *street_numbers(page), *birth_dates(page)]
    return Identifiers(tuple(sorted({*names, *numbers})), others)


def _of_window(text: str) -> Identifiers:
    return _kept(text) if len(text) <= WIDEST_WINDOW else _identifiers(text)


_kept = lru_cache(maxsize=_WINDOWS_KEPT)(_identifiers)
