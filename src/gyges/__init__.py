"""Gyges: what a text still says about each person in it, and how to make it say less."""

from gyges._version import __version__

__all__ = ["__version__"]
