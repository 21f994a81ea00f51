"""Invented people and fully annotated documents about them, for training and trying out."""

from gyges.factory._documents import make_documents
from gyges.factory._patterns import GENRES

__all__ = ["GENRES", "make_documents"]
