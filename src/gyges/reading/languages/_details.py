"""What each span of a text in a language of tables is, for whoever writes other words in its place."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from gyges.reading._reading import REFERENCE_DATE, ReadMention
from gyges.reading.languages._gather import TextSight, gather_in
from gyges.reading.languages._passages import foreign_paragraphs
from gyges.reading.languages._times import month_and_day
from gyges.reading.languages._words import Described
from gyges.reading.languages.table._language import Language, keys_of_phrase, language_to_read
from gyges.reading.lexicon._people_words import Kin
from gyges.reading.page._composed import composed
from gyges.reading.spans._find import as_page, find_mentions

__all__ = ["Detail", "DetailKind", "find_details"]

DetailKind = Literal[
    "name", "code", "street", "place", "organisation", "date", "birth", "moment", "age", "job", "kin", "demonym",
    "trait", "told", "amount", "unexplained",
]  # fmt: skip
_BY_TYPE: dict[str, DetailKind] = {
    "PERSON": "name", "CODE": "code", "LOC": "place", "ORG": "organisation", "DATETIME": "moment",
    "QUANTITY": "amount", "MISC": "unexplained", "DEM": "told",
}  # fmt: skip
_GOES_ON = re.compile(r"\.(?=,|\)| [^\W\d_A-ZÄÖÜ])")
_TOLD = ("RELATIONSHIP", "EDUCATION", "OCCUPATION")


@dataclass(frozen=True, slots=True)
class Detail:
    """A span that says something about somebody, with what is understood of it.

    Attributes:
        start: First code point.
        end: One past the last code point.
        kind: What it is.
        type: One of TAB's eight entity types.
        direct: Whether it identifies somebody by itself.
        chain: What the names of one person have in common.
        value: In English: a job, a relative, a country, the value of a trait; of a code its kind.
        tag: The tag of the taxonomy that a trait or a pattern tells, empty if none.
        sex: What the word or its article tells; Female, Male or empty.
        address: Of a name, the words before it that tell a sex and nothing else: ``Frau``, ``don``.
        genitive: Whether a name has the ending of a genitive.
        name: Of a name, the name itself: without titles and the ending of a genitive.
        levels: Of a place, its name and what it lies in, the country last.
        scale: Of a place, whether it is a city, a region, a country or a district.
        low: The youngest age told.
        high: The oldest.
        year: Of a date.
        month: Of a date.
        day: Of a date.
        foreign: Whether it stands in a paragraph of another language.
    """

    start: int
    end: int
    kind: DetailKind
    type: str
    direct: bool = False
    chain: str = ""
    value: str = ""
    tag: str = ""
    sex: str = ""
    address: str = ""
    genitive: bool = False
    name: str = ""
    levels: tuple[str, ...] = ()
    scale: str = ""
    low: int | None = None
    high: int | None = None
    year: int | None = None
    month: int | None = None
    day: int | None = None
    foreign: bool = False


def find_details(text: str) -> tuple[Detail, ...]:
    """Return what a masker hides in a text of a language of tables, with what each span is; nothing in English.

    Example:
        >>> [(one.kind, one.value) for one in find_details("Frau Weber ist seit 2019 in Bonn als Lehrerin tätig.")][-1]
        ('job', 'Teacher')
    """
    made = composed(text)
    if made is not None:
        return tuple(
            replace(one, start=made.back(one.start), end=made.back(one.end)) for one in find_details(made.text)
        )
    language = language_to_read(text)
    if language is None:
        return ()
    page = as_page(text)
    sight = gather_in(language, page, REFERENCE_DATE)
    finder = _DetailFinder(language, sight, list(foreign_paragraphs(text, language.name)))
    found = (detail for mention in find_mentions(text) for detail in finder.of(mention))
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))


class _DetailFinder:
    """Looks up the cue behind a mention."""

    def __init__(self, language: Language, sight: TextSight, foreign: Sequence[tuple[int, int]]) -> None:
        cues = sight.cues
        self._foreign = foreign
        self._language, self._text, self._sight = language, cues.text, sight
        self._births = {age.start for age in cues.ages if age.kind == "birth_date"}
        self._ages = [age for age in cues.ages if age.kind != "birth_date"]
        self._told = [
            (tag, rule.value, start, end)
            for tag in _TOLD
            for rule, _, start, end in sight.shadow.find(language.facts.get(tag, ()))
        ]

    def of(self, mention: ReadMention) -> Iterator[Detail]:
        """Yield what a mention is: one detail, or several for words that describe somebody."""
        plain = Detail(
            mention.start, mention.end, _BY_TYPE[mention.type], mention.type, mention.direct, mention.person or ""
        )
        if any(low <= mention.start < high for low, high in self._foreign):
            yield replace(plain, foreign=True)
        elif mention.type == "DEM":
            yield from self._describing(plain)
        elif mention.type == "PERSON":
            yield self._named(plain)
        elif mention.type == "LOC":
            yield self._place(plain)
        elif mention.type == "DATETIME":
            yield self._date(plain)
        elif mention.type == "CODE":
            code = next((one for one in self._sight.cues.codes if one.start == plain.start), None)
            yield replace(plain, value=code.kind if code is not None else "")
        else:
            yield plain

    def _named(self, plain: Detail) -> Detail:
        named = next((one for one in self._sight.named if plain.start <= one.span.start < plain.end), None)
        if named is None:
            return plain
        head = self._text[plain.start : named.span.start].split()
        only_sex = [word for word in head if self._is_address(word)]
        shown = self._text[named.span.start : named.span.end]
        genitives = self._language.words("names", "genitives")
        genitive = any(shown == named.span.text + ending for ending in genitives)
        return replace(plain, address="".join(only_sex[:1]), genitive=genitive, name=named.span.text)

    def _is_address(self, word: str) -> bool:
        title = self._language.titles.get(keys_of_phrase(word))
        return title is not None and bool(title.sex) and not (title.occupation or title.position or title.education)

    def _place(self, plain: Detail) -> Detail:
        place = next((one for one in self._sight.cues.places if plain.start <= one.start < plain.end), None)
        if place is None:
            return plain
        kind: DetailKind = "street" if place.kind == "street" else "place"
        return replace(plain, kind=kind, levels=tuple(place.levels), scale=place.kind, value=place.country or "")

    def _date(self, plain: Detail) -> Detail:
        date = next((one for one in self._sight.cues.dates if one.start == plain.start), None)
        if date is None:
            end = plain.end + (_GOES_ON.match(self._text, plain.end) is not None)  # "5. 1. bis": the stop is its own
            month, day = month_and_day(self._text, plain.start, end, self._language)
            return replace(plain, kind="date", end=end, month=month, day=day) if month is not None else plain
        kind: DetailKind = "birth" if date.start in self._births else "date"
        return replace(plain, kind=kind, year=date.year, month=date.month, day=date.day)

    def _describing(self, plain: Detail) -> Iterator[Detail]:
        """Yield the words inside that are known; the whole where none is."""
        inner: list[Detail] = [
            replace(plain, start=age.start, end=age.end, kind="age", tag="AGE", low=age.low, high=age.high)
            for age in self._ages
            if plain.start <= age.start and age.end <= plain.end
        ]
        inner += [
            self._word(plain, word)
            for word in self._sight.described
            if word.kind != "role" and plain.start <= word.start and word.end <= plain.end
        ]
        inner += [
            replace(plain, start=start, end=end, tag=tag, value=value)
            for tag, value, start, end in self._told
            if plain.start <= start
            and end <= plain.end
            and not any(one.start < end and start < one.end for one in inner)
        ]
        yield from inner or [plain]

    def _word(self, plain: Detail, word: Described) -> Detail:
        tag = word.more if word.kind == "trait" and isinstance(word.more, str) else ""
        kin = word.more.singular if isinstance(word.more, Kin) else ""
        kind: DetailKind = word.kind if word.kind != "role" else "told"
        return replace(plain, start=word.start, end=word.end, kind=kind, tag=tag, value=kin or word.value, sex=word.sex)
