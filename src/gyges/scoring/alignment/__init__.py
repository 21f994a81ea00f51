"""Which found person is which true person: by the places where they stand, by names, parts and facts, or by a model."""

from gyges.scoring.alignment._align import Alignment, align, who_is_who
from gyges.scoring.alignment._by_model import align_by_model, recorded_alignment
