"""The search by reflective evolution, on the package gepa (extra ``tune``): a small object for each part it needs."""

from gyges.tuning.gepa._search import GepaSearch

__all__ = ["GepaSearch"]
