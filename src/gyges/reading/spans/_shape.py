"""Spans cut down to whole constituents, so that the sentence around a mask still reads.

A verb, a negation, an article, a preposition or a pronoun is never masked: ``teaches physics`` becomes ``physics``,
``he retired`` nothing, ``in ninth grade`` becomes ``ninth grade``.
"""

import re
from collections.abc import Iterator, Sequence

from gyges.reading.english import can_be, usual_tag
from gyges.reading.lexicon._known_words import bare, is_pronoun
from gyges.reading.lexicon._load import words
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue
from gyges.reading.spans._joins import counts, join
from gyges.reading.spans._what_names import as_what_it_names

__all__ = ["shape"]

_SHAPED = frozenset(("DEM", "QUANTITY", "DATETIME", "MISC", "ORG", "LOC"))
_NAMED = frozenset(("MISC", "ORG", "LOC"))
_AFTERTHOUGHT = re.compile(r",?\s(?:not|but|never|nor)$")
_FINITE = frozenset(("VB", "VBZ", "VBP", "VBD", "MD"))
_DETERMINERS = frozenset(("a", "an", "the", "this", "that", "each", "every"))
_ONE_SUBJECT = frozenset(("i", "he", "she", "they", "who"))


def shape(page: Page, spans: Sequence[Cue]) -> list[Cue]:
    """Return spans that are whole constituents, in order; those of one type that touch are one.

    Args:
        page: The text.
        spans: What was found in it, in order and without overlap.
    """
    made: list[Cue] = []
    for span in _named_alike(page, join(page.text, spans)):
        made += (_closed(page.text, part) for part in _parts(page, span, made[-1] if made else None))
    return made


def _named_alike(page: Page, spans: Sequence[Cue]) -> list[Cue]:
    """Return spans; a word that names a person at one place names that person everywhere."""
    people = {page.text[span.start : span.end] for span in spans if span.kind == "PERSON" and span.direct}
    people = {name for name in people if name.isalpha() and name[0].isupper() and not name.isupper()}
    return [
        Cue(span.start, span.end, "PERSON", True)
        if span.kind in _NAMED and page.text[span.start : span.end] in people
        else span
        for span in spans
    ]


def _closed(text: str, span: Cue) -> Cue:
    """Return a span with the mark that closes it: the dot of ``5 a.m.``, the second of two quotation marks."""
    value, after = text[span.start : span.end], text[span.end : span.end + 3]
    dot = value.endswith(("a.m", "p.m")) and after[:2] == ". " and after[2:].islower()
    quote = value.count('"') % 2 == 1 and after[:1] == '"'
    return span._replace(end=span.end + 1) if dot or quote else span


def _parts(page: Page, span: Cue, last: Cue | None) -> Iterator[Cue]:
    """Yield what is left of a span."""
    if span.kind == "PERSON":
        yield from as_what_it_names(page, span)
        return
    if span.kind == "LOC" and (cut := _AFTERTHOUGHT.search(page.text, span.start, span.end)):
        span = span._replace(end=cut.start())  # "at Geylang, D24, not the best"
    if span.kind not in _SHAPED or span.direct:
        yield span
        return
    first, stop = page.at(span.start), page.at(span.end)
    if first >= stop or page.words[first][0] != span.start:
        yield span
        return
    if span.kind == "QUANTITY" and not any(counts(page.key(index)) for index in range(first, stop)):
        return  # "Year 4 class": the number went to what stands before it
    if span.kind == "QUANTITY" and page.key(stop - 1) in words("lines"):
        span = span._replace(kind="LOC")  # "the 165 bus"
    if span.kind == "MISC" and stop - first == 1 and _is_rest(page, first):
        return  # "Left" of "Left Mongu harbour"
    if span.kind == "DEM" and page.text[span.start : span.end] == "0":
        return
    follows = last is not None and last.kind == "PERSON" and page.text[last.end : span.start] == " "
    begin, end = _cut(page, first, stop, span.kind, follows=follows)
    if begin >= end:
        return
    if (begin, end) == (first, stop):
        yield span
        return
    start = span.start if begin == first else page.words[begin][0]
    finish = span.end if end == stop else _end(page, end - 1)
    yield span.moved(start, finish)


