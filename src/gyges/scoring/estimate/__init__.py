"""What a strong reader would get from a release, estimated fact by fact where no strong reader is at hand.

An estimate, never an attack or a finding: it knows the truth and the original, and says how likely it is that a careful
reader of the release alone tells each true fact. It weighs clues and was fitted on recorded readings
(``training/readings``).
"""

from gyges.scoring.estimate._clues import sexed_words
from gyges.scoring.estimate._document import Expected, ShortenedEstimate, expect_document
from gyges.scoring.estimate._estimate import (
    DocumentChances,
    StrongEstimate,
    StrongFold,
    document_chances,
    estimate_strong,
)
