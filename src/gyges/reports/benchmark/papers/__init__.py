"""Tables in the shape papers give them, with their published rows beside and never among ours."""

from gyges.reports.benchmark.papers._registry import TABLES, check_tables, paper_tables
from gyges.reports.benchmark.papers._shape import PaperBlock, PaperTable, parts

__all__ = ["TABLES", "PaperBlock", "PaperTable", "check_tables", "paper_tables", "parts"]
