"""Gyges: what a text still says about each person in it, and how to make it say less."""

from typing import TYPE_CHECKING

from gyges._version import __version__

if TYPE_CHECKING:
    from gyges.runs import audit

__all__ = ["__version__", "audit"]


def __getattr__(name: str) -> object:
    """Load the audit only when somebody asks for it, so that the package itself imports at once."""
    if name == "audit":
        from gyges.runs import audit

        return audit
    raise AttributeError(f"module 'gyges' has no attribute '{name}'")
