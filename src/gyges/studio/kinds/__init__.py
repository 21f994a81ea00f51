"""Kinds of sheets: what can be written about a text; one file a kind, with what the guideline remarks on it."""

from gyges.studio.kinds._imported import IMPORTED, imported_sheets
from gyges.studio.kinds._kind import Body, Remark, SheetKind
from gyges.studio.kinds._mentions import MentionsBody, MentionWritten, mentions_body, mentions_of
from gyges.studio.kinds._people import FactWritten, PeopleBody, PersonWritten, people_body, people_of

__all__ = [
    "IMPORTED",
    "KINDS",
    "MENTIONS",
    "PEOPLE",
    "Body",
    "FactWritten",
    "MentionWritten",
    "MentionsBody",
    "PeopleBody",
    "PersonWritten",
    "Remark",
    "SheetKind",
    "imported_sheets",
    "mentions_body",
    "mentions_of",
    "people_body",
    "people_of",
]

PEOPLE = SheetKind("people", PeopleBody, "document")
MENTIONS = SheetKind("mentions", MentionsBody, "document")

KINDS: tuple[SheetKind, ...] = (PEOPLE, MENTIONS)
"""Every kind of sheet; each gets its routes by standing here."""
