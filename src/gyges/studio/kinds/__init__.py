"""Kinds of sheets: what can be written about a text; one file a kind, with what the guideline remarks on it."""

from gyges.studio.kinds._kind import Body, Remark, SheetKind
from gyges.studio.kinds._review import EditDecided, ReviewBody, accepted_edits, review_remarks, undone_edits

__all__ = [
    "KINDS",
    "REVIEW",
    "Body",
    "EditDecided",
    "Remark",
    "ReviewBody",
    "SheetKind",
    "accepted_edits",
    "undone_edits",
]

REVIEW = SheetKind("review", ReviewBody, "release", shared=True, remarks=review_remarks)

KINDS: tuple[SheetKind, ...] = (REVIEW,)
"""Every kind of sheet; each gets its routes by standing here."""
