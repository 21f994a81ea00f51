"""What the rules see in a text as spans: the signals and edges that the finder weighs beside the tagger."""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from gyges.reading._cues import gather_spans
from gyges.reading._reading import ReadMention
from gyges.reading.codes._contacts import find_contacts
from gyges.reading.languages._mentions import mentions_in
from gyges.reading.languages._passages import foreign_paragraphs
from gyges.reading.languages.table._language import language_to_read
from gyges.reading.masks._find import find_labels, find_masks, titles_before
from gyges.reading.page._language import ENGLISH
from gyges.reading.page._page import Page, kept_page
from gyges.reading.page._spans import Cue, Spans, lay
from gyges.reading.people._chains import chain
from gyges.reading.places._addresses import find_postal
from gyges.reading.plain import plain_text
from gyges.reading.time._ages import age_spans

_TEXTS_KEPT = 4  # whose mentions are kept: signals, spans and passages abroad ask for those of one text
_MASK = "MASKED"
_MASKED = re.compile(r"\*{3,}|█+|_{3,}|(?<!\w)[Xx]{4,}(?!\w|[- ]?(?:[Xx]{4}[- ]){0,9}\d)")
_CUT_NUMBER = re.compile(r"(?:[Xx]{2,6}[- ]?){1,5}\d{2,6}(?!\w)")  # "XXXX-4409" still tells its end
_SIGNS = ("[", "<", "{", "***", "█", "___", "XXXX", "xxxx", "somebody", "Person ", "Participant ")


@lru_cache(maxsize=_TEXTS_KEPT)
def find_mentions(text: str) -> tuple[ReadMention, ...]:
    """Return what the rules see in a text, every passage in its language, in order, without overlap."""
    made = plain_text(text)
    if made.layers:
        return tuple(made.placed(_find_mentions(made.text)))
    return tuple(_find_mentions(text))


def _find_mentions(text: str) -> list[ReadMention]:
    language = language_to_read(text)
    foreign = foreign_paragraphs(text, ENGLISH if language is None else language.name)
    passages = Spans(foreign)
    kept = [one for one in _mentions(text) if not passages.meets(one.start, one.end)]
    for number, (low, high) in enumerate(foreign, 1):
        kept += [
            replace(
                one, start=one.start + low, end=one.end + low, person=f"{one.person}-{number}" if one.person else None
            )
            for one in _mentions(text[low:high])
        ]
    return sorted(kept, key=lambda one: one.start)


def _mentions(text: str) -> Iterable[ReadMention]:
    """Return the mentions of a text that is in one language."""
    page, language = as_page(text), language_to_read(text)
    if language is not None:
        return mentions_in(language, page)
    spans = _whole(text, [one for one in lay(text, _layers(page)) if one.kind != _MASK])
    chains = chain(text, spans, gather_spans(page).names)
    return [ReadMention(one.start, one.end, one.kind, one.direct, chains.get(one.start)) for one in spans]


def _whole(text: str, spans: Iterable[Cue]) -> list[Cue]:
    """Return spans of which places with only a blank between them are one: "38640 Goslar"."""
    made: list[Cue] = []
    for one in spans:
        if made and made[-1].kind == one.kind == "LOC" and text[made[-1].end : one.start] == " ":
            made[-1] = Cue(made[-1].start, one.end, "LOC", made[-1].direct or one.direct)
        else:
            made.append(one)
    return made


def _layers(page: Page) -> list[list[Cue]]:
    """Return what stands on a page, surest first: an earlier layer keeps its words, a later one gets what is left."""
    cues = gather_spans(page)
    codes = [Cue(one.start, one.end, "CODE", True) for one in cues.codes]
    contacts = list(find_contacts(page))
    towns = [Cue(one.start, one.end, "DEM" if one.kind == "demonym" else "LOC") for one in cues.places]
    streets = [
        Cue(one.start, one.end, "LOC", True)
        for one in cues.places
        if one.kind == "street" and any(map(str.isdigit, one.text))
    ]
    return [
        [Cue(*span, _MASK) for span in page.hidden],
        [one for one in codes if "@" in page.text[one.start : one.end]],
        [one for one in contacts if one.kind == "CODE"],
        [*codes, *(Cue(one.start, one.end, "DATETIME") for one in cues.dates)],
        list(find_postal(page)),
        [Cue(_titled(page.text, one.start), one.end, "PERSON", True) for one in cues.names],
        contacts,
        streets,
        [
            *(Cue(one.start, one.end, "ORG") for one in cues.organisations),
            *towns,
            *(Cue(one.start, one.end, "DEM") for one in cues.occupations),
            *(Cue(*span, "DEM") for span in age_spans(page)),
        ],
    ]


def _titled(text: str, start: int) -> int:
    """Return where the titles before a name begin, which tell a sex or a rank; else where it begins itself."""
    titles = titles_before(text, start)
    return titles[-1][1] if titles else start


def as_page(text: str) -> Page:
    """Return a text as a page on which nothing stands where something was masked."""
    hidden = _placeholders(text)
    return kept_page(_blank(text, hidden) if hidden else text, hidden)


@lru_cache(maxsize=_TEXTS_KEPT)
def _placeholders(text: str) -> tuple[tuple[int, int], ...]:
    """Return where something is masked already."""
    if not any(sign in text for sign in _SIGNS):
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
