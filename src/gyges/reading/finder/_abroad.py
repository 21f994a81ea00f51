"""Passages in German and Spanish: tables say what stands there; the tagger, which learned English, is not asked."""

import re
from collections.abc import Iterable, Iterator, Sequence

from gyges.reading._reading import ReadMention
from gyges.reading.finder._mentions import as_page, find_mentions
from gyges.reading.languages._passages import foreign_paragraphs
from gyges.reading.languages.names._suspects import is_ordinary_there, suspected_names
from gyges.reading.languages.table._language import reading_language
from gyges.reading.lookups import title
from gyges.reading.page._language import ENGLISH

_NO_PEOPLE = frozenset(("LOC", "ORG", "DATETIME"))
_WORD = re.compile(r"[^\W\d_]{3,}")
Span = tuple[int, int]


def passages_abroad(text: str) -> list[Span]:
    """Return where a text is in a language of tables, in order."""
    main = reading_language(text)
    others = foreign_paragraphs(text, main)
    if main == ENGLISH:
        return list(others)
    english = [span for span in others if reading_language(text[slice(*span)]) == ENGLISH]
    edges = [0, *(edge for span in english for edge in span), len(text)]
    return [(low, high) for low, high in zip(edges[::2], edges[1::2], strict=True) if low < high]


def mentions_abroad(text: str, passages: Sequence[Span], named: Iterable[Span]) -> Iterator[ReadMention]:
    """Yield what the tables of a passage mention, and who is named in it or in English elsewhere."""
    page, names = as_page(text).text, _names(text, named)
    for low, high in passages:
        found = [one for one in find_mentions(text) if low <= one.start and one.end <= high]
        others = [(one.start - low, one.end - low) for one in found if one.type in _NO_PEOPLE]
        suspects = [(low + start, low + end) for start, end in suspected_names(page[low:high], others)]
        suspects += _echoes(page, (low, high), names)
        made = [ReadMention(*span, "PERSON", True) for span in dict.fromkeys(suspects)]
        sure = [one for one in found if one.direct]
        made = [one for one in made if not any(one.start < other.end and other.start < one.end for other in sure)]
        yield from made
        yield from (one for one in found if not any(one.start < other.end and other.start < one.end for other in made))


def _names(text: str, named: Iterable[Span]) -> frozenset[str]:
    """Return the words of names that are written like one."""
    said = (match[0] for span in named for match in _WORD.finditer(text, *span))
    return frozenset(word for word in said if word.istitle() and title(word) is None)


def _echoes(text: str, passage: Span, names: frozenset[str]) -> Iterator[Span]:
    """Yield where a name of an English passage stands: "Rose", unless "rose" or "eine Rose" stands there too."""
    words = {match[0] for match in _WORD.finditer(text, *passage)} if names else set[str]()
    known = {word for word in names & words if word.lower() not in words}
    for match in _WORD.finditer(text, *passage) if known else ():
        if match[0] in known and not is_ordinary_there(text, *match.span()):
            yield match.span()
