"""NAME: tokens of names, with titles, initials, nicknames and handles."""

import re
from collections.abc import Callable
from functools import cache
from itertools import permutations, product

from rapidfuzz.distance import Levenshtein

from gyges.scoring.values._tables import table
from gyges.scoring.values._text import plain, words
from gyges.scoring.values._verdict import DIFFERENT, LESS_PRECISE, SAME, UNSURE, ValueVerdict

__all__ = ["compare_names", "name_tokens", "same_token", "tokens_in_handle"]

_APOSTROPHE = re.compile(r"['’`]")
_CAMEL_HANDLE = re.compile(r"@?(?!Mc|Mac|De|Di|La|Le|Van|Von|O['’]|Fitz)[A-Z][a-z]+[A-Z]\w*")  # GopalAgent, MarieC_55
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NO_LETTERS = re.compile(r"[^a-z]")
_LONG = 5  # shorter tokens differ for good by one letter
_INITIALS = 2  # letters of the longest initials
_MOST_TOKENS = 4


def name_tokens(value: str) -> tuple[str, ...]:
    """Return the tokens of a name without titles, letters after it and particles.

    Example:
        >>> name_tokens("Ms Inês de Carvalho-Sol, PhD"), name_tokens("MarieC_55")
        (('ines', 'carvalho', 'sol'), ('marie', 'c'))
    """
    rows = table("names")
    value = _joined().sub("", value)
    if _CAMEL_HANDLE.fullmatch(value.strip()):
        value = _HUMP.sub(" ", value)
    tokens = [token for token in words(_APOSTROPHE.sub("", value.replace(".", " "))) if token not in rows["titles"]]
    while len(tokens) > 1 and tokens[0] in rows["ranks"]:
        del tokens[0]
    while len(tokens) > 1 and (tokens[-1] in rows["suffixes"] or tokens[-1] in rows["behind"]):
        del tokens[-1]
    letters = [token for token in tokens if not token.isdecimal()]
    kept = tuple(token for place, token in enumerate(letters) if not place or token not in rows["particles"])
    return kept or words(value)


def same_token(one: str, two: str) -> bool:
    """Whether two tokens are one name: equal, an initial of the other, or a short form of it."""
    if one == two:
        return True
    if len(one) == 1 or len(two) == 1:
        return one[0] == two[0]
    return bool(_groups().get(one, frozenset()) & _groups().get(two, frozenset()))


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
    one, two = name_tokens(truth), name_tokens(guess)
    if not one or not two:
        return SAME if plain(truth) == plain(guess) else DIFFERENT
    readings = [_compare(first, second) for first in _readings(one) for second in _readings(two)]
    best = max(readings, key=lambda verdict: (verdict.score or 0.0, verdict.settled))
    return best if all(verdict == best for verdict in readings) else ValueVerdict(best.score, settled=False)


def _readings(tokens: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a name as it stands, and without a first word that may be an honorific."""
    may_be = len(tokens) > 1 and tokens[0] in table("names")["honorifics_or_names"]
    return [tokens, tokens[1:]] if may_be else [tokens]


def _compare(one: tuple[str, ...], two: tuple[str, ...]) -> ValueVerdict:
    if "".join(one) == "".join(two) or sorted(one) == sorted(two):
        return SAME
    shorter, longer = (one, two) if len(one) <= len(two) else (two, one)
    if not _covered(shorter, longer, same_token):
        for handle, name in ((shorter, longer), (longer, shorter)):
            in_handle = tokens_in_handle(handle, name)
            if in_handle:
                return SAME if in_handle == sum(len(token) > _INITIALS for token in name) else LESS_PRECISE
        return UNSURE if _covered(shorter, longer, _near) and len(shorter) == len(longer) else DIFFERENT
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


def _covered(shorter: tuple[str, ...], longer: tuple[str, ...], same: Callable[[str, str], bool]) -> bool:
    left = list(longer)
    for token in sorted(shorter, key=len, reverse=True):
        found = next((other for other in sorted(left, key=lambda o: o != token) if same(token, other)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def _near(one: str, two: str) -> bool:
    return same_token(one, two) or (min(len(one), len(two)) >= _LONG and Levenshtein.distance(one, two) <= 1)


@cache
def _joined() -> re.Pattern[str]:
    names = "|".join(table("names")["joined"])
    return re.compile(rf"(?<=\w)-(?:{names})\s*(?=$|,)", re.IGNORECASE)


@cache
def _groups() -> dict[str, frozenset[int]]:
    groups: dict[str, set[int]] = {}
    for number, names in enumerate(table("names")["nicknames"]):
        for name in names:
            groups.setdefault(name, set()).add(number)
    return {name: frozenset(numbers) for name, numbers in groups.items()}
