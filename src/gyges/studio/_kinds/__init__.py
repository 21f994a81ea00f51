"""Kinds of sheets: what can be written about a text; one module a kind, with what the guideline remarks on it."""

from gyges.studio._kinds._agreed import MENTIONS_AGREED, PEOPLE_AGREED
from gyges.studio._kinds._kind import SheetKind
from gyges.studio._kinds._mentions import MENTIONS
from gyges.studio._kinds._people_remarks import PEOPLE
from gyges.studio._kinds._rating import RATING
from gyges.studio._kinds._reading import READING, WHO_IS_WHO
from gyges.studio._kinds._review import REVIEW

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
