"""Whether two names can be one person's: stricter than comparing values, because a match decides about all facts."""

import re
from functools import lru_cache

from gyges.reading.lookups import name_parts, same_parts
from gyges.scoring.values.names import tokens_in_handle

__all__ = ["are_one_name", "is_in", "is_placeholder"]

_LONG = 2  # letters; shorter tokens are initials
_LETTER = re.compile("[a-z]")
_PLACEHOLDER = re.compile(
    r"[\[<{*█#]|^(?:x+|[a-z]|n\.?n\.?|anonymous|unknown|redacted|unnamed|not named|name|person|individual|someone)"
    r"(?:[\s_-]*[a-z0-9]?\d*)?$",
    re.IGNORECASE,
)


def is_placeholder(name: str) -> bool:
    """Whether a name is what masking left: "[PERSON]", "Person 1", "X", "***"."""
    return bool(_PLACEHOLDER.search(name.strip())) or not any(char.isalpha() for char in name)


@lru_cache(maxsize=1 << 13)
def are_one_name(one: str, two: str) -> int:
    """Return how many tokens two names share, 0 if they cannot belong to one person.

    All long tokens of the shorter name must be in the longer one, so Raymond Ramos is not Jennifer Ramos, and an
    initial must be that of a token which is left. Handles are compared as strings: ``@ryanwilliams`` is Ryan Williams.

    Example:
        >>> are_one_name("B. Sol", "Boris Sol"), are_one_name("B. Sol", "Ana Sol"), are_one_name("anasol_91", "Ana Sol")
        (2, 0, 2)
    """
    first, second = name_parts(one), name_parts(two)
    shared = same_parts(first, second).shared
    return shared or tokens_in_handle(first, second) or tokens_in_handle(second, first)


def is_in(name: str, text: str) -> bool:
    """Whether a name, or a token of it, is in a text that is in one shape already; initials alone always are."""
    long = [token for token in name_parts(name) if len(token) > _LONG]
    return not long or any(_stands(token, text) for token in long)


def _stands(token: str, text: str) -> bool:
    """Whether a token stands in a text with no letter beside it."""
    at = text.find(token)
    while at >= 0:
        end = at + len(token)
        if not _LETTER.match(text, end) and not (at and _LETTER.match(text, at - 1)):
            return True
        at = text.find(token, at + 1)
    return False
