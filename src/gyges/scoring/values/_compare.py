"""The way in: which rule compares the values of which tag."""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache

from gyges.errors import UnknownNameError
from gyges.records import taxonomy
from gyges.scoring.values import _paper, _paper_author
from gyges.scoring.values._tables import table
from gyges.scoring.values._text import plain, tidy
from gyges.scoring.values._verdict import DIFFERENT, SAME, ValueVerdict, check_profile
from gyges.scoring.values.affiliation import compare_affiliations
from gyges.scoring.values.ages import compare_ages
from gyges.scoring.values.codes import compare_codes, compare_emails, compare_phones
from gyges.scoring.values.education import compare_educations
from gyges.scoring.values.income import compare_incomes
from gyges.scoring.values.names import compare_names
from gyges.scoring.values.occupation import compare_occupations, compare_positions
from gyges.scoring.values.places import compare_nationalities, compare_places
from gyges.scoring.values.relationship import compare_relationships
from gyges.scoring.values.sex import compare_sexes

__all__ = ["compare_values", "taxonomy_of"]

_OF_PEOPLE = ("spia", "author")
"""The taxonomies that describe people, and not spans."""

_SHORT = 400
"""Characters of a pair of values that is remembered: among many people, and from control to control, it meets again."""

_VERBATIM = frozenset(
    {"NAME", "IDENTIFICATION_NUMBER", "DRIVER_LICENSE_NUMBER", "PASSPORT_NUMBER", "PHONE_NUMBER", "EMAIL_ADDRESS"}
)
_STRICT: dict[str, Callable[[str, str], ValueVerdict]] = {
    "NAME": compare_names,
    "IDENTIFICATION_NUMBER": compare_codes,
    "DRIVER_LICENSE_NUMBER": compare_codes,
    "PASSPORT_NUMBER": compare_codes,
    "PHONE_NUMBER": compare_phones,
    "EMAIL_ADDRESS": compare_emails,
    "SEX": compare_sexes,
    "AGE": compare_ages,
    "LOCATION": compare_places,
    "PLACE_OF_BIRTH": compare_places,
    "NATIONALITY": compare_nationalities,
    "EDUCATION": compare_educations,
    "RELATIONSHIP": compare_relationships,
    "OCCUPATION": compare_occupations,
    "POSITION": compare_positions,
    "AFFILIATION": compare_affiliations,
    "INCOME": compare_incomes,
}


def compare_values(
    tag: str, truth: str, guess: str, profile: str = "strict", *, taxonomy_name: str = "spia"
) -> ValueVerdict:
    """Compare a true value with a guessed one.

    Args:
        tag: A tag, by name or alias.
        truth: The true value.
        guess: What was guessed.
        profile: ``strict``, or ``paper`` for the published rules with their quirks.
        taxonomy_name: ``spia`` or ``author``. Only the published rules differ between them. A tag that only the other
            one has, such as ``INCOME``, is compared by the other one.

    Returns:
        The score and whether the rules are sure of it.

    Example:
        >>> compare_values("NATIONALITY", "Iran", "Iraq")
        ValueVerdict(score=0.0, settled=True)
        >>> compare_values("NATIONALITY", "Iran", "Iraq", "paper").score
        1.0
    """
    compare = _remembered if len(truth) + len(guess) <= _SHORT else _compared
    return compare(tag, truth, guess, profile, taxonomy_name)


def _compared(tag: str, truth: str, guess: str, profile: str, taxonomy_name: str) -> ValueVerdict:
    taxonomy_name = taxonomy_of(tag, taxonomy_name)
    name = _tag_name(tag, taxonomy_name)
    if check_profile(profile) == "paper":
        compare = _paper_author.compare if taxonomy_name == "author" else _paper.compare
        return compare(name, truth, guess)
    one, two = plain(truth), plain(guess)
    if one == two:
        return SAME
    if not one or not two:
        return DIFFERENT
    if name not in _VERBATIM:
        guess = tidy(guess)
        if _is_no_answer(guess):
            return DIFFERENT
    return _STRICT[name](truth, guess)


_remembered = lru_cache(maxsize=1 << 15)(_compared)  # some 10 MB


@cache
def taxonomy_of(tag: str, preferred: str) -> str:
    """Return the taxonomy that knows a tag: the preferred one if it does, or if nobody does."""
    for name in (preferred, *_OF_PEOPLE):
        with suppress(UnknownNameError):
            _tag_name(tag, name)
            return name
    return preferred


@cache
def _tag_name(tag: str, taxonomy_name: str) -> str:
    return taxonomy(taxonomy_name)[tag].name


def _is_no_answer(guess: str) -> bool:
    """Whether a guess says that there is none, as "N/A" or "not enough information to tell"."""
    text = plain(guess)
    return not text or text in table("short")["non_answers"] or any(found.search(text) for found in _refusals())


@cache
def _refusals() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in table("short")["refusals"])
