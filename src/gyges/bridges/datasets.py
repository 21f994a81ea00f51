"""A function for ``datasets.Dataset.map``: releases instead of texts, row by row or batch by batch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gyges.api import anonymize
from gyges.records import Document, JsonValue

__all__ = ["AnonymizeRows", "anonymize_rows"]

FAILED = "gyges_failed"
"""The column that says why a row has no release; empty where it has one, as a column of nothing has no type."""

_NO_TEXT = "there is no text in this row"


@dataclass(frozen=True)
class AnonymizeRows:
    """Rows in, releases out. Frozen and made of plain values, so that `datasets` can hash it and send it to workers."""

    column: str  # the column with the texts
    method: str  # A method by its spec
    model: str | None = None  # the model that rewrites
    key: str | bytes | None = field(default=None, repr=False)  # the secret behind pseudonyms
    options: tuple[tuple[str, Any], ...] = ()  # options of the method

    def __call__(self, rows: Mapping[str, Any]) -> dict[str, Any]:
        """Return the columns to set: releases, and why there is none. A failed row has no text, not the original."""
        texts = rows[self.column]
        if isinstance(texts, str) or texts is None:
            (text,), (why,) = self._released([texts])
            return {self.column: text, FAILED: why}
        released, failed = self._released(texts)
        return {self.column: released, FAILED: failed}

    def _released(self, texts: Sequence[str | None]) -> tuple[list[str | None], list[str]]:
        documents = [Document(str(place), text) for place, text in enumerate(texts) if text is not None]
        made = anonymize(documents, self.method, model=self.model, key=self.key, **dict(self.options))
        kept, why = made.texts, made.failures
        places = [str(place) for place in range(len(texts))]
        missing = {id_: _NO_TEXT for id_, text in zip(places, texts, strict=True) if text is None}
        return [kept.get(id_) for id_ in places], [why.get(id_) or missing.get(id_, "") for id_ in places]


def anonymize_rows(
    column: str = "text",
    method: str = "subjectwise",
    *,
    model: str | None = None,
    key: str | bytes | None = None,
    **options: JsonValue,
) -> AnonymizeRows:
    """Return a function for ``dataset.map(..., batched=True)``."""
    return AnonymizeRows(column, method, model, key, tuple(options.items()))
