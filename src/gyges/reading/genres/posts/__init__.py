"""Short posts, comments and chats."""

from gyges.reading.genres.posts._reader import add, looks_like

__all__ = ["add", "looks_like"]
