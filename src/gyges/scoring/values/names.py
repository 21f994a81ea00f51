"""NAME: tokens of names, with titles, initials, nicknames and handles; and whether two names can be one person's."""

import re
from functools import lru_cache
from itertools import permutations, product

from rapidfuzz.distance import Levenshtein

from gyges.reading.lookups import name_parts, names_table, pair_parts, same_part, same_parts
from gyges.scoring.values._text import DIFFERENT, LESS_PRECISE, SAME, UNSURE, ValueVerdict, plain

_NO_LETTERS = re.compile(r"[^a-z]")
_LONG = 5  # shorter tokens differ for good by one letter
_INITIALS = 2  # letters of the longest initials
_MOST_TOKENS = 4


def tokens_in_handle(handle: tuple[str, ...], name: tuple[str, ...]) -> int:
    """Return how many long tokens of a name a handle, which is one token, is made of.

    It may be made of the tokens or initials of the name in any order, with digits between them.
    """
    letters = _NO_LETTERS.sub("", "".join(handle))
    long = [token for token in name if len(token) > _INITIALS]
    if len(handle) > 1 or len(name) > _MOST_TOKENS or not long:
        return 0
    if letters == "".join(name) or (len(long) > 1 and all(token in letters for token in long)):
        return len(long)
    spellings = ("".join(parts) for order in permutations(name) for parts in product(*((t, t[0], "") for t in order)))
    return sum(token in letters for token in long) if len(letters) >= _LONG and letters in spellings else 0


def compare_names(truth: str, guess: str) -> ValueVerdict:
    """Compare two names token by token.

    Titles, ranks and forms of address are no part of a name. Where a word may be one or a name ("Don", "Pan") and
    that decides, the better reading stands until a judge was asked.

    All tokens of both in common is 1, also with initials or short forms for some of them; all tokens of the shorter
    one found in the longer one is 0.5, and 1 when it is the guess that says more; nothing in common, or one token in
    common and another contradicting it, is 0. Spellings one letter apart are left to a judge.
    """
    one, two = name_parts(truth), name_parts(guess)
    if not one or not two:
        return SAME if plain(truth) == plain(guess) else DIFFERENT
    readings = [_compare(first, second) for first in _readings(one) for second in _readings(two)]
    best = max(readings, key=lambda verdict: (verdict.score or 0.0, verdict.settled))
    return best if all(verdict == best for verdict in readings) else ValueVerdict(best.score, settled=False)


def _readings(tokens: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a name as it stands, and without a first word that may be an honorific."""
    may_be = len(tokens) > 1 and tokens[0] in names_table()["honorifics_or_names"]
    return [tokens, tokens[1:]] if may_be else [tokens]


def _compare(one: tuple[str, ...], two: tuple[str, ...]) -> ValueVerdict:
    if "".join(one) == "".join(two) or sorted(one) == sorted(two):
        return SAME
    shorter, longer = (one, two) if len(one) <= len(two) else (two, one)
    if pair_parts(shorter, longer) is None:
        for handle, name in ((shorter, longer), (longer, shorter)):
            in_handle = tokens_in_handle(handle, name)
            if in_handle:
                return SAME if in_handle == sum(len(token) > _INITIALS for token in name) else LESS_PRECISE
        near = len(shorter) == len(longer) and pair_parts(shorter, longer, _near) is not None
        return UNSURE if near else DIFFERENT
    if len(one) == len(two):
        both_short = all(len(token) == 1 for token in shorter)
        return DIFFERENT if both_short else _initials(one, two)
    if all(len(token) == 1 for token in shorter):
        return DIFFERENT
    if len(shorter) > 1 and sum(len(token) > 1 for token in longer) == len(shorter):
        return _initials(one, two)  # a middle initial more or less
    return SAME if len(two) > len(one) and len(one) > 1 else LESS_PRECISE


def _initials(truth: tuple[str, ...], guess: tuple[str, ...]) -> ValueVerdict:
    lost = sum(len(token) == 1 for token in guess) - sum(len(token) == 1 for token in truth)
    return LESS_PRECISE if lost > 0 else SAME


def _near(one: str, two: str) -> bool:
    return same_part(one, two) or (min(len(one), len(two)) >= _LONG and Levenshtein.distance(one, two) <= 1)


_WHOLE_NAME = 2  # letters; shorter tokens are initials
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
    """
    first, second = name_parts(one), name_parts(two)
    shared = same_parts(first, second).shared
    return shared or tokens_in_handle(first, second) or tokens_in_handle(second, first)


def is_in(name: str, text: str) -> bool:
    """Whether a name, or a token of it, is in a text that is in one shape already; initials alone always are."""
    long = [token for token in name_parts(name) if len(token) > _WHOLE_NAME]
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
