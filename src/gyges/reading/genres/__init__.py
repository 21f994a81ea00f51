"""Genres with habits of their own, told by the signs in their tables; both only add to the general reader."""

from collections.abc import Callable
from dataclasses import dataclass

from gyges.reading._cues import Cues
from gyges.reading.genres import court, posts
from gyges.reading.genres._table import Look, look_of, looks
from gyges.reading.page._page import Page
from gyges.reading.people._owners import Owners

__all__ = ["GENRES"]


@dataclass(frozen=True, slots=True)
class Genre:
    """A genre the reader knows, with signs in ``tables/genres/NAME.toml``."""

    name: str  # what a reading calls it
    add: Callable[[Owners, Cues], None]  # adds what only this genre tells, by the cues of the text as it is written
    unnamed: bool = False  # whether the general reader looks for people without a name

    @property
    def look(self) -> Look:
        """How to tell it."""
        return look_of(self.name)

    def looks_like(self, page: Page) -> float:
        """Tell how much a text looks like this genre, 0-1."""
        return looks(self.name, page)


GENRES: tuple[Genre, ...] = (Genre("court", court.add), Genre("posts", posts.add, unnamed=True))
"""All genres, in the order in which they are asked; the first of the best answers wins."""
