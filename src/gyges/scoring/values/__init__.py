"""A true value against a guessed one: one file of rules for each family of tags."""

from gyges.scoring.values._compare import compare_values, taxonomy_of, validate_verdicts
from gyges.scoring.values._text import PROFILES, Profile, ValueVerdict, check_profile
from gyges.scoring.values._text import plain as normalised
