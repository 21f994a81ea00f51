"""Kinds of sheets: what can be written about a text; one file a kind, with what the guideline remarks on it."""

from gyges.studio.kinds._agreed import (
    MentionsAgreedBody,
    PeopleAgreedBody,
    agreed_mentions,
    agreed_mentions_remarks,
    agreed_people,
    agreed_people_remarks,
)
from gyges.studio.kinds._guideline import Guideline, guideline
from gyges.studio.kinds._imported import IMPORTED, imported_sheets
from gyges.studio.kinds._kind import Body, Remark, SheetKind, refuse_errors
from gyges.studio.kinds._mention_remarks import mention_remarks
from gyges.studio.kinds._mentions import MentionsBody, MentionWritten, mentions_body, mentions_of
from gyges.studio.kinds._people import FactWritten, PeopleBody, PersonWritten, people_body, people_of, tells_people
from gyges.studio.kinds._people_remarks import people_remarks
from gyges.studio.kinds._rating import Question, Questions, RatingBody, questions, rating_remarks
from gyges.studio.kinds._reading import MatchesDecided, WhoBody, reading_remarks, who_remarks
from gyges.studio.kinds._review import EditDecided, ReviewBody, accepted_edits, review_remarks, undone_edits
from gyges.studio.kinds._rows import MOST_ALIGNED, FactCells, MentionCells, PersonCells, mention_rows, people_rows

__all__ = [
    "IMPORTED",
    "KINDS",
    "MENTIONS",
    "MENTIONS_AGREED",
    "MOST_ALIGNED",
    "PEOPLE",
    "PEOPLE_AGREED",
    "RATING",
    "READING",
    "REVIEW",
    "WHO_IS_WHO",
    "Body",
    "EditDecided",
    "FactCells",
    "FactWritten",
    "Guideline",
    "MatchesDecided",
    "MentionCells",
    "MentionWritten",
    "MentionsAgreedBody",
    "MentionsBody",
    "PeopleAgreedBody",
    "PeopleBody",
    "PersonCells",
    "PersonWritten",
    "Question",
    "Questions",
    "RatingBody",
    "Remark",
    "ReviewBody",
    "SheetKind",
    "WhoBody",
    "accepted_edits",
    "agreed_mentions",
    "agreed_people",
    "guideline",
    "imported_sheets",
    "mention_rows",
    "mentions_body",
    "mentions_of",
    "people_body",
    "people_of",
    "people_rows",
    "questions",
    "refuse_errors",
    "tells_people",
    "undone_edits",
]

PEOPLE = SheetKind("people", PeopleBody, "document", remarks=people_remarks)
MENTIONS = SheetKind("mentions", MentionsBody, "document", remarks=mention_remarks)
PEOPLE_AGREED = SheetKind("people-agreed", PeopleAgreedBody, "document", shared=True, remarks=agreed_people_remarks)
MENTIONS_AGREED = SheetKind(
    "mentions-agreed", MentionsAgreedBody, "document", shared=True, remarks=agreed_mentions_remarks
)
RATING = SheetKind("rating", RatingBody, "release", remarks=rating_remarks, by_number=False)
REVIEW = SheetKind("review", ReviewBody, "release", shared=True, remarks=review_remarks)
READING = SheetKind("reading", PeopleBody, "release", remarks=reading_remarks, by_number=False)
WHO_IS_WHO = SheetKind("who", WhoBody, "release", remarks=who_remarks)

KINDS: tuple[SheetKind, ...] = (
    PEOPLE,
    MENTIONS,
    PEOPLE_AGREED,
    MENTIONS_AGREED,
    RATING,
    REVIEW,
    READING,
    WHO_IS_WHO,
)
"""Every kind of sheet; each gets its routes by standing here."""
