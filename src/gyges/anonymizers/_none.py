"""``none``: the text as it is. One end of the scale: all utility, no privacy."""

from collections.abc import Mapping

from gyges.anonymizers._method import Method
from gyges.records import Document, JsonValue, Release

NAME = "none"


class Untouched:
    """Releases the original on purpose, to see what everybody leaks before anything is done."""

    name = NAME
    by_rules = True
    settings: Mapping[str, JsonValue] = {}

    async def anonymize(self, document: Document) -> Release:
        """Return the text as it is."""
        return Release(document.id, document.text, self.name, {"edits": []})


METHOD = Method(NAME, "Releases the text as it is: all utility, no privacy.", lambda *_: Untouched())
