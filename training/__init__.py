"""Annotated texts, recorded readings, and what was fitted on them; see README.md. No part of the package."""
