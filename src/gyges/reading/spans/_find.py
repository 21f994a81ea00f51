"""All mentions of a text, from every finder, in order and without overlap."""

import re
from collections.abc import Callable, Iterable, Iterator

from gyges.reading._reading import ReadMention
from gyges.reading.amounts._amounts import find_amounts, find_measures
from gyges.reading.codes._contacts import find_accounts, find_contacts
from gyges.reading.codes._numbers import find_numbers
from gyges.reading.family._kin import find_kin
from gyges.reading.languages._language import language_named
from gyges.reading.languages._mentions import mentions_in
from gyges.reading.masks._find import find_masks
from gyges.reading.names._capitals import find_capitals
from gyges.reading.names._signs import find_signs, find_turns
from gyges.reading.names._small import find_small
from gyges.reading.names._subjects import find_subjects
from gyges.reading.names._word_names import find_word_names
from gyges.reading.page._page import Page, once_a_page
from gyges.reading.page._spans import Cue
from gyges.reading.places._postal import find_houses, find_postal
from gyges.reading.spans._chains import chain
from gyges.reading.spans._echoes import find_echoes
from gyges.reading.spans._grow import grow
from gyges.reading.spans._layers import lay
from gyges.reading.spans._shape import shape
from gyges.reading.spans._sources import find_known
from gyges.reading.time._ages_told import find_age_gaps, find_ages_in_passing
from gyges.reading.time._points import find_times
from gyges.reading.traits._traits import find_conditions, find_fields, find_traits
from gyges.reading.work._spans import find_callings, find_degrees, find_schooling

__all__ = ["LAYERS", "find_mentions", "resolve"]

Finder = Callable[[Page], Iterable[Cue]]

_MASK = "MASKED"
_MASKED = re.compile(
    r"\[[A-Z][A-Z_ /-]{1,28}[ _#:-]?\d{0,4}\]|<[A-Z][A-Z_]{1,28}[ _#:-]?\d{0,4}>|\{[A-Z][A-Z_]{1,28}[ _#:-]?\d{0,4}\}"
    r"|\[[A-Z][a-z]+ [A-Z\d]{1,2}\]"
    r"|\[(?i:redacted|anonymi[sz]ed|removed|deleted|name|omitted|withheld|masked|hidden)[^\]\n]{0,24}\]"
    r"|\*{3,}|█+|_{3,}|(?<!\w)[Xx]{4,}(?!\w|[- ]?(?:[Xx]{4}[- ])*\d)"
)
_CUT_NUMBER = re.compile(r"(?:[Xx]{2,6}[- ]?){1,5}\d{2,6}(?!\w)")  # "XXXX-4409" still tells its end


@once_a_page
def _contacts(page: Page) -> tuple[Cue, ...]:
    return tuple(find_contacts(page))


@once_a_page
def _fields(page: Page) -> tuple[Cue, ...]:
    return tuple(find_fields(page))


def _masked(page: Page) -> Iterator[Cue]:
    return (Cue(start, end, _MASK) for start, end in page.hidden)


def _mails(page: Page) -> Iterator[Cue]:
    return (cue for cue in find_known(page).sure if cue.kind == "CODE" and "@" in page.text[cue.start : cue.end])


def _links(page: Page) -> Iterator[Cue]:
    return (cue for cue in _contacts(page) if cue.kind == "CODE")


def _sure(page: Page) -> Iterable[Cue]:
    return find_known(page).sure


def _described(page: Page) -> Iterator[Cue]:
    return (cue for cue in _fields(page) if cue.kind == "DEM")


def _names(page: Page) -> Iterator[Cue]:
    return (Cue(name.start, name.end, "PERSON", True) for name in find_known(page).names)


def _direct(page: Page) -> Iterator[Cue]:
    return (cue for cue in find_known(page).soft if cue.direct)


def _soft(page: Page) -> Iterable[Cue]:
    return find_known(page).soft


LAYERS: tuple[tuple[str, tuple[Finder, ...]], ...] = (
    ("masked already", (_masked,)),
    ("mail addresses", (_mails,)),
    ("links", (_links,)),
    ("degrees", (find_degrees,)),
    ("codes and dates", (_sure,)),
    ("labelled descriptions", (_described,)),
    ("postal addresses", (find_postal,)),
    ("names", (_names,)),
    ("speakers", (find_turns,)),
    ("contacts", (_contacts,)),
    ("numbered streets", (_direct,)),
    (
        "names by what stands around them",
        (
            find_signs,
            _fields,
            find_accounts,
            find_houses,
            find_word_names,
        ),
    ),
    ("gaps of age, school classes", (find_age_gaps, find_schooling)),
    ("amounts", (find_amounts,)),
    ("organisations, places, jobs, ages", (_soft,)),
    ("times", (find_times,)),
    ("kin, traits, ages in passing", (find_kin, find_traits, find_conditions, find_ages_in_passing)),
    ("measures", (find_measures,)),
    ("numbers", (find_numbers,)),
    ("subjects of sentences", (find_subjects,)),
    ("capitals", (find_capitals,)),
    ("callings", (find_callings,)),
    ("small words", (find_small,)),
)
"""Who comes first where two finders see the same words: an earlier layer keeps them, a later one gets what is left."""


def find_mentions(text: str) -> tuple[ReadMention, ...]:
    """Return the spans of a text that say something about somebody, in order, without overlap.

    What a careful masker hides: names, accounts, codes, places, organisations, times, amounts, and words for what
    somebody is. Recall counts more than precision. What is masked already is left alone.

    Args:
        text: Any text.

    Example:
        >>> text = "Ana Reis (43), a nurse in Porto, called on 3 May."
        >>> [(text[m.start : m.end], m.type) for m in find_mentions(text)][0]
        ('Ana Reis', 'PERSON')
    """
    hidden = _placeholders(text)
    page = Page(text, hidden)
    language = language_named(page.language)
    if hidden:
        page = Page(_blank(text, hidden), hidden)
    if language is not None:
        return mentions_in(language, page)
    cues = grow(page.text, resolve(page))
    if echoes := list(find_echoes(page, cues)):
        cues = lay(page.text, [("echoes", echoes)], cues)
    cues = shape(page, [cue for cue in cues if cue.kind != _MASK])
    chains = chain(page.text, cues, find_known(page).names)
    return tuple(ReadMention(cue.start, cue.end, cue.kind, cue.direct, chains.get(cue.start)) for cue in cues)


def resolve(page: Page) -> list[Cue]:
    """Return what all layers see in a page, in order and without overlap; the rule of each cue is its layer."""
    seen = ((name, [cue for find in finders for cue in find(page)]) for name, finders in LAYERS)
    return lay(page.text, seen)


def _placeholders(text: str) -> list[tuple[int, int]]:
    """Return where something is masked already."""
    if not any(
        sign in text
        for sign in ("[", "<", "{", "***", "█", "___", "XXXX", "xxxx", "somebody", "Person ", "Participant ")
    ):
        return []
    found = [(mask.start, mask.end) for mask in find_masks(text) if not _CUT_NUMBER.match(text, mask.start)]
    return sorted({*found, *(match.span() for match in _MASKED.finditer(text))})


def _blank(text: str, hidden: list[tuple[int, int]]) -> str:
    """Return a text of the same length in which nothing stands where something was masked."""
    parts: list[str] = []
    last = 0
    for start, end in hidden:
        if start >= last:
            parts += [text[last:start], "·" * (end - start)]
            last = end
    return "".join([*parts, text[last:]])
