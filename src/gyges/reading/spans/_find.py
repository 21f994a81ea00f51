"""All mentions of a text, from every finder, in order and without overlap."""

import re

from gyges.reading._reading import ReadMention
from gyges.reading.amounts._amounts import find_amounts
from gyges.reading.amounts._measures import find_measures
from gyges.reading.codes._accounts import find_accounts
from gyges.reading.codes._contacts import find_contacts
from gyges.reading.codes._numbers import find_numbers
from gyges.reading.family._kin_spans import find_kin
from gyges.reading.languages._language import language_to_read
from gyges.reading.languages._mentions import mentions_in
from gyges.reading.masks._find import find_masks
from gyges.reading.names._capitals import find_capitals
from gyges.reading.names._letters import find_letters
from gyges.reading.names._nicknames import find_nicknames
from gyges.reading.names._signs import find_signs
from gyges.reading.names._small import find_small
from gyges.reading.names._subjects import find_subjects
from gyges.reading.names._titled import find_titled
from gyges.reading.names._turns import find_turns
from gyges.reading.names._word_names import find_word_names
from gyges.reading.page._scan import Span, look_at
from gyges.reading.places._house_numbers import find_houses
from gyges.reading.places._postal import find_postal
from gyges.reading.spans._chains import chain
from gyges.reading.spans._echoes import find_echoes
from gyges.reading.spans._grow import grow
from gyges.reading.spans._layers import lay
from gyges.reading.spans._shape import shape
from gyges.reading.spans._sources import find_known
from gyges.reading.time._ages_in_passing import find_age_gaps, find_ages_in_passing
from gyges.reading.time._points import find_times
from gyges.reading.traits._conditions import find_conditions
from gyges.reading.traits._fields import find_fields
from gyges.reading.traits._traits import find_traits
from gyges.reading.work._callings import find_callings
from gyges.reading.work._schooling import find_degrees, find_schooling

__all__ = ["find_mentions"]

_MASKED = re.compile(
    r"\[[A-Z][A-Z_ /-]{1,28}[ _#:-]?\d{0,4}\]|<[A-Z][A-Z_]{1,28}[ _#:-]?\d{0,4}>|\{[A-Z][A-Z_]{1,28}[ _#:-]?\d{0,4}\}"
    r"|\[[A-Z][a-z]+ [A-Z\d]{1,2}\]"
    r"|\[(?i:redacted|anonymi[sz]ed|removed|deleted|name|omitted|withheld|masked|hidden)[^\]\n]{0,24}\]"
    r"|\*{3,}|█+|_{3,}|(?<!\w)[Xx]{4,}(?!\w|[- ]?(?:[Xx]{4}[- ])*\d)"
)


_CUT_NUMBER = re.compile(r"(?:[Xx]{2,6}[- ]?){1,5}\d{2,6}(?!\w)")  # "XXXX-4409" still tells its end


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
    language = language_to_read(text)
    if hidden:
        text = _blank(text, hidden)
    if language is not None:
        return mentions_in(language, text, hidden)
    scan = look_at(text)
    found = find_known(scan, hidden)
    names = [Span(name.start, name.end, "PERSON", True) for name in found.names]
    contacts = list(find_contacts(scan))
    fields = list(find_fields(text))
    codes = [span for span in contacts if span.type == "CODE"]
    spans = lay(
        text,
        [
            [Span(start, end, "MASKED") for start, end in hidden],
            [span for span in found.sure if span.type == "CODE" and "@" in text[span.start : span.end]],
            codes,
            find_degrees(text),
            found.sure,
            [span for span in fields if span.type == "DEM"],
            find_postal(scan),
            names,
            find_turns(text),
            contacts,
            [span for span in found.soft if span.direct],
            [
                *find_nicknames(scan),
                *find_titled(scan),
                *find_signs(scan),
                *fields,
                *find_letters(text),
                *find_accounts(scan),
                *find_houses(scan),
                *find_word_names(scan),
            ],
            [*find_age_gaps(text), *find_schooling(scan)],
            find_amounts(scan),
            found.soft,
            find_times(scan),
            [*find_kin(scan), *find_traits(scan), *find_conditions(scan), *find_ages_in_passing(scan)],
            find_measures(scan),
            find_numbers(scan),
            find_subjects(scan),
            find_capitals(scan),
            find_callings(scan),
            find_small(scan),
        ],
    )
    spans = grow(text, spans)
    if echoes := list(find_echoes(scan, spans)):
        spans = lay(text, [echoes], spans)
    spans = shape(scan, [span for span in spans if span.type != "MASKED"])
    chains = chain(text, spans, found.names)
    return tuple(ReadMention(span.start, span.end, span.type, span.direct, chains.get(span.start)) for span in spans)


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
