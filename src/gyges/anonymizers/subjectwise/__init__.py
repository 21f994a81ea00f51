"""The parts of the method ``subjectwise``: pieces with ladders, attackers that quote, and the loop over them."""

from gyges.anonymizers.subjectwise._options import SubjectwiseOptions

__all__ = ["SubjectwiseOptions"]
