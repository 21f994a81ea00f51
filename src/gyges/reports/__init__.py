"""Reports on audits: one self-contained HTML file, Markdown, and tables as CSV."""

from gyges.reports._cell import audit_cell, release_cell
from gyges.reports._csv import tables_csv
from gyges.reports._figures import rate_words
from gyges.reports._html import MAX_PEOPLE, TITLE, render_html
from gyges.reports._link import render_link
from gyges.reports._markdown import render_markdown
from gyges.reports._plain import percent, points
from gyges.reports._review import render_review
from gyges.reports._terminal import TERMINAL_NOTE, terminal_lines, terminal_tables
from gyges.reports._views import AuditView, TextPair

__all__ = [
    "MAX_PEOPLE",
    "TERMINAL_NOTE",
    "TITLE",
    "AuditView",
    "TextPair",
    "audit_cell",
    "percent",
    "points",
    "rate_words",
    "release_cell",
    "render_html",
    "render_link",
    "render_markdown",
    "render_review",
    "tables_csv",
    "terminal_lines",
    "terminal_tables",
]
