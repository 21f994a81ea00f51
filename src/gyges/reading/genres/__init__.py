"""Genres with habits of their own: a table each, and where that does not do a hook; all only add to the reader."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from gyges.reading._cues import Cues
from gyges.reading.genres import clinical, court, posts
from gyges.reading.genres._look import looks
from gyges.reading.genres._table import GenreTable, load_genre
from gyges.reading.genres._tell import tell
from gyges.reading.page._page import Page
from gyges.reading.people._draft import Draft
from gyges.reading.people._owners import Owners

__all__ = ["GENRES", "Genre"]


@dataclass(frozen=True, slots=True)
class Genre:
    """A genre the reader knows: ``tables/genres/NAME.toml``, and code for what a table cannot say.

    Attributes:
        name: What a reading calls it.
        hook: Adds what only code can tell, after the table.
        meet: The same between the roles of the table and its phrases, for people whom phrases speak of.
        look: How much a text looks like it, 0-1, where the signs of the table do not do.
    """

    name: str
    hook: Callable[[Draft, Cues], None] | None = None
    meet: Callable[[Owners, Cues], None] | None = None
    look: Callable[[Page], float] | None = None

    @property
    def table(self) -> GenreTable:
        """Its table."""
        return load_genre(self.name)

    def looks_like(self, page: Page) -> float:
        """Tell how much a text looks like this genre, 0-1."""
        return looks(self.name, page) if self.look is None else self.look(page)

    def add(self, owners: Owners, written: Cues) -> None:
        """Add what only this genre tells.

        Args:
            owners: What the general reader found, placeholders hidden.
            written: The cues of the text as it is written.
        """
        tell(self.name, owners, partial(self.meet, owners, written) if self.meet else None)
        if self.hook is not None:
            self.hook(owners.draft, written)


GENRES: tuple[Genre, ...] = (
    Genre("court", meet=court.add),
    Genre("clinical", clinical.add),
    Genre("posts", posts.add),
)
"""All genres, in the order in which they are asked; the first of the best answers wins."""