def _is_rest(page: Page, index: int) -> bool:
    """Tell whether a verb with a capital is what another finder left of a run of capitals."""
    before = page.key(index - 1)
    opens = page.opens(index) or before[-1:].isdigit()
    return opens and usual_tag(page.key(index))[:2] == "VB" and page.joined(index) and page.capital(index + 1)


def _end(page: Page, index: int) -> int:
    _, end, key = page.words[index]
    return end - (len(key) - len(bare(key)))


def _cut(page: Page, first: int, stop: int, kind: str, *, follows: bool) -> tuple[int, int]:
    """Return the words of a span without those at its edges that are no part of a constituent."""
    while first < stop and _goes(page, first, stop, kind, follows=follows):
        first, follows = first + 1, False
    end = first
    while end < stop and not _breaks(page, end, kind):
        end += 1
    while end > first and _trails(page, end - 1, kind):
        end -= 1
    return first, end


def _goes(page: Page, index: int, stop: int, kind: str, *, follows: bool) -> bool:
    """Tell whether a word at the left edge is no part of the constituent."""
    key = page.key(index)
    if page.capital(index) and not page.opens(index) and key not in words("possessive"):
        return False
    if kind in _NAMED and page.capital(index):
        return False
    if key in words("negations") or key.endswith("n't"):
        return True
    if kind == "DEM":
        return is_pronoun(key) or key in words("edge_left") or _is_verb(page, index, stop, follows=follows)
    return key in words("before_nouns") and not (kind == "DATETIME" and _points(page, index, stop))


def _points(page: Page, index: int, stop: int) -> bool:
    """Tell whether a small word says which time is meant: ``this week``, ``a year ago``."""
    key = page.key(index)
    if key in {"a", "an"}:
        return True
    return key in words("which") and index + 1 < stop and page.key(index + 1) not in words("articles")


def _is_verb(page: Page, index: int, stop: int, *, follows: bool) -> bool:
    """Tell whether a word that opens a description is the verb of a sentence: ``teaches physics``, ``he retired``."""
    key = page.key(index)
    before = page.key(index - 1) if page.joined(index - 1) else ""
    tag = usual_tag(key)
    if before in words("have_forms") and can_be(key, "VERB") and tag in {"VBN", "VBD"}:
        return True
    subject = follows or _is_subject(before)
    if subject and can_be(key, "VERB") and (tag.startswith("VB") or key.endswith("ed")):
        return True
    if before in _ONE_SUBJECT and can_be(key, "VERB") and not can_be(key, "ADJ"):
        return True  # "I tattoo people"
    if before in words("be_forms") or before in _DETERMINERS or before in words("possessive"):
        return tag == "VBG" and before in words("be_forms") and stop - index > 1 and not can_be(key, "ADJ")
    if tag in _FINITE and (tag == "VBD" or not can_be(key, "NOUN")):
        return not key.endswith("ed") or stop - index > 1
    return subject and can_be(key, "VERB") and not can_be(key, "ADJ") and stop - index > 1


def _is_subject(key: str) -> bool:
    return key in words("subjects")


def _breaks(page: Page, index: int, kind: str) -> bool:
    """Tell whether a word inside a span ends the constituent before it."""
    key = page.key(index)
    if kind in _NAMED:
        return key.endswith("n't")
    return key in words("negations") or key.endswith("n't") or (kind == "DEM" and is_pronoun(key))


def _trails(page: Page, index: int, kind: str) -> bool:
    """Tell whether a word at the right edge is no part of the constituent."""
    key = page.key(index)
    if page.capital(index):
        return False
    if kind != "DEM":
        return key in words("before_nouns") and not (kind == "DATETIME" and key == "on")
    finite = usual_tag(key) in _FINITE and not can_be(key, "NOUN") and not can_be(key, "ADJ")
    return key in words("edge_right") or finite
