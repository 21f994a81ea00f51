"""What the detectors of others have in common: the spans they find, the edits that mask them, and their clients."""

from gyges.anonymizers.detectors._azure_client import AzureService
from gyges.anonymizers.detectors._detected import DIRECT_TYPES, Detected, Style, edits_for, load_extra, without_overlap
from gyges.anonymizers.detectors._presidio_types import presidio_name, tab_type

__all__ = [
    "DIRECT_TYPES",
    "AzureService",
    "Detected",
    "Style",
    "edits_for",
    "load_extra",
    "presidio_name",
    "tab_type",
    "without_overlap",
]
