"""Dates, hours, ages, stretches of time."""
