"""What the detectors of others have in common: the spans they find, the edits that mask them, and their clients."""

from gyges.anonymizers.detectors._azure_client import AzureService
from gyges.anonymizers.detectors._detected import Detected, Style, edits_for, load_extra, without_overlap

__all__ = ["AzureService", "Detected", "Style", "edits_for", "load_extra", "without_overlap"]
