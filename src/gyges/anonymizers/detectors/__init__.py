"""What the detectors of others have in common: the spans they find, the edits that mask them, and their clients."""

from gyges.anonymizers.detectors._detected import DIRECT_TYPES, Detected, Style, edits_for, load_extra, without_overlap
from gyges.anonymizers.detectors._presidio import presidio_name, tab_type

__all__ = ["DIRECT_TYPES", "presidio_name", "tab_type"]
