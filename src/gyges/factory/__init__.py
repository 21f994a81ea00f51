"""Invented people and fully annotated documents about them, for training and trying out."""

from gyges.factory._documents import make_documents, masked
from gyges.factory._genres import GENRES, pattern_count
from gyges.factory._masking import MASK_STYLES
from gyges.factory._variety import Variety, variety

__all__ = ["GENRES", "MASK_STYLES", "Variety", "make_documents", "masked", "pattern_count", "variety"]
