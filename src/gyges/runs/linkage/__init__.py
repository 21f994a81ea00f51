"""Linkage attacks on a released corpus: found again or not, and what the record then gives away."""

from gyges.runs.linkage._link import link_corpus
from gyges.runs.linkage._pairing import pair_records
from gyges.runs.linkage._stages import LinkOptions

__all__ = ["LinkOptions", "link_corpus"]
