"""What the answers of a stage mean, by number: findings of an older reader must not be taken for those of this one.

A number is counted up, on purpose, in the commit that makes its stage answer differently: by code, by a table or by a
prompt. A comment, a new name or a quicker loop leaves it as it is, so that nobody pays again for what is the same.
``tests/runs/test_stage_revisions.py`` fails when a stage answers differently under its old number.

Replies of models are cached by what was asked, so a new revision costs no call that is still the same.
"""

__all__ = ["ANONYMIZE_REVISION", "ATTACK_REVISION", "LINK_REVISION"]

ATTACK_REVISION = 6
"""What attackers find in a text. It is part of how methods attack, so releases are made anew with it too."""

ANONYMIZE_REVISION = 6
"""What methods release, where it is not the attack inside them that changed."""

LINK_REVISION = 3
"""Which claims are taken out of a text, and how they are rated."""
