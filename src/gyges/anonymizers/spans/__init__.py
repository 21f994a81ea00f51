"""Words of a text that disclose something: the questions that find them, and the places where they stand."""

from gyges.anonymizers.spans._places import spans_without_overlap
from gyges.anonymizers.spans._questions import AbstractSpans, FindDisclosures

__all__ = ["AbstractSpans", "FindDisclosures", "spans_without_overlap"]
