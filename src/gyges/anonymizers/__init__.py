"""Methods that make a release of a document, one file each."""

from gyges.anonymizers._annotated import MaskAnnotated
from gyges.anonymizers._generalised import GeneraliseAnnotated, generalised

__all__ = ["GeneraliseAnnotated", "MaskAnnotated", "generalised"]
