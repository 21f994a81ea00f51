"""Reports on audits: one self-contained HTML file, Markdown, and tables as CSV."""

from gyges.records import TextPair
from gyges.reports._cell import audit_cell, release_cell
from gyges.reports._dossier import Dossier, DossierAsked, DossierRun, make_dossier, render_dossier
from gyges.reports._exports import render_markdown, tables_csv
from gyges.reports._figures import AuditView, rate_words
from gyges.reports._html import render_html, render_review
from gyges.reports._link import found_without_lost, link_terminal, render_link
from gyges.reports._made import held_lines, standing_sentence
from gyges.reports._plain import percent, points
from gyges.reports._terminal import terminal_lines, terminal_tables
from gyges.reports._verdict import is_empty

__all__ = ["AuditView", "TextPair", "render_html", "render_link", "render_markdown", "tables_csv"]
