"""The embedded engine: finds people, mentions and cues in a text by rules and tables; no model, no download."""

from gyges.reading._read_text import read_text
from gyges.reading._reading import REFERENCE_DATE, Evidence, PersonRead, ReadFact, Reading, ReadMention
from gyges.reading.codes._find import Code, find_codes
from gyges.reading.genres.author._cues import Guess, author_guesses
from gyges.reading.languages._passages import foreign_paragraphs
from gyges.reading.languages.names._suspects import is_ordinary_there, suspected_names
from gyges.reading.languages.table._language import is_read, reading_language
from gyges.reading.lexicon._porter import stem, stem_plainly
from gyges.reading.organisations._find import Organisation, find_organisations
from gyges.reading.page._composed import composed
from gyges.reading.page._language import ENGLISH, in_latin_letters, language_of
from gyges.reading.page._page import Page, kept_page
from gyges.reading.page._quote_finder import QuoteFinder, quote_places
from gyges.reading.page._tokens import Sentence, split_sentences
from gyges.reading.page._unread import other_language, require_read, unread_kinds, why_unread
from gyges.reading.page._windows import Window, chars_for, split_windows
from gyges.reading.places._find import Place, find_places
from gyges.reading.spans import as_page, find_mentions, outside_passages
from gyges.reading.time._ages import find_ages
from gyges.reading.time._dates import Date, document_date, find_dates
from gyges.reading.time._frame import AgeCue
from gyges.reading.work._occupations import OccupationCue, find_occupations

__all__ = [
    "ENGLISH",
    "REFERENCE_DATE",
    "AgeCue",
    "Code",
    "Date",
    "Evidence",
    "Guess",
    "OccupationCue",
    "Organisation",
    "Page",
    "PersonRead",
    "Place",
    "QuoteFinder",
    "ReadFact",
    "ReadMention",
    "Reading",
    "Sentence",
    "Window",
    "as_page",
    "author_guesses",
    "chars_for",
    "composed",
    "document_date",
    "find_ages",
    "find_codes",
    "find_dates",
    "find_mentions",
    "find_occupations",
    "find_organisations",
    "find_places",
    "foreign_paragraphs",
    "in_latin_letters",
    "is_ordinary_there",
    "is_read",
    "kept_page",
    "language_of",
    "other_language",
    "outside_passages",
    "quote_places",
    "read_text",
    "reading_language",
    "require_read",
    "split_sentences",
    "split_windows",
    "stem",
    "stem_plainly",
    "suspected_names",
    "unread_kinds",
    "why_unread",
]
