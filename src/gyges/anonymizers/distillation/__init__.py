"""Distillation: a small local model learns from the rounds of a strong one (Staab et al., Appendix I)."""

from gyges.anonymizers.distillation._distill import DISTILLED_FILES, Distilled, distill
from gyges.anonymizers.distillation._lessons import Lesson, Lessons, make_lessons
from gyges.anonymizers.distillation._measuring import Figures
from gyges.anonymizers.distillation._rounds import Role, Taught, read_teaching

__all__ = [
    "DISTILLED_FILES",
    "Distilled",
    "Figures",
    "Lesson",
    "Lessons",
    "Role",
    "Taught",
    "distill",
    "make_lessons",
    "read_teaching",
]
