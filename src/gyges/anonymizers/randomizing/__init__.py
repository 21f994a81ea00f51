"""What ``randomize`` draws, and how it asks for a text that points there."""

from gyges.anonymizers.randomizing._draw import Drawn, draw_values
from gyges.anonymizers.randomizing._options import RandomizeOptions
from gyges.anonymizers.randomizing._rewrite import LeadAstray, lead_astray
from gyges.anonymizers.randomizing._tally import ReaderTally, tally_of

__all__ = ["Drawn", "LeadAstray", "RandomizeOptions", "ReaderTally", "draw_values", "lead_astray", "tally_of"]
