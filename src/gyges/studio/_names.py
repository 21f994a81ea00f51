"""What people may be called."""

import re
import unicodedata

from gyges.errors import InputError

__all__ = ["IMPORTED", "LONGEST_NAME", "NAME_PATTERN", "proper_name", "tidy_name"]

LONGEST_NAME = 60
NAME_PATTERN = r"^[^\x00-\x1f:]+$"
"""No control characters, and no colon, which divides names from other things in files."""

IMPORTED = "imported"
"""The author of sheets that came with the documents; nobody works under that name."""

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Categories of signs that cannot be seen: two names would look the same and be two people."""


def tidy_name(name: str) -> str:
    """Return a name in the one form in which it is kept: composed, without blanks at its ends."""
    return unicodedata.normalize("NFC", name).strip()


def proper_name(name: str) -> str:
    """Return a name in the form in which it is kept.

    Raises:
        InputError: It is empty, too long, holds signs that a name does not, or means something else here.
    """
    tidy = tidy_name(name)
    unseen = any(unicodedata.category(sign) in _UNSEEN or (sign.isspace() and sign != " ") for sign in tidy)
    if len(tidy) > LONGEST_NAME or not re.fullmatch(NAME_PATTERN, tidy) or unseen:
        raise InputError(
            "this is no name", f"take 1 to {LONGEST_NAME} characters that can be seen, without colons and line breaks"
        )
    if tidy.casefold() == IMPORTED:
        raise InputError(f"'{tidy}' is what annotations that came with documents are kept under", "take another name")
    return tidy
