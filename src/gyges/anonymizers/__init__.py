"""Methods that make a release of a document, one file each."""

from gyges.anonymizers._annotated import MaskAnnotated

__all__ = ["MaskAnnotated"]
