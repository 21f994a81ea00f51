"""How well a tagger masks documents it did not learn from."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from gyges.anonymizers._edits import apply_edits, edits_to_json
from gyges.anonymizers.detectors import edits_for
from gyges.anonymizers.tagger._model import TaggerModel
from gyges.records import Document, JsonValue, Release
from gyges.scoring import span_recall

__all__ = ["measure", "quality"]


def measure(model: TaggerModel, documents: Sequence[Document]) -> dict[str, JsonValue]:
    """Return the span metrics of a tagger on annotated documents, as results files hold them."""
    releases = []
    for document in documents:
        edits = edits_for(model.find(document.text), "square", "the tagger")
        trace: dict[str, JsonValue] = {"edits": edits_to_json(edits)}
        releases.append(Release(document.id, apply_edits(document.text, edits), "tagger", trace))
    return span_recall(documents, releases).to_json()


def quality(figures: Mapping[str, JsonValue]) -> float:
    """Return one number to compare epochs by: the harmonic mean of word recall and word precision."""
    recall, precision = (cast(Any, figures[name])["value"] or 0.0 for name in ("recall", "precision"))
    total = recall + precision
    return 2 * recall * precision / total if total else 0.0
