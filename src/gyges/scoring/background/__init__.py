"""What a release adds to what is known already, and whom it makes unique in a register."""

from gyges.scoring.background._beyond import Beyond, KnownPerson, told_by_findings, what_is_learned
from gyges.scoring.background._register import Register, merged_people

__all__ = ["Beyond", "KnownPerson", "Register", "merged_people", "told_by_findings", "what_is_learned"]
