"""``remove-all``: an empty text. The other end of the scale: all privacy, no utility."""

from collections.abc import Mapping

from gyges.anonymizers._method import Method
from gyges.records import Document, Edit, JsonValue, Release, edits_to_json


class RemoveAll:
    """Releases nothing, which is the one empty release that is no failure."""

    name = "remove-all"
    by_rules = True
    settings: Mapping[str, JsonValue] = {}

    async def anonymize(self, document: Document) -> Release:
        """Return an empty text."""
        edits = [Edit(0, len(document.text), "", reason="everything is removed")] if document.text else []
        return Release(document.id, "", self.name, {"edits": edits_to_json(edits)})


METHOD = Method("remove-all", "Releases nothing: all privacy, no utility.", lambda *_: RemoveAll())
