"""Short posts, comments and chats."""

from gyges.reading.genres.posts._reader import add
