"""What a strong reader would get from a release, estimated fact by fact where no strong reader is at hand.

An estimate, never an attack or a finding: it knows the truth and the original, and says how likely it is that a careful
reader of the release alone tells each true fact. It was fitted on recorded readings (``training/readings``).
"""

from gyges.scoring.estimate._estimate import StrongEstimate, estimate_strong

__all__ = ["StrongEstimate", "estimate_strong"]
