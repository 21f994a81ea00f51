"""Linkage attacks on a released corpus: found again or not, and what the record then gives away."""

from gyges.runs.linkage._link import link_corpus
from gyges.runs.linkage._options import LinkOptions
from gyges.runs.linkage._pairing import Pairing, pair_records

__all__ = ["LinkOptions", "Pairing", "link_corpus", "pair_records"]
