"""The parts of the method ``rupta``: its options, the two evaluators, the rewriter, and the versions it remembers."""

from gyges.anonymizers.rupta._options import RuptaOptions
from gyges.anonymizers.rupta._privacy import PrivacyEvaluator, Truth
from gyges.anonymizers.rupta._rewrite import Rewriter
from gyges.anonymizers.rupta._utility import UtilityEvaluator
from gyges.anonymizers.rupta._version import RatedVersion, best_of

__all__ = ["PrivacyEvaluator", "RatedVersion", "Rewriter", "RuptaOptions", "Truth", "UtilityEvaluator", "best_of"]
