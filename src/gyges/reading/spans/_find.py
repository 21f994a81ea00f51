"""All mentions of a text, from every finder, in order and without overlap."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from gyges.reading._reading import ReadMention
from gyges.reading.amounts._amounts import find_amounts, find_measures
from gyges.reading.codes._contacts import find_accounts, find_contacts
from gyges.reading.codes._numbers import find_numbers
from gyges.reading.family._kin import find_kin
from gyges.reading.languages._mentions import mentions_in
from gyges.reading.languages._passages import foreign_paragraphs
from gyges.reading.languages.table._language import Language, language_to_read
from gyges.reading.masks._find import find_masks
from gyges.reading.masks._labels import find_labels, find_names_in_brackets
from gyges.reading.names._capitals import find_capitals
from gyges.reading.names._signs import find_signs, find_turns
from gyges.reading.names._small import find_small
from gyges.reading.names._subjects import find_subjects
from gyges.reading.names._word_names import find_word_names
from gyges.reading.page._composed import composed
from gyges.reading.page._language import ENGLISH
from gyges.reading.page._page import Page, kept_page, once_a_page
from gyges.reading.page._spans import Cue
from gyges.reading.places._postal import find_houses, find_postal
from gyges.reading.spans._chains import chain
from gyges.reading.spans._echoes import find_echoes
from gyges.reading.spans._edges import left_inside, outside_passages
from gyges.reading.spans._grow import grow
from gyges.reading.spans._layers import lay
from gyges.reading.spans._shape import shape
from gyges.reading.spans._sources import find_known
from gyges.reading.time._ages_told import find_age_gaps, find_ages_in_passing
from gyges.reading.time._points import find_times
from gyges.reading.traits._traits import find_conditions, find_fields, find_traits
from gyges.reading.work._spans import find_callings, find_degrees, find_schooling

__all__ = ["LAYERS", "as_page", "find_mentions", "resolve"]

Finder = Callable[[Page], Iterable[Cue]]

_TEXTS_KEPT = 4  # whose mentions are kept: whoever guards a release asks for those that the masker saw
_MASK = "MASKED"
_MASKED = re.compile(r"\*{3,}|█+|_{3,}|(?<!\w)[Xx]{4,}(?!\w|[- ]?(?:[Xx]{4}[- ]){0,9}\d)")
_CUT_NUMBER = re.compile(r"(?:[Xx]{2,6}[- ]?){1,5}\d{2,6}(?!\w)")  # "XXXX-4409" still tells its end


def _known(part: str) -> Finder:
    """Return the finder of a part of what the reader sees."""
    return lambda page: getattr(find_known(page), part)


def _only(find: Finder, kind: str) -> Finder:
    return lambda page: (cue for cue in find(page) if cue.kind == kind)


def _once(find: Finder) -> Finder:
    return once_a_page(lambda page: tuple(find(page)))


def _bracketed(page: Page) -> Iterator[Cue]:
    return (Cue(*span, "PERSON", True) for span in find_names_in_brackets(page.text))


_contacts, _fields = _once(find_contacts), _once(find_fields)

LAYERS: tuple[tuple[str, tuple[Finder, ...]], ...] = (
    ("masked already", (lambda page: (Cue(*span, _MASK) for span in page.hidden),)),
    ("mail addresses", (_known("mails"),)),
    ("links", (_only(_contacts, "CODE"),)),
    ("degrees", (find_degrees,)),
    ("codes and dates", (_known("sure"),)),
    ("labelled descriptions", (_only(_fields, "DEM"),)),
    ("postal addresses", (find_postal,)),
    ("names", (_known("names"),)),
    ("speakers", (find_turns,)),
    ("names in brackets", (_bracketed,)),
    ("contacts", (_contacts,)),
    ("numbered streets", (_known("direct"),)),
    ("names by what stands around them", (find_signs, _fields, find_accounts, find_houses, find_word_names)),
    ("gaps of age, school classes", (find_age_gaps, find_schooling)),
    ("amounts", (find_amounts,)),
    ("organisations, places, jobs, ages", (_known("soft"),)),
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


@lru_cache(maxsize=_TEXTS_KEPT)
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
    made = composed(text)
    if made is not None:
        return tuple(
            replace(one, start=made.back(one.start), end=made.back(one.end)) for one in find_mentions(made.text)
        )
    language = language_to_read(text)
    found = _mentions(as_page(text), language)
    foreign = foreign_paragraphs(text, _name(language))
    kept = list(outside_passages(text, found, foreign))
    for number, (low, high) in enumerate(foreign, 1):
        other = language_to_read(text[low:high])
        inside = [
            replace(
                one, start=one.start + low, end=one.end + low, person=f"{one.person}-{number}" if one.person else None
            )
            for one in _mentions(as_page(text[low:high]), other)
        ]
        kept += [*inside, *left_inside(text, found, (low, high), inside, _name(other))]
    return tuple(sorted(kept, key=lambda one: one.start))


def _name(language: Language | None) -> str:
    return ENGLISH if language is None else language.name


def _mentions(page: Page, language: Language | None) -> list[ReadMention]:
    """Return the mentions of a page by the reader of one language, None for English."""
    if language is not None:
        return list(mentions_in(language, page))
    cues = grow(page.text, resolve(page))
    if echoes := list(find_echoes(page, cues)):
        cues = lay(page.text, [("echoes", echoes)], cues)
    cues = shape(page, [cue for cue in cues if cue.kind != _MASK])
    chains = chain(page.text, cues, find_known(page).named)
    return [ReadMention(cue.start, cue.end, cue.kind, cue.direct, chains.get(cue.start)) for cue in cues]


def resolve(page: Page) -> list[Cue]:
    """Return what all layers see in a page, in order and without overlap; the rule of each cue is its layer."""
    seen: list[tuple[str, list[Cue]]] = []
    for name, finders in LAYERS:
        layer: list[Cue] = []
        for find in finders:
            layer += find(page)
        seen.append((name, layer))
    return lay(page.text, seen)


def as_page(text: str) -> Page:
    """Return a text as a page on which nothing stands where something was masked."""
    hidden = _placeholders(text)
    return kept_page(_blank(text, hidden) if hidden else text, hidden)


@lru_cache(maxsize=_TEXTS_KEPT)
def _placeholders(text: str) -> tuple[tuple[int, int], ...]:
    """Return where something is masked already."""
    if not any(
        sign in text
        for sign in ("[", "<", "{", "***", "█", "___", "XXXX", "xxxx", "somebody", "Person ", "Participant ")
    ):
        return ()
    found = [(mask.start, mask.end) for mask in find_masks(text) if not _CUT_NUMBER.match(text, mask.start)]
    hidden: list[tuple[int, int]] = []
    for start, end in sorted({*found, *find_labels(text), *(match.span() for match in _MASKED.finditer(text))}):
        if hidden and start < hidden[-1][1]:  # two ways to see one: what either covers is hidden
            hidden[-1] = (hidden[-1][0], max(end, hidden[-1][1]))
        else:
            hidden.append((start, end))
    return tuple(hidden)


def _blank(text: str, hidden: tuple[tuple[int, int], ...]) -> str:
    """Return a text of the same length in which nothing stands where something was masked."""
    parts: list[str] = []
    last = 0
    for start, end in hidden:
        parts += [text[last:start], "·" * (end - start)]
        last = end
    return "".join([*parts, text[last:]])
