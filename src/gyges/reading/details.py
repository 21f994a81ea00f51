"""What the spans of a text in a language of tables are, for whoever writes other words in their place."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gyges.reading._reading import REFERENCE_DATE, ReadMention
from gyges.reading.finder._mentions import as_page, find_mentions
from gyges.reading.languages._gather import TextSight, gather_in
from gyges.reading.languages.table._language import language_to_read, written_as
from gyges.reading.plain import plain_text

__all__ = ["find_details", "written_as"]

DetailKind = Literal["name", "street", "place", "organisation", "birth", "age", "job", "demonym"]


@dataclass(frozen=True, slots=True)
class Detail:
    """A span that says something about somebody, with what is understood of it."""

    start: int  # first code point
    end: int  # one past the last code point
    kind: DetailKind  # what it is
    chain: str = ""  # what the names of one person have in common
    genitive: bool = False  # whether a name has the ending of a genitive


def find_details(text: str) -> tuple[Detail, ...]:
    """Return what a masker hides in a text of a language of tables, with what each span is; nothing in English."""
    made = plain_text(text)
    return tuple(made.placed(_find_details(made.text)))


def _find_details(text: str) -> tuple[Detail, ...]:
    language = language_to_read(text)
    if language is None:
        return ()
    sight = gather_in(language, as_page(text), REFERENCE_DATE)
    found = (detail for mention in find_mentions(text) for detail in _of(sight, mention))
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))


def _of(sight: TextSight, mention: ReadMention) -> Iterator[Detail]:
    """Yield what a mention is: one detail, or several for words that describe somebody."""
    start, end, cues = mention.start, mention.end, sight.cues
    if mention.type == "PERSON":
        yield Detail(start, end, "name", mention.person or "", _is_genitive(sight, mention))
    elif mention.type == "LOC":
        place = next((one for one in cues.places if start <= one.start < end), None)
        yield Detail(start, end, "street" if place is not None and place.kind == "street" else "place")
    elif mention.type == "ORG":
        yield Detail(start, end, "organisation")
    elif mention.type == "DATETIME" and mention.direct:
        yield Detail(start, end, "birth")
    elif mention.type == "DEM":
        inside = [one for one in cues.ages if start <= one.start and one.end <= end and one.kind != "birth_date"]
        yield from (Detail(one.start, one.end, "age") for one in inside)
        for word in sight.described:
            if start <= word.start and word.end <= end and (word.kind == "job" or word.kind == "demonym"):
                yield Detail(word.start, word.end, word.kind)


def _is_genitive(sight: TextSight, mention: ReadMention) -> bool:
    named = next((one.span for one in sight.named if mention.start <= one.span.start < mention.end), None)
    if named is None:
        return False
    shown = sight.cues.text[named.start : named.end]
    return any(shown == named.text + ending for ending in sight.language.words("names", "genitives"))
