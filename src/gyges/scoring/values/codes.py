"""Numbers and addresses that identify: equal after normalisation, or not."""

import re

from gyges.scoring.values._text import plain
from gyges.scoring.values._verdict import DIFFERENT, SAME, ValueVerdict

__all__ = ["compare_codes", "compare_emails", "compare_phones"]

_SHORTEST_PHONE = 7
_LONGEST_PREFIX = 5  # a country code with two zeros before it
_ABROAD = re.compile(r"^[\s(]*(?:\+|00)")
_AT_HOME = frozenset({"0", "1"})  # a trunk zero, or the one before North American numbers
_EXTENSION = re.compile(r"(?:x|ext\.?|extension)\s*(\d+)\s*$", re.IGNORECASE)
_TRUNK = re.compile(r"\(0\)")


def compare_codes(truth: str, guess: str) -> ValueVerdict:
    """Compare two numbers of a document: letters and digits count, nothing else.

    A label in front ("ID 12-34") or a missing country mark is forgiven only when it holds no digit.
    """
    one, two = _bare(truth), _bare(guess)
    if not one or not two:
        return SAME if plain(truth) == plain(guess) else DIFFERENT
    if one == two:
        return SAME
    longer, shorter = (one, two) if len(one) > len(two) else (two, one)
    label = longer.removesuffix(shorter)
    digits = sum(char.isdigit() for char in shorter)
    return SAME if label != longer and label.isalpha() and digits >= _SHORTEST_PHONE else DIFFERENT


def compare_emails(truth: str, guess: str) -> ValueVerdict:
    """Compare two mail addresses without regard to case."""
    one, two = (plain(value).removeprefix("mailto:").strip("<>. ") for value in (truth, guess))
    return SAME if one == two else DIFFERENT


def compare_phones(truth: str, guess: str) -> ValueVerdict:
    """Compare two phone numbers: digits count; a country prefix, a trunk zero or an extension may be missing."""
    one, one_extension = _phone(truth)
    two, two_extension = _phone(guess)
    if not one or not two:
        return SAME if plain(truth) == plain(guess) else DIFFERENT
    if one_extension and two_extension and one_extension != two_extension:
        return DIFFERENT
    if one == two:
        return SAME
    longer, shorter = (one, two) if len(one) > len(two) else (two, one)
    core = shorter.lstrip("0")
    if len(core) < _SHORTEST_PHONE or not longer.endswith(core):
        return DIFFERENT
    prefix = longer.removesuffix(core)
    abroad = _ABROAD.search(truth if longer == one else guess) and len(prefix) <= _LONGEST_PREFIX
    at_home = prefix in _AT_HOME
    return SAME if abroad or at_home else DIFFERENT


def _bare(value: str) -> str:
    return "".join(char for char in plain(value).upper() if char.isalnum())


def _phone(value: str) -> tuple[str, str]:
    found = _EXTENSION.search(value)
    number = _TRUNK.sub("", value[: found.start()] if found else value)
    return "".join(char for char in number if char.isdigit()), found.group(1) if found else ""
