"""The finder: what in a text tells who somebody is, span by span."""

from gyges.reading.finder._find import FoundSpan, find_spans
from gyges.reading.finder._occurrences import Occurrences
from gyges.reading.finder._residual import Residual, residuals
from gyges.reading.finder._signals import SIGNALS, signals
from gyges.reading.finder._tagger import pieces_of, vocabulary
