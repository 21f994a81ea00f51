"""Everything the lexical layer sees in a text, gathered once for all readers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from gyges.reading._reading import REFERENCE_DATE
from gyges.reading.codes._find import Code, find_codes
from gyges.reading.names._find import NameSpan, find_names
from gyges.reading.organisations._find import Organisation, find_organisations
from gyges.reading.page._layout import PageLayout
from gyges.reading.page._page import Page, once_a_page, page_of
from gyges.reading.page._spans import Spans
from gyges.reading.page._tokens import Line, Sentence, Token
from gyges.reading.places._addresses import with_addresses, with_homes
from gyges.reading.places._find import find_places
from gyges.reading.places._gazetteer import Place
from gyges.reading.time._ages import find_ages
from gyges.reading.time._dates import AgeCue, Date, document_date, find_dates
from gyges.reading.work._occupations import OccupationCue, find_occupations

_Cue = TypeVar("_Cue", NameSpan, Place, Code, Date, OccupationCue, Organisation)


@dataclass(frozen=True, slots=True)
class SpanCues:
    """What stands in a text, whenever it is read. All spans are in order."""

    page: Page  # the text, its words, lines, sentences and layout
    names: tuple[NameSpan, ...]  # names of people
    places: tuple[Place, ...]  # places and demonyms
    codes: tuple[Code, ...]  # numbers and addresses
    dates: tuple[Date, ...]  # dates
    occupations: tuple[OccupationCue, ...]  # words that tell an occupation
    organisations: tuple[Organisation, ...]  # organisations


@dataclass(frozen=True, slots=True, kw_only=True)
class Cues(SpanCues):
    """What stands in a text, before anybody asks about whom, and what depends on when it is read."""

    ages: tuple[AgeCue, ...]  # words that tell an age, computed for the reference date
    written: date | None  # the day the text was written, as far as it says
    reference: date = REFERENCE_DATE  # the day on which ages are stated
    countries: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text."""
        return self.page.text

    @property
    def tokens(self) -> tuple[Token, ...]:
        """Its words and marks."""
        return self.page.tokens

    @property
    def lines(self) -> tuple[Line, ...]:
        """Its lines."""
        return self.page.lines

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Its sentences."""
        return self.page.sentences

    @property
    def layout(self) -> PageLayout:
        """Its turns of speakers, quotations, labelled fields."""
        return self.page.layout


def gather(text: str | Page, reference: date = REFERENCE_DATE) -> Cues:
    """Gather the cues of a text."""
    page = page_of(text)
    spans = gather_spans(page)
    written = document_date(page)
    return Cues(
        page=page,
        names=spans.names,
        places=spans.places,
        codes=spans.codes,
        dates=spans.dates,
        ages=tuple(find_ages(page, reference, written)),
        occupations=spans.occupations,
        organisations=spans.organisations,
        written=written,
        reference=reference,
    )


@once_a_page
def gather_spans(page: Page) -> SpanCues:
    """Gather what stands in a page; what it hides is no cue and in no cue."""
    codes, dates = find_codes(page), find_dates(page)
    organisations = find_organisations(page)
    taken = [(cue.start, cue.end) for cues in (codes, dates, organisations) for cue in cues]
    places = with_homes(page, with_addresses(page.text, find_places(page)), taken)
    taken += [(place.start, place.end) for place in places if place.kind in {"demonym", "street"}]
    taken += page.hidden
    occupations = find_occupations(page)
    soft = [(place.start, place.end) for place in places if place.kind not in {"demonym", "street"}]
    soft += [(cue.start, cue.end) for cue in occupations]
    hidden = Spans(page.hidden)
    return SpanCues(
        page=page,
        names=_clear(find_names(page, taken, soft), hidden),
        places=_clear(places, hidden),
        codes=_clear(codes, hidden),
        dates=_clear(dates, hidden),
        occupations=_clear(occupations, hidden),
        organisations=_clear(organisations, hidden),
    )


def _clear(found: Sequence[_Cue], hidden: Spans) -> tuple[_Cue, ...]:
    """Return the cues that no placeholder is part of."""
    return tuple([cue for cue in found if not hidden.meets(cue.start, cue.end)]) if hidden else tuple(found)
