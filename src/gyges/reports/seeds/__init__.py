"""Reports on several seeds of one run: every figure with its spread, and which differences hold."""

from gyges.reports.seeds._html import seeds_html
from gyges.reports.seeds._schema import SeedsFile
from gyges.reports.seeds._tables import SEEDS_NOTE, seeds_tables

__all__ = ["SEEDS_NOTE", "SeedsFile", "seeds_html", "seeds_tables"]
