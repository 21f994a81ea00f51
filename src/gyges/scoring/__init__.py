"""Figures about releases: rates with intervals, and evidence that masking left standing."""

from gyges.scoring._evidence import MIN_CERTAINTY, StandingEvidence, standing_evidence
from gyges.scoring._rate import Count, Rate, bootstrap_rate

__all__ = ["MIN_CERTAINTY", "Count", "Rate", "StandingEvidence", "bootstrap_rate", "standing_evidence"]
