"""What an anonymizer is: one document in, one release with its trace out, or an error that says why there is none."""

from collections.abc import Mapping
from typing import Protocol

from gyges.records import Document, JsonValue, Release


class Anonymizer(Protocol):
    """A method that makes a release of a document.

    It raises a `GygesError` when it could not: the document then has no release. It never hands back the original, and
    never half a text. What it did stands in `Release.trace`; where it replaced spans, ``trace["edits"]`` holds them
    with their offsets in the original (`gyges.anonymizers.Edit`). A rewrite has no edits: a word diff is no mask, and
    what it left standing is looked for in the text.
    """

    @property
    def name(self) -> str:
        """The method as it is shown in reports and written into releases."""

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """All that decides a release besides the document: models, options. No keys or passwords."""

    async def anonymize(self, document: Document) -> Release:
        """Return the release of a document."""
