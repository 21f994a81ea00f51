"""Kinds of sheets: what can be written about a text; one file a kind, with what the guideline remarks on it."""

from gyges.studio.kinds._kind import Body, Remark, SheetKind

__all__ = ["KINDS", "Body", "Remark", "SheetKind"]

KINDS: tuple[SheetKind, ...] = ()
"""Every kind of sheet; each gets its routes by standing here."""
