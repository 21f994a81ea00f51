"""Placeholders, and the people behind them."""
