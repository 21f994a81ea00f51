"""Words of a text that disclose something: the questions that find them, and the places where they stand."""

from gyges.anonymizers.spans._places import spans_without_overlap
