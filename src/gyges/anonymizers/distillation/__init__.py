"""Distillation: a small local model learns from the rounds of a strong one (Staab et al., Appendix I)."""

from gyges.anonymizers.distillation._distill import DISTILLED_FILES, Distilled, distill
from gyges.anonymizers.distillation._lessons import make_lessons
from gyges.anonymizers.distillation._rounds import Taught, read_teaching
