"""The report of a learned instruction: the menu, the front, the learning curve, the family tree, baselines."""

from gyges.reports.tuning._html import tuning_html
from gyges.reports.tuning._schema import TuningFile, load_tuning_file

__all__ = ["TuningFile", "load_tuning_file", "tuning_html"]
