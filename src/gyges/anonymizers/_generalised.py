"""``annotated-general``: annotated spans become something broader instead of a label, so that the text still reads."""

from collections.abc import Mapping
from dataclasses import replace

from gyges.anonymizers._annotated import marked_spans
from gyges.anonymizers._method import Method
from gyges.anonymizers.replacement.broader import broader_edit
from gyges.records import Document, Edit, JsonValue, Release, apply_edits, edits_to_json


class GeneraliseAnnotated:
    """Replaces annotated mentions by broader words: a city by its country, a date by its year."""

    name = "annotated-general"
    by_rules = True
    settings: Mapping[str, JsonValue] = {}

    async def anonymize(self, document: Document) -> Release:
        """Return the generalised text; a document without annotations cannot be treated this way."""
        edits: list[Edit] = []
        for span in marked_spans(document):
            floor = edits[-1].end if edits else 0
            broader = broader_edit(document.text, span.start, span.end, span.type, floor=floor)
            edits.append(replace(broader, direct=span.direct))
        return Release(document.id, apply_edits(document.text, edits), self.name, {"edits": edits_to_json(edits)})


METHOD = Method(
    "annotated-general",
    "Makes what annotators marked broader: a city becomes its country, a date its year.",
    lambda *_: GeneraliseAnnotated(),
    sees_annotations=True,
)
