"""Gyges: what a text still says about each person in it, and how to make it say less."""

from typing import TYPE_CHECKING

from gyges._version import __version__

if TYPE_CHECKING:
    from gyges.runs import anonymize, audit

__all__ = ["__version__", "anonymize", "audit"]


def __getattr__(name: str) -> object:
    """Load the doors only when somebody asks for one, so that the package itself imports at once."""
    if name in ("anonymize", "audit"):
        from gyges import runs

        return getattr(runs, name)
    raise AttributeError(f"module 'gyges' has no attribute '{name}'")
