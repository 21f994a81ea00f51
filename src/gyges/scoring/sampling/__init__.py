"""A few documents read by a strong reader, all of them predicted, one figure with a valid interval.

Which documents are read is drawn, never chosen: `draw_sample`. What was read and what was predicted for all is put
together by prediction-powered inference: `confirmed_rate`. docs/design/strong_reader.md says how it was checked.
"""

from gyges.scoring.sampling._draw import Sample, SamplingUnit, Stratum, draw_sample
from gyges.scoring.sampling._powered import ConfirmedRate, confirmed_rate
from gyges.scoring.sampling._width import expected_width, more_to_halve

__all__ = [
    "ConfirmedRate",
    "Sample",
    "SamplingUnit",
    "Stratum",
    "confirmed_rate",
    "draw_sample",
    "expected_width",
    "more_to_halve",
]
