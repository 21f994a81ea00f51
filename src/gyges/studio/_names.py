"""What people may be called."""

import re

from gyges.errors import InputError

__all__ = ["LONGEST_NAME", "NAME_PATTERN", "check_name"]

LONGEST_NAME = 60
NAME_PATTERN = r"^[^\x00-\x1f:]+$"
"""No control characters, and no colon, which divides names from other things in files."""


def check_name(name: str) -> None:
    """Refuse what is no name.

    Raises:
        InputError: It is empty, too long, or holds characters that a name does not.
    """
    halves = any("\ud800" <= letter <= "\udfff" for letter in name)
    if len(name) > LONGEST_NAME or not re.fullmatch(NAME_PATTERN, name) or halves:
        raise InputError(
            "this is no name", f"take 1 to {LONGEST_NAME} characters, without colons and control characters"
        )
