"""What a strong reader would get from a release, estimated fact by fact where no strong reader is at hand.

An estimate, never an attack or a finding: it knows the truth and the original, and says how likely it is that a careful
reader of the release alone tells each true fact. It was fitted on recorded readings (``training/readings``). There are
two makes: ``light`` weighs clues, ``verified`` also asks a verifier, which somebody must hand in.
"""

from gyges.scoring.estimate._ask import Odds, Verifier, verifier_odds
from gyges.scoring.estimate._document import Expected, expect_document
from gyges.scoring.estimate._estimate import (
    DocumentChances,
    StrongEstimate,
    StrongFold,
    document_chances,
    estimate_strong,
)
from gyges.scoring.estimate._shortened import ShortenedEstimate

__all__ = [
    "DocumentChances",
    "Expected",
    "Odds",
    "ShortenedEstimate",
    "StrongEstimate",
    "StrongFold",
    "Verifier",
    "document_chances",
    "estimate_strong",
    "expect_document",
    "verifier_odds",
]
