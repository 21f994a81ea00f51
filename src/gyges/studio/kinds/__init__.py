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
from gyges.studio.kinds._kind import Body, Remark, SheetKind
from gyges.studio.kinds._mention_remarks import mention_remarks
from gyges.studio.kinds._mentions import MentionsBody, MentionWritten, mentions_body, mentions_of
from gyges.studio.kinds._people import FactWritten, PeopleBody, PersonWritten, people_body, people_of
from gyges.studio.kinds._people_remarks import people_remarks
from gyges.studio.kinds._rating import Question, Questions, RatingBody, questions, rating_remarks
from gyges.studio.kinds._rows import FactCells, MentionCells, PersonCells, mention_rows, people_rows

__all__ = [
    "IMPORTED",
    "KINDS",
    "MENTIONS",
    "MENTIONS_AGREED",
    "PEOPLE",
    "PEOPLE_AGREED",
    "RATING",
    "Body",
    "FactCells",
    "FactWritten",
    "Guideline",
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
    "SheetKind",
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
]

PEOPLE = SheetKind("people", PeopleBody, "document", remarks=people_remarks)
MENTIONS = SheetKind("mentions", MentionsBody, "document", remarks=mention_remarks)
PEOPLE_AGREED = SheetKind("people-agreed", PeopleAgreedBody, "document", shared=True, remarks=agreed_people_remarks)
MENTIONS_AGREED = SheetKind(
    "mentions-agreed", MentionsAgreedBody, "document", shared=True, remarks=agreed_mentions_remarks
)
RATING = SheetKind("rating", RatingBody, "release", remarks=rating_remarks, by_number=False)

KINDS: tuple[SheetKind, ...] = (PEOPLE, MENTIONS, PEOPLE_AGREED, MENTIONS_AGREED, RATING)
"""Every kind of sheet; each gets its routes by standing here."""
