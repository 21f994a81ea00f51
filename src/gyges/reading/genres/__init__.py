"""Readers for genres with habits of their own; each only adds to what the general reader found."""

from collections.abc import Callable
from dataclasses import dataclass

from gyges.reading._cues import Cues
from gyges.reading.genres import court, posts
from gyges.reading.people._draft import Draft

__all__ = ["GENRES", "Genre"]


@dataclass(frozen=True, slots=True)
class Genre:
    """A genre the reader knows.

    Attributes:
        name: What a reading calls it.
        looks_like: How much a text looks like it, 0-1.
        add: Adds what only this genre tells.
    """

    name: str
    looks_like: Callable[[str], float]
    add: Callable[[Draft, Cues], None]


GENRES: tuple[Genre, ...] = (
    Genre("court", court.looks_like, court.add),
    Genre("posts", posts.looks_like, posts.add),
)
"""All genres, in the order in which they are asked; the first of the best answers wins."""
