"""Court decisions."""

from gyges.reading.genres.court._reader import add, looks_like

__all__ = ["add", "looks_like"]
