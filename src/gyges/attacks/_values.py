"""What a model writes when it has no guess, told from values that only look alike."""

import re
from functools import cache

from gyges.records import TAXONOMIES, Tag, taxonomy

__all__ = ["clean_value", "is_no_guess"]

# Whole values only, whatever their case. Words that can be names by themselves (a band called Redacted) are
# placeholders only between brackets; short ones that are names (Na, Nil, Null) never are.
_NO_GUESS = frozenset(
    {
        "unknown", "not known", "unclear", "uncertain", "undetermined", "undisclosed", "unspecified", "unstated",
        "not stated", "not specified", "not given", "not mentioned", "not provided", "not disclosed", "not available",
        "not applicable", "not inferable", "not identifiable", "not determinable", "cannot be inferred",
        "cannot be determined", "no information", "no guess", "no idea", "none", "n/a", "n.a.",
    }
)  # fmt: skip
_BETWEEN_BRACKETS = frozenset(
    {
        "redacted", "masked", "removed", "anonymized", "anonymised", "omitted", "deleted", "hidden", "withheld",
        "blank", "censored", "suppressed", "date", "place", "city", "country", "address", "number", "company",
        "first name", "last name", "surname", "date of birth", "gender",
    }
)  # fmt: skip
_BRACKETED = re.compile(r"[\[<({]+\s*+([^\[\]<>(){}]{0,80}?)[\s_#-]*+\d*+\s*+[\]>)}]+")
_BLACKED_OUT = re.compile(r"[*_.…█■▇▓•?–—-]+|[xX]{3,}")
_LEVELS = re.compile(r"(?<!\s)\s++/\s+")


def is_no_guess(value: str) -> bool:
    """Tell whether a whole value says that there is none.

    Example:
        >>> is_no_guess("not stated"), is_no_guess("[redacted]"), is_no_guess("<PERSON_1>")
        (True, True, True)
        >>> is_no_guess("Redacted"), is_no_guess("Unknown Mortal Orchestra")
        (False, False)
    """
    words = value.strip().strip("\"'“”‘’").strip().removesuffix(".").casefold()
    if not words or words in _NO_GUESS or f"{words}." in _NO_GUESS or _BLACKED_OUT.fullmatch(words):
        return True
    bracketed = _BRACKETED.fullmatch(words)
    if bracketed is None:
        return False
    inside = bracketed.group(1).replace("_", " ").strip()
    return inside in _marks() or bool(_BLACKED_OUT.fullmatch(inside)) or not inside


def clean_value(value: str, tag: Tag) -> str:
    """Return a value by the conventions of its tag, empty when it is no guess.

    Options are spelled as the taxonomy spells them, and levels of a place that are not known are left out.
    """
    value = " ".join(value.split())
    if is_no_guess(value):
        return ""
    for option in tag.options:
        if option.casefold() == value.casefold().removesuffix("."):
            return option
    if tag.name == "LOCATION":
        return " / ".join(level for level in _LEVELS.split(value) if not is_no_guess(level))
    return value


@cache
def _marks() -> frozenset[str]:
    tags = {tag for name in TAXONOMIES for tag in taxonomy(name)}
    names = {name for tag in tags for name in (tag.name, *tag.aliases)}
    return _NO_GUESS | _BETWEEN_BRACKETS | {name.casefold().replace("_", " ") for name in names}
