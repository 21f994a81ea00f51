"""Discharge letters, referrals, clinic letters, ward notes; all but the day of birth stands in the table."""

from gyges.reading.genres.clinical._births import add

__all__ = ["add"]
