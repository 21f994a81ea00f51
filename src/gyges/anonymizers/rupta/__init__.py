"""The parts of the method ``rupta``: its options, the two evaluators, the rewriter, and the versions it remembers."""

from gyges.anonymizers.rupta._options import RuptaOptions
from gyges.anonymizers.rupta._version import RatedVersion, best_of
