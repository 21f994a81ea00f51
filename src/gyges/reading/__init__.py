"""The embedded engine: finds people, mentions and cues in a text by rules and tables; no model, no download."""

from gyges.reading._read_text import read_text
from gyges.reading._reading import REFERENCE_DATE, Evidence, PersonRead, ReadFact, Reading, ReadMention
from gyges.reading.codes._find import find_codes
from gyges.reading.facts._special import find_special
from gyges.reading.finder import find_spans
from gyges.reading.genres.author._cues import author_guesses
from gyges.reading.languages._passages import foreign_paragraphs
from gyges.reading.languages.names._suspects import is_ordinary_there
from gyges.reading.languages.table._language import is_read, reading_language
from gyges.reading.lexicon._porter import stem, stem_plainly
from gyges.reading.organisations._find import find_organisations
from gyges.reading.page._language import ENGLISH, in_latin_letters, language_of
from gyges.reading.page._page import kept_page
from gyges.reading.page._quote_finder import QuoteFinder, Window, chars_for, quote_places, split_windows
from gyges.reading.page._tokens import Sentence, split_sentences
from gyges.reading.page._unread import other_language, require_read, require_visible, unread_kinds, why_unread
from gyges.reading.places._find import find_places
from gyges.reading.places._gazetteer import Place
from gyges.reading.plain import (
    Plain,
    overridden_places,
    plain_document,
    plain_release,
    plain_text,
    shown_text,
    unseen_places,
    why_garbled,
)
from gyges.reading.time._ages import find_ages
from gyges.reading.time._dates import Date, document_date, find_dates
from gyges.reading.work._occupations import find_occupations

__all__ = [
    "PersonRead",
    "ReadFact",
    "ReadMention",
    "Reading",
    "Sentence",
    "find_spans",
    "language_of",
    "read_text",
    "split_sentences",
]
