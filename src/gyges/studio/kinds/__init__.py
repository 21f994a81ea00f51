"""Kinds of sheets: what can be written about a text; one file a kind, with what the guideline remarks on it."""

from gyges.studio.kinds._guideline import Guideline, guideline
from gyges.studio.kinds._imported import IMPORTED, imported_sheets
from gyges.studio.kinds._kind import Body, Remark, SheetKind
from gyges.studio.kinds._mention_remarks import mention_remarks
from gyges.studio.kinds._mentions import MentionsBody, MentionWritten, mentions_body, mentions_of
from gyges.studio.kinds._people import FactWritten, PeopleBody, PersonWritten, people_body, people_of
from gyges.studio.kinds._people_remarks import people_remarks
from gyges.studio.kinds._reading import MatchesDecided, WhoBody, reading_remarks, who_remarks
from gyges.studio.kinds._review import EditDecided, ReviewBody, accepted_edits, review_remarks, undone_edits

__all__ = [
    "IMPORTED",
    "KINDS",
    "MENTIONS",
    "PEOPLE",
    "READING",
    "REVIEW",
    "WHO_IS_WHO",
    "Body",
    "EditDecided",
    "FactWritten",
    "Guideline",
    "MatchesDecided",
    "MentionWritten",
    "MentionsBody",
    "PeopleBody",
    "PersonWritten",
    "Remark",
    "ReviewBody",
    "SheetKind",
    "WhoBody",
    "accepted_edits",
    "guideline",
    "imported_sheets",
    "mentions_body",
    "mentions_of",
    "people_body",
    "people_of",
    "undone_edits",
]

PEOPLE = SheetKind("people", PeopleBody, "document", remarks=people_remarks)
MENTIONS = SheetKind("mentions", MentionsBody, "document", remarks=mention_remarks)

REVIEW = SheetKind("review", ReviewBody, "release", shared=True, remarks=review_remarks)
READING = SheetKind("reading", PeopleBody, "release", remarks=reading_remarks)
WHO_IS_WHO = SheetKind("who", WhoBody, "release", remarks=who_remarks)

KINDS: tuple[SheetKind, ...] = (PEOPLE, MENTIONS, REVIEW, READING, WHO_IS_WHO)
"""Every kind of sheet; each gets its routes by standing here."""
