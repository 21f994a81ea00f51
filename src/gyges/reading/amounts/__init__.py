"""Amounts, counts and measures."""
