"""A true value against a guessed one: one file of rules for each family of tags."""

from gyges.scoring.values._compare import compare_values, taxonomy_of
from gyges.scoring.values._text import plain as normalised
from gyges.scoring.values._validation import validate_verdicts
from gyges.scoring.values._verdict import PROFILES, Profile, ValueVerdict, check_profile

__all__ = [
    "PROFILES",
    "Profile",
    "ValueVerdict",
    "check_profile",
    "compare_values",
    "normalised",
    "taxonomy_of",
    "validate_verdicts",
]
