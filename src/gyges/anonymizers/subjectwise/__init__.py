"""The parts of the method ``subjectwise``: masking, dropping, and the rounds of a model."""

from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._purpose import understand
