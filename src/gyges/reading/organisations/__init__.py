"""Organisations: firms, offices, houses."""
